package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.CustomVersion;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.values.GoNumbers;
import dev.informant.apiserver.values.ModelFields;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

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
    warnOfOwners(call, body, "");
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
      String mistake = type.builtIn()
          ? Decoding.mistake(call.negotiation(), type, patched, patch.converted())
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
      warnOfOwners(call, patched, " after mutating admission happens"); // where it looks at them
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

  private static void warnOfOwners(Call call, ObjectNode object, String when) {
    List<String> uids = MetadataRules.dropDuplicateOwners(object);
    if (!uids.isEmpty()) {
      call.warn(".metadata.ownerReferences contains duplicate entries" + when
          + "; API server dedups owner"
          + " references in 1.20+, and may reject such requests as early as 1.24; please fix your"
          + " requests; duplicate UID(s) observed: " + String.join(", ", uids));
    }
  }

  private static void warn(Call call, WriteOptions options, List<String> complaints) {
    if (options.fieldValidation().equals("Warn")) {
      complaints.stream().flatMap(FieldValidation::lines).forEach(call::warn);
    }
  }

  /** A complaint that is a heading and lines below it, as of YAML, is a warning for each line. */
  private static Stream<String> lines(String complaint) {
    return complaint.indexOf('\n') < 0
        ? Stream.of(complaint)
        : complaint.lines().skip(1).map(String::strip);
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
    Class<?> model = type.model();
    if (model != null) {
      List<String> unknown = ModelFields.dropUnknown(model, body);
      if (!type.isDefinition()) {
        ModelFields.dropNulls(model, body);
        call.negotiation().settle(type, body);
      }
      return unknown;
    }
    CustomVersion custom = type.custom();
    return custom == null ? List.of() : CustomRules.coerce(CustomRules.schema(custom), body);
  }
}
