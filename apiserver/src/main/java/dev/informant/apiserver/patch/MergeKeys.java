package dev.informant.apiserver.patch;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which lists of the built-in kinds are merged, and by what. Stateless. */
public final class MergeKeys {
  private static final Map<String, String> KEYS = Map.ofEntries(
      Map.entry("containers", "name"),
      Map.entry("initContainers", "name"),
      Map.entry("ephemeralContainers", "name"),
      Map.entry("env", "name"),
      Map.entry("volumes", "name"),
      Map.entry("imagePullSecrets", "name"),
      Map.entry("secrets", "name"),
      Map.entry("resourceClaims", "name"),
      Map.entry("schedulingGates", "name"),
      Map.entry("webhooks", "name"),
      Map.entry("matchConditions", "name"),
      Map.entry("volumeMounts", "mountPath"),
      Map.entry("volumeDevices", "devicePath"),
      Map.entry("conditions", "type"),
      Map.entry("hostAliases", "ip"),
      Map.entry("podIPs", "ip"),
      Map.entry("hostIPs", "ip"),
      Map.entry("topologySpreadConstraints", "topologyKey"),
      Map.entry("ownerReferences", "uid"));
  private static final Set<String> CONTAINERS =
      Set.of("containers", "initContainers", "ephemeralContainers");

  private MergeKeys() {}

  /** The field that identifies an element; null if the list is replaced as a whole. */
  public static @Nullable String of(String kind, String parent, String field) {
    if (field.equals("ports")) {
      return CONTAINERS.contains(parent)
          ? "containerPort"
          : kind.equals("Service") && parent.equals("spec") ? "port" : null;
    }
    if (field.equals("drivers")) {
      return kind.equals("CSINode") ? "name" : null;
    }
    if (field.equals("addresses")) {
      return kind.equals("Node") && parent.equals("status") ? "type" : null;
    }
    return KEYS.get(field);
  }

  /** Whether a list of plain values is a set. */
  static boolean set(String parent, String field) {
    return field.equals("finalizers") && (parent.equals("metadata") || parent.equals("spec"));
  }
}
