package dev.informant.apiserver.patch;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.values.ModelFields;
import java.util.Map;

/** Whether the lists whose order a strategic merge patch says are lists that the kind has. Stateless. */
public final class ElementOrders {
  private static final String ORDER = "$setElementOrder/";

  private ElementOrders() {}

  /** Fails if the patch orders a list of which {@code model} knows nothing. */
  public static void check(Class<?> model, JsonNode original, JsonNode patch)
      throws PatchException {
    Map<String, JavaType> fields = ModelFields.of(model);
    if (fields.isEmpty() || !patch.isObject() || !original.isObject()) {
      return; // what is put there as a whole is not looked at
    }
    for (Map.Entry<String, JsonNode> property : patch.properties()) {
      String name = property.getKey();
      JavaType type = fields.get(name);
      if (name.startsWith(ORDER) && !fields.containsKey(name.substring(ORDER.length()))) {
        throw PatchException.failed("unable to find api field in struct " + model.getSimpleName()
            + " for the json field \"" + name.substring(ORDER.length()) + "\"");
      }
      if (type != null && property.getValue().isObject()) {
        check(type.getRawClass(), original.path(name), property.getValue());
      }
    }
  }
}
