package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.CustomVersion;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.schema.ModelFields;
import dev.informant.apiserver.schema.Pruning;
import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.status.Cause;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Drops fields nobody knows from what is written, and says so as the request asks. Stateless. */
final class FieldValidation {
  private static final Set<String> MODES = Set.of("Ignore", "Warn", "Strict");

  private FieldValidation() {}

  /** For a whole body. */
  static void apply(Responses responses, ResourceType type, ObjectNode body) {
    List<String> unknown = unknown(type, body);
    String mode = mode(responses.request());
    if (!unknown.isEmpty() && mode.equals("Strict")) {
      throw ApiStatusException.badRequest(type.kind()
          + " in version \""
          + type.version()
          + "\" cannot be handled as a "
          + type.kind()
          + ": strict decoding error: "
          + unknown.stream().map(FieldValidation::text).collect(Collectors.joining(", ")));
    }
    if (mode.equals("Warn")) {
      unknown.forEach(field -> responses.warn(text(field)));
    }
  }

  /** For what a patch makes of an object. */
  static UnaryOperator<ObjectNode> after(
      Responses responses, ResourceType type, UnaryOperator<ObjectNode> patch) {
    String mode = mode(responses.request());
    return current -> {
      ObjectNode patched = patch.apply(current);
      List<String> unknown = unknown(type, patched);
      if (!unknown.isEmpty() && mode.equals("Strict")) {
        List<Cause> causes = List.of(Cause.invalid(
            "patch",
            "{}",
            "strict decoding error: "
                + unknown.stream().map(FieldValidation::text).collect(Collectors.joining(", "))));
        throw ObjectRules.invalid(type, Metadata.of(patched).name(), causes);
      }
      if (mode.equals("Warn")) {
        unknown.forEach(field -> responses.warn(text(field)));
      }
      return patched;
    };
  }

  private static List<String> unknown(ResourceType type, ObjectNode body) {
    Class<?> model = type.model();
    if (model != null) {
      return ModelFields.dropUnknown(model, body);
    }
    CustomVersion custom = type.custom();
    return custom == null || custom.schema() == null
        ? List.of()
        : Pruning.prune(body, custom.schema());
  }

  private static String text(String field) {
    return "unknown field \"" + field + "\"";
  }

  private static String mode(ApiRequest request) {
    String mode = request.parameter("fieldValidation");
    if (mode == null || mode.isEmpty()) {
      return "Warn";
    }
    if (!MODES.contains(mode)) {
      throw ApiStatusException.invalid(
          "meta.k8s.io",
          "CreateOptions",
          "",
          List.of(Cause.unsupported(
              "fieldValidation", mode, "\"\", \"Ignore\", \"Strict\", \"Warn\"")));
    }
    return mode;
  }
}
