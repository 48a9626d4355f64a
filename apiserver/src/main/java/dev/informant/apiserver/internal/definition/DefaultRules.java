package dev.informant.apiserver.internal.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.schema.EmbeddedResources;
import dev.informant.apiserver.internal.schema.Pruning;
import dev.informant.apiserver.internal.schema.Validation;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoShown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Defaults must be values that the schema itself takes. Stateless. */
final class DefaultRules {
  private DefaultRules() {}

  static List<Cause> complaints(JsonNode schema, String path) {
    List<Cause> causes = new ArrayList<>();
    check(schema, path, causes);
    return causes;
  }

  private static void check(JsonNode schema, String path, List<Cause> causes) {
    if (!schema.isObject()) {
      return;
    }
    if (schema.hasNonNull("default")) {
      fits(schema.get("default"), schema, path + ".default", causes);
    }
    check(schema.path("items"), path + ".items", causes);
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      check(property.getValue(), path + ".properties[" + property.getKey() + "]", causes);
    }
  }

  private static void fits(JsonNode value, JsonNode schema, String path, List<Cause> causes) {
    JsonNode pruned = value.deepCopy();
    Pruning.pruneValue(pruned, schema);
    if (!pruned.equals(value)) {
      causes.add(Cause.invalid(path, GoShown.of(value), "must not have unknown fields"));
    }
    List<Cause> embedded = value instanceof ObjectNode object
        ? EmbeddedResources.complaints(object, schema, (metadata, at) -> List.of())
        : List.of();
    if (embedded.isEmpty()) {
      causes.addAll(Validation.validate(value, schema, path));
      return;
    }
    for (Cause cause : embedded) {
      boolean element = cause.field().startsWith("[");
      causes.add(
          new Cause(cause.reason(), cause.message(), path + (element ? "" : ".") + cause.field()));
    }
  }
}
