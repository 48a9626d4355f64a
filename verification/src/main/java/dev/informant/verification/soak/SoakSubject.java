package dev.informant.verification.soak;

import dev.informant.verification.chaos.Churn;
import java.util.List;

/**
 * One of the informers: what it is called, which of the objects it covers, and what its handler may expect. How
 * it is built is decided by its name in {@link SoakClient}. Immutable.
 *
 * @param namespace empty for all
 * @param shard empty for all
 * @param hasContent whether it sees more than metadata
 * @param conflating whether its handler is given a buffer that merges changes, and so is not called for every one
 */
record SoakSubject(
    String name, String namespace, String shard, boolean hasContent, boolean conflating) {
  static final List<SoakSubject> ALL = List.of(
      new SoakSubject("typed", "", "", true, false),
      new SoakSubject("delta-fifo", "", "", true, false),
      new SoakSubject("paged", "", "", true, false),
      new SoakSubject("resync", "", "", true, false),
      new SoakSubject("conflating", "", "", true, true),
      new SoakSubject("compact", "", "", true, false),
      new SoakSubject("trees", "", "", true, false),
      new SoakSubject("metadata", "", "", false, false),
      new SoakSubject("generic-namespace", Churn.namespace(0), "", true, false),
      new SoakSubject("typed-namespace", Churn.namespace(1), "", true, false),
      new SoakSubject("typed-shard", "", "s3", true, false));

  boolean covers(String objectNamespace, String objectShard) {
    return (namespace.isEmpty() || namespace.equals(objectNamespace))
        && (shard.isEmpty() || shard.equals(objectShard));
  }
}
