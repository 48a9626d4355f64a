package dev.informant.verification.soak;

import dev.informant.verification.chaos.Churn;
import java.util.List;

/**
 * One of the ten informers: what it is called and which of the objects it covers. Immutable.
 *
 * @param namespace empty for all
 * @param shard empty for all
 * @param hasContent whether it sees more than metadata
 * @param seesAll whether its handler is called for every change
 */
record Subject(String name, String namespace, String shard, boolean hasContent, boolean seesAll) {
  static final List<Subject> ALL = List.of(
      new Subject("typed", "", "", true, true),
      new Subject("delta-fifo", "", "", true, true),
      new Subject("paged", "", "", true, true),
      new Subject("resync", "", "", true, true),
      new Subject("conflating", "", "", true, false),
      new Subject("trees", "", "", true, true),
      new Subject("metadata", "", "", false, true),
      new Subject("generic-namespace", Churn.namespace(0), "", true, true),
      new Subject("typed-namespace", Churn.namespace(1), "", true, true),
      new Subject("typed-shard", "", "s3", true, true));

  boolean covers(String objectNamespace, String objectShard) {
    return (namespace.isEmpty() || namespace.equals(objectNamespace))
        && (shard.isEmpty() || shard.equals(objectShard));
  }
}
