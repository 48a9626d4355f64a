package dev.informant.verification.soak;

import dev.informant.verification.chaos.Churn;
import java.util.List;

/**
 * One of the informers: what it is called, which of the objects it covers, and what its handler may expect. How
 * it is built is decided by its name in {@link SoakClient}. Immutable.
 *
 * @param collection the path of the objects
 * @param namespace empty for all
 * @param shard empty for all
 * @param hasContent whether it sees more than metadata
 * @param conflating whether its handler is given a buffer that merges changes, and so is not called for every one
 * @param warm whether it is closed at each check and continues from its saved cache
 */
record SoakSubject(
    String name,
    String collection,
    String namespace,
    String shard,
    boolean hasContent,
    boolean conflating,
    boolean warm) {
  static final String CONFIG_MAPS = "/api/v1/configmaps";

  /** Kinds that are never written: no event of theirs tells an informer how far the server is. */
  static final QuietKind FEW = new QuietKind("/api/v1", "serviceaccounts", 5, "");

  static final QuietKind MANY = new QuietKind(
      "/api/v1",
      "podtemplates",
      600,
      ",\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");

  static final List<SoakSubject> ALL = List.of(
      churned("typed", "", "", true, false, false),
      churned("delta-fifo", "", "", true, false, false),
      churned("paged", "", "", true, false, false),
      churned("resync", "", "", true, false, false),
      churned("conflating", "", "", true, true, false),
      churned("compact", "", "", true, false, false),
      churned("trees", "", "", true, false, false),
      churned("metadata", "", "", false, false, false),
      churned("generic-namespace", Churn.namespace(0), "", true, false, false),
      churned("typed-namespace", Churn.namespace(1), "", true, false, false),
      churned("typed-shard", "", "s3", true, false, false),
      churned("warm", "", "", true, false, true),
      quiet("quiet-few", FEW),
      quiet("quiet-many", MANY));

  private static SoakSubject churned(
      String name,
      String namespace,
      String shard,
      boolean hasContent,
      boolean conflating,
      boolean warm) {
    return new SoakSubject(name, CONFIG_MAPS, namespace, shard, hasContent, conflating, warm);
  }

  private static SoakSubject quiet(String name, QuietKind kind) {
    return new SoakSubject(name, kind.collection(), "", "", false, false, true);
  }

  boolean covers(String objectNamespace, String objectShard) {
    return (namespace.isEmpty() || namespace.equals(objectNamespace))
        && (shard.isEmpty() || shard.equals(objectShard));
  }

  boolean isChurned() {
    return collection.equals(CONFIG_MAPS);
  }
}
