package dev.informant.cli.sync;

import java.time.Duration;
import java.util.Map;

/**
 * How long the cache of one kind took and how large it is. The two sizes in the heap are measured alike: what lives
 * in this process with the cache, less what lived before it was built.
 *
 * @param heap of the objects, of which equal parts are shared, with the store and its index by namespace
 * @param compactHeap of the same store in the compact form, with its dictionaries and all that belongs to an entry
 * @param json what they are as JSON text
 * @param packed the compressed bytes alone, and the dictionaries for them
 * @param namespaces by name; empty for a kind of cluster scope
 * @param problem why it could not be had; empty if it could
 */
public record KindSize(
    String kind,
    int objects,
    Duration took,
    long heap,
    long compactHeap,
    long json,
    long packed,
    Map<String, Share> namespaces,
    String problem) {
  /** Less cannot be distinguished from other activity in the process. */
  public static final long MEASURABLE = 1024 * 1024;

  /** The part of one namespace. */
  public record Share(int objects, long json, long packed) {
    Share plus(long moreJson, long morePacked) {
      return new Share(objects + 1, json + moreJson, packed + morePacked);
    }
  }

  /** Whether a size in the heap is large enough to mean anything. */
  public static boolean canBeTold(long heap) {
    return heap >= MEASURABLE;
  }

  KindSize withHeap(long ofObjects, long ofCompact) {
    return new KindSize(
        kind, objects, took, ofObjects, ofCompact, json, packed, namespaces, problem);
  }

  static KindSize failed(String kind, Duration took, String problem) {
    return new KindSize(kind, 0, took, 0, 0, 0, 0, Map.of(), problem);
  }
}
