package dev.informant.cli.sync;

import java.time.Duration;
import java.util.Map;

/**
 * How long the cache of one kind took and how large it is.
 *
 * @param heap what leaves this process when the cache does, by measurement; of few objects it is not exact
 * @param json what they are as JSON text
 * @param compact the same in the compact form: each object compressed, and the dictionaries for it
 * @param namespaces by name; empty for a kind of cluster scope
 * @param problem why it could not be had; empty if it could
 */
public record KindSize(
    String kind,
    int objects,
    Duration took,
    long heap,
    long json,
    long compact,
    Map<String, Share> namespaces,
    String problem) {
  /** The part of one namespace. */
  public record Share(int objects, long json, long compact) {
    Share plus(long moreJson, long moreCompact) {
      return new Share(objects + 1, json + moreJson, compact + moreCompact);
    }
  }

  KindSize withHeap(long bytes) {
    return new KindSize(kind, objects, took, bytes, json, compact, namespaces, problem);
  }

  static KindSize failed(String kind, Duration took, String problem) {
    return new KindSize(kind, 0, took, 0, 0, 0, Map.of(), problem);
  }
}
