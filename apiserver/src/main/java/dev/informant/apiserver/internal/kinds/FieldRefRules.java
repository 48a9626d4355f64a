package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a container may be told of its own pod. Stateless. */
final class FieldRefRules {
  private static final List<String> OF_VARIABLES = List.of(
      "metadata.name",
      "metadata.namespace",
      "metadata.uid",
      "spec.nodeName",
      "spec.serviceAccountName",
      "status.hostIP",
      "status.hostIPs",
      "status.podIP",
      "status.podIPs");
  private static final List<String> OF_VOLUMES = List.of(
      "metadata.annotations",
      "metadata.labels",
      "metadata.name",
      "metadata.namespace",
      "metadata.uid");
  private static final Set<String> KNOWN = Set.of(
      "metadata.annotations",
      "metadata.labels",
      "metadata.name",
      "metadata.namespace",
      "metadata.uid",
      "spec.nodeName",
      "spec.restartPolicy",
      "spec.serviceAccountName",
      "spec.schedulerName",
      "status.phase",
      "status.hostIP",
      "status.hostIPs",
      "status.podIP",
      "status.podIPs",
      "spec.host");
  private static final List<String> RESOURCES = List.of(
      "limits.cpu",
      "limits.ephemeral-storage",
      "limits.memory",
      "requests.cpu",
      "requests.ephemeral-storage",
      "requests.memory");

  private FieldRefRules() {}

  static void ofVariable(Checks reference) {
    check(reference, OF_VARIABLES);
  }

  static void ofVolume(Checks reference) {
    check(reference, OF_VOLUMES);
  }

  private static void check(Checks reference, List<String> allowed) {
    String path = reference.text("fieldPath");
    if (path.isEmpty()) {
      reference.required("fieldPath");
      return;
    }
    int bracket = path.indexOf("['");
    boolean subscripted = bracket > 0 && path.endsWith("']");
    String field = subscripted ? path.substring(0, bracket) : path;
    if (subscripted && !field.equals("metadata.annotations") && !field.equals("metadata.labels")) {
      inconvertible(reference, path, "field label does not support subscript: " + path);
    } else if (!KNOWN.contains(field)) {
      inconvertible(reference, path, "field label not supported: " + path);
    } else if (subscripted) {
      String key = path.substring(bracket + 2, path.length() - 2);
      String checked = field.equals("metadata.annotations") ? key.toLowerCase(Locale.ROOT) : key;
      NameForms.key(checked)
          .forEach(wrong ->
              reference.add(Cause.invalid(reference.here(), Checks.quoted(checked), wrong)));
    } else if (!allowed.contains(field)) {
      reference.add(Cause.unsupported(
          reference.path("fieldPath"), field, "\"" + String.join("\", \"", allowed) + "\""));
    }
  }

  private static void inconvertible(Checks reference, String path, String why) {
    reference.invalid("fieldPath", Checks.quoted(path), "error converting fieldPath: " + why);
  }

  static void resource(Checks reference, boolean inVolume) {
    JsonNode resource = reference.get("resource");
    if (inVolume && reference.text("containerName").isEmpty()) {
      reference.required("containerName");
    } else if (resource.asText("").isEmpty()) {
      reference.required("resource");
    } else if (!RESOURCES.contains(resource.asText())
        && !resource.asText().startsWith("limits.hugepages-")
        && !resource.asText().startsWith("requests.hugepages-")) {
      reference.add(Cause.unsupported(
          reference.path("resource"),
          resource.asText(),
          "\"" + String.join("\", \"", RESOURCES) + "\""));
    }
  }
}
