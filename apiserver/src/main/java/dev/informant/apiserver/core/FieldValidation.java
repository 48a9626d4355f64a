package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.CustomVersion;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.schema.DuplicateFields;
import dev.informant.apiserver.schema.ModelFields;
import dev.informant.apiserver.status.ApiStatusException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Drops fields nobody knows from what is written, and says so as the request asks. Stateless. */
final class FieldValidation {
  private FieldValidation() {}

  /** For a whole body. */
  static void apply(Responses responses, ResourceType type, ObjectNode body, WriteOptions options) {
    List<String> complaints = new ArrayList<>(unknown(type, body));
    String format = responses.request().header("content-type");
    boolean json = format == null || JsonNegotiation.mediaType(format).equals("application/json");
    if (json && !options.fieldValidation().equals("Ignore")) {
      complaints.addAll(duplicates(responses.request()));
    }
    if (complaints.isEmpty()) {
      return;
    }
    if (options.fieldValidation().equals("Strict")) {
      throw ApiStatusException.badRequest(type.kind()
          + " in version \""
          + type.version()
          + "\" cannot be handled as a "
          + type.kind()
          + ": strict decoding error: "
          + String.join(", ", complaints));
    }
    warn(responses, options, complaints);
  }

  /** What a patch makes of an object, refused if that is not of {@code type}. */
  static UnaryOperator<ObjectNode> after(
      Responses responses, ResourceType type, PatchRequests patch, WriteOptions options) {
    List<String> duplicates = duplicates(responses.request());
    return current -> {
      ObjectNode patched = patch.apply(current);
      ObjectNode shown = patched.deepCopy();
      String mistake = type.builtIn()
          ? Decoding.mistake(responses.negotiation(), type, patched, patch.converted())
          : Decoding.customShape(type, patched);
      if (mistake != null) {
        throw patch.refused(shown, mistake);
      }
      if (type.builtIn()) {
        Decoding.checkVersion(type, Decoding.Named.of(type, patched));
      } else {
        patch.checkTyped(shown);
        Decoding.checkCustomKind(type, patched);
      }
      List<String> complaints = new ArrayList<>(duplicates);
      complaints.addAll(unknown(type, patched));
      if (!complaints.isEmpty() && options.fieldValidation().equals("Strict")) {
        throw patch.refused(shown, "strict decoding error: " + String.join(", ", complaints));
      }
      warn(responses, options, complaints);
      return patched;
    };
  }

  private static void warn(Responses responses, WriteOptions options, List<String> complaints) {
    if (options.fieldValidation().equals("Warn")) {
      complaints.forEach(responses::warn);
    }
  }

  private static List<String> duplicates(ApiRequest request) {
    return DuplicateFields.in(request.body()).stream()
        .map(field -> "duplicate field \"" + field + "\"")
        .toList();
  }

  private static List<String> unknown(ResourceType type, ObjectNode body) {
    return paths(type, body).stream()
        .map(field -> "unknown field \"" + field + "\"")
        .toList();
  }

  private static List<String> paths(ResourceType type, ObjectNode body) {
    Class<?> model = type.model();
    if (model != null) {
      List<String> unknown = ModelFields.dropUnknown(model, body);
      if (!type.group().equals("apiextensions.k8s.io")) {
        ModelFields.dropEmpty(model, body);
      }
      return unknown;
    }
    CustomVersion custom = type.custom();
    return custom == null ? List.of() : CustomRules.coerce(CustomRules.schema(custom), body);
  }
}
