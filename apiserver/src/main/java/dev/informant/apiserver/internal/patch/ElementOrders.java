package dev.informant.apiserver.internal.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.schema.Schemas;
import java.util.Map;

/** Whether the lists whose order a strategic merge patch gives are lists that the kind has. Stateless. */
public final class ElementOrders {
  private static final String ORDER = "$setElementOrder/";

  private ElementOrders() {}

  /** Fails if the patch orders a list that {@code schema}, of the type {@code name}, does not have. */
  public static void check(JsonNode schema, String name, JsonNode original, JsonNode patch)
      throws PatchException {
    JsonNode fields = schema.path("properties");
    if (fields.isEmpty() || !patch.isObject() || !original.isObject()) {
      return; // what is put there as a whole is not looked at
    }
    for (Map.Entry<String, JsonNode> property : patch.properties()) {
      String field = property.getKey();
      if (field.startsWith(ORDER) && !fields.has(field.substring(ORDER.length()))) {
        throw PatchException.failed("unable to find api field in struct " + name
            + " for the json field \"" + field.substring(ORDER.length()) + "\"");
      }
      JsonNode of = fields.path(field);
      if (of.isObject() && property.getValue().isObject()) {
        String reference = of.path("$ref").asText(name);
        check(
            Schemas.resolved(of),
            reference.substring(reference.lastIndexOf('.') + 1),
            original.path(field),
            property.getValue());
      }
    }
  }
}
