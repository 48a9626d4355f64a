import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What managedFields say of a tree: the fields that are in it, as server-side apply counts them. */
final class FieldSets {
  /** The fields by which the elements of a list are told apart. */
  private static final Map<String, String> KEYS = Map.of(
      "volumes", "name",
      "containers", "name",
      "initContainers", "name",
      "env", "name",
      "volumeMounts", "mountPath",
      "conditions", "type",
      "imagePullSecrets", "name",
      "podIPs", "ip",
      "ports", "containerPort,protocol",
      "topologySpreadConstraints", "topologyKey,whenUnsatisfiable");

  /** Fields that are owned as a whole. */
  private static final Set<String> ATOMIC = Set.of(
      "labelSelector",
      "nodeSelector",
      "fieldRef",
      "secretKeyRef",
      "hostIPs",
      "containerStatuses",
      "initContainerStatuses",
      "tolerations",
      "preferredDuringSchedulingIgnoredDuringExecution",
      "args",
      "command",
      "drop",
      "sources");

  private FieldSets() {}

  /** The fields of the tree itself. */
  static Object of(Map<String, Object> tree) {
    return members(tree);
  }

  /** Some names under one field, which is owned too. */
  static Map<String, Object> named(Iterable<String> names) {
    Map<String, Object> fields = owned();
    names.forEach(name -> fields.put("f:" + name, Json.map()));
    return fields;
  }

  /** A field that is owned, before what is under it. */
  static Map<String, Object> owned() {
    Map<String, Object> fields = new TreeMap<>();
    fields.put(".", Json.map());
    return fields;
  }

  private static Map<String, Object> members(Map<?, ?> tree) {
    Map<String, Object> fields = new TreeMap<>();
    tree.forEach((name, value) ->
        fields.put("f:" + name, ATOMIC.contains(name) ? Json.map() : under((String) name, value)));
    return fields;
  }

  private static Object under(String name, Object value) {
    if (value instanceof Map<?, ?> tree) {
      Map<String, Object> fields = members(tree);
      if (!fields.isEmpty()) {
        fields.put(".", Json.map());
      }
      return fields;
    }
    if (value instanceof List<?> list && KEYS.containsKey(name)) {
      Map<String, Object> fields = owned();
      for (Object element : list) {
        fields.put(key(KEYS.get(name), (Map<?, ?>) element), under("", element));
      }
      return fields;
    }
    return Json.map();
  }

  private static String key(String names, Map<?, ?> element) {
    StringBuilder key = new StringBuilder("k:{");
    for (String name : names.split(",")) {
      key.append(key.length() > 3 ? "," : "").append('"').append(name).append("\":");
      Object value = element.get(name);
      String quote = value instanceof String ? "\"" : "";
      key.append(quote).append(value).append(quote);
    }
    return key.append('}').toString();
  }
}
