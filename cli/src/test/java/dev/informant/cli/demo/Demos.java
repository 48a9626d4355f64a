package dev.informant.cli.demo;

import dev.informant.store.MutationException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Small demos, sound and not. */
public final class Demos {
  static final DemoOptions SMALL = new DemoOptions(/* pods= */ 5, /* rate= */ 0, /* seed= */ 1);

  private Demos() {}

  static DemoCluster start() {
    return DemoCluster.start(SMALL, new Happenings(line -> {}));
  }

  /** What is said of a cluster to which {@code damage} was done. */
  static DemoSummary summary(Consumer<DemoCluster> damage) {
    DemoCluster cluster = start();
    @Nullable DemoSummary summary = null;
    try {
      damage.accept(cluster);
      summary = DemoSummary.of(cluster, new DemoFaults(cluster, 1), Duration.ofSeconds(1));
      return summary;
    } finally {
      close(cluster, /* damaged= */ summary != null && !summary.isEqual());
    }
  }

  /** The mutation detector, which tests have, finds the damage, too. */
  private static void close(DemoCluster cluster, boolean damaged) {
    try {
      cluster.close();
    } catch (MutationException found) {
      if (!damaged) {
        throw found;
      }
    }
  }

  /** A cache with an object that was changed behind the informer's back. */
  public static DemoSummary differing() {
    return summary(Demos::damageANode);
  }

  /** The last by name: to the first, the comparison writes, and the informer gets it anew. */
  static String damageANode(DemoCluster cluster) {
    HasMetadata node = cluster.kinds().get(1).informer().snapshot().list().stream()
        .max(Comparator.comparing((HasMetadata each) -> each.getMetadata().getName()))
        .orElseThrow();
    node.getMetadata().setLabels(Map.of("not", "there"));
    return node.getMetadata().getName();
  }
}
