package dev.informant.apiserver.internal.kinds;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The table of kinds. Thread-safe. */
public final class BuiltInKinds {
  private static final Kind PLAIN = Kind.plain();
  private static final Kind CUSTOM =
      Kind.plain().traits(Kind.Trait.NEEDS_VERSION, Kind.Trait.GENERATION);
  private static final Map<String, Kind> KINDS = table();

  private BuiltInKinds() {}

  private static Map<String, Kind> table() {
    Map<String, Kind> table = new HashMap<>();
    Stream.of(
            Pods.kinds(),
            Workloads.kinds(),
            Jobs.kinds(),
            Services.kinds(),
            Configuration.kinds(),
            Storage.kinds(),
            Access.kinds(),
            Events.kinds(),
            ClusterKinds.kinds(),
            Policies.kinds(),
            Extensions.kinds())
        .flatMap(List::stream)
        .forEach(kind -> kind.storages().forEach(storage -> table.put(storage, kind)));
    return Map.copyOf(table);
  }

  /** A built-in kind by resource and group, such as {@code deployments.apps}. */
  public static Kind of(String storage) {
    return KINDS.getOrDefault(storage, PLAIN);
  }

  /** Custom resources. */
  public static Kind custom() {
    return CUSTOM;
  }
}
