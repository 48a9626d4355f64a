package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.schema.Pruning;
import dev.informant.apiserver.internal.schema.TypedForm;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.values.GoNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Drops fields nobody knows from what is written, and says so as the request asks. Stateless. */
final class FieldValidation {
  /** A kube-apiserver names no more of what it finds while it reads. */
  private static final int MOST_COMPLAINTS = 100;

  private FieldValidation() {}

  /** For a whole body. */
  static void apply(Call call, ResourceType type, ObjectNode body, WriteOptions options) {
    List<String> complaints = new ArrayList<>();
    if (!options.fieldValidation().equals("Ignore")) {
      complaints.addAll(call.negotiation().duplicates(call.request()));
    }
    complaints.addAll(unknown(call, type, body, complaints.size()));
    String tooLarge = type.builtIn() ? GoNumbers.tooLarge(body) : null;
    if (tooLarge != null) {
      throw ApiStatusException.badRequest(type.kind() + " in version \"" + type.version()
          + "\" cannot be handled as a " + type.kind() + ": " + tooLarge);
    }
    MetadataRules.dropDuplicateOwners(body);
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
    warn(call, options, complaints);
  }

  /** What a patch makes of an object, refused if that is not of {@code type}. */
  static UnaryOperator<ObjectNode> after(
      Call call, ResourceType type, PatchBody patch, WriteOptions options) {
    List<String> duplicates = JsonBodies.duplicates(call.request().body());
    return current -> {
      ObjectNode patched = patch.apply(current);
      if (patch.converted()) {
        // It is put into an object of the type, whatever it says it is.
        patched.put("kind", type.kind()).put("apiVersion", type.apiVersion());
      }
      if (type.builtIn() && patched.path("apiVersion").asText("").isEmpty()) {
        warn(call, options, untyped(patched));
        Metadata.of(patched).node().remove("name"); // it is not looked for in what has no version
        return patched;
      }
      ObjectNode shown = patched.deepCopy();
      Decoding.fillNulls(type, patched);
      String mistake =
          type.builtIn() ? Decoding.mistake(type, patched) : Decoding.customShape(type, patched);
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
      complaints.addAll(patch.unknown());
      patched = patch.inOrder(patched);
      complaints.addAll(unknown(call, type, patched, complaints.size()));
      String tooLarge = type.builtIn() ? GoNumbers.tooLarge(patched) : null;
      if (tooLarge != null) {
        throw patch.refused(shown, tooLarge);
      }
      if (!complaints.isEmpty() && options.fieldValidation().equals("Strict")) {
        throw patch.refused(shown, "strict decoding error: " + String.join(", ", complaints));
      }
      warn(call, options, complaints);
      MetadataRules.dropDuplicateOwners(patched);
      return patched;
    };
  }

  /** All that an object without a version says: a real server knows none of it. */
  private static List<String> untyped(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names.stream()
        .filter(name -> !name.equals("kind") && !name.equals("apiVersion"))
        .sorted()
        .map(name -> "unknown field \"" + name + "\"")
        .toList();
  }

  private static void warn(Call call, WriteOptions options, List<String> complaints) {
    if (options.fieldValidation().equals("Warn")) {
      complaints.forEach(call::warn);
    }
  }

  /** {@code others} is how many complaints there are already. */
  private static List<String> unknown(Call call, ResourceType type, ObjectNode body, int others) {
    int most = type.builtIn() ? Math.max(0, MOST_COMPLAINTS - others) : Integer.MAX_VALUE;
    return paths(call, type, body).stream()
        .limit(most)
        .map(field -> "unknown field \"" + field + "\"")
        .toList();
  }

  private static List<String> paths(Call call, ResourceType type, ObjectNode body) {
    if (!type.builtIn()) {
      return CustomRules.coerce(type.schema(), body);
    }
    List<String> unknown = Pruning.pruneTyped(body, type.schema());
    if (!type.isDefinition()) {
      TypedForm.dropNulls(body, type.schema());
      call.negotiation().settle(type, body);
    }
    return unknown;
  }
}
