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
record Subject(
    String name, String namespace, String shard, boolean hasContent, boolean conflating) {
  static final List<Subject> ALL = List.of(
      new Subject("typed", "", "", true, false),
      new Subject("delta-fifo", "", "", true, false),
      new Subject("paged", "", "", true, false),
      new Subject("resync", "", "", true, false),
      new Subject("conflating", "", "", true, true),
      new Subject("compact", "", "", true, false),
      new Subject("trees", "", "", true, false),
      new Subject("metadata", "", "", false, false),
      new Subject("generic-namespace", Churn.namespace(0), "", true, false),
      new Subject("typed-namespace", Churn.namespace(1), "", true, false),
      new Subject("typed-shard", "", "s3", true, false));

  boolean covers(String objectNamespace, String objectShard) {
    return (namespace.isEmpty() || namespace.equals(objectNamespace))
        && (shard.isEmpty() || shard.equals(objectShard));
  }
}
