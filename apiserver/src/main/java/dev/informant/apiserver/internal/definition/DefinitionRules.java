package dev.informant.apiserver.internal.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.GoShown;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What a CRD must be like, and how it may change. Stateless. */
public final class DefinitionRules {
  private static final String APPROVAL = "api-approved.kubernetes.io";
  private static final String IMMUTABLE = "field is immutable";

  private DefinitionRules() {}

  /** What is wrong with a new CRD, besides its metadata. */
  public static List<Cause> check(JsonNode definition) {
    List<Cause> causes = new ArrayList<>();
    JsonNode spec = definition.path("spec");
    spec(spec, causes);
    names(definition.path("status").path("acceptedNames"), "status.acceptedNames", causes);
    stored(definition, causes);
    approval(definition, causes);
    preserving(spec, causes);
    return causes;
  }

  /** What is wrong with an update, besides its metadata. */
  public static List<Cause> checkChange(JsonNode current, JsonNode next) {
    List<Cause> causes = new ArrayList<>();
    JsonNode was = current.path("spec");
    JsonNode is = next.path("spec");
    spec(is, causes);
    if (established(current)) {
      immutable(was.path("scope"), is.path("scope"), "spec.scope", causes);
      immutable(
          was.path("names").path("kind"), is.path("names").path("kind"), "spec.names.kind", causes);
    }
    immutable(was.path("group"), is.path("group"), "spec.group", causes);
    immutable(
        was.path("names").path("plural"),
        is.path("names").path("plural"),
        "spec.names.plural",
        causes);
    causes.addAll(checkStatus(next));
    stored(next, causes);
    preserving(is, causes);
    return causes;
  }

  /** What is wrong with a status. */
  public static List<Cause> checkStatus(JsonNode definition) {
    List<Cause> causes = new ArrayList<>();
    names(definition.path("status").path("acceptedNames"), "status.acceptedNames", causes);
    return causes;
  }

  private static boolean established(JsonNode definition) {
    for (JsonNode condition : definition.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("Established")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static void immutable(JsonNode was, JsonNode is, String field, List<Cause> causes) {
    if (!was.equals(is)) {
      causes.add(Cause.invalid(field, GoJson.quoted(is.asText("")), IMMUTABLE));
    }
  }

  private static void spec(JsonNode spec, List<Cause> causes) {
    group(spec.path("group").asText(""), causes);
    String scope = spec.path("scope").asText("");
    if (scope.isEmpty()) {
      causes.add(Cause.required("spec.scope", ""));
    } else if (!scope.equals("Namespaced") && !scope.equals("Cluster")) {
      causes.add(Cause.unsupported("spec.scope", scope, "\"Cluster\", \"Namespaced\""));
    }
    InternalSpec internal = InternalSpec.of(spec);
    if (!internal.above("schema").path("openAPIV3Schema").isObject()) {
      for (int i = 0; i < internal.versions().size(); i++) {
        JsonNode schema = internal.within(internal.versions().get(i), "schema");
        if (!schema.path("openAPIV3Schema").isObject()) {
          causes.add(Cause.required("spec.versions[" + i + "].schema.openAPIV3Schema", ""));
        }
      }
    }
    boolean preserving = spec.path("preserveUnknownFields").asBoolean();
    if (preserving && defaults(internal)) {
      causes.add(Cause.invalid(
          "spec.preserveUnknownFields",
          "true",
          "must be false in order to use defaults in the schema"));
    }
    versions(internal, causes);
    for (String name : List.of("plural", "singular", "kind", "listKind")) {
      if (spec.path("names").path(name).asText("").isEmpty()) {
        causes.add(Cause.required("spec.names." + name, ""));
      }
    }
    names(spec.path("names"), "spec.names", causes);
    boolean status = internal.versions().stream().anyMatch(internal::hasStatus);
    VersionRules.schema(internal.above("schema"), status, "spec.validation", causes);
    VersionRules.subresources(internal.above("subresources"), "spec.subresources", causes);
    VersionRules.columns(internal.above("additionalPrinterColumns"), "spec", causes);
    selectable(internal, causes);
    String strategy = spec.path("conversion").path("strategy").asText("");
    if (preserving && spec.has("conversion") && !strategy.equals("None")) {
      causes.add(Cause.invalid(
          "spec.conversion.strategy",
          GoJson.quoted(strategy),
          "must be None if spec.preserveUnknownFields is true"));
    }
    ConversionRules.check(spec.path("conversion"), causes);
  }

  private static boolean defaults(InternalSpec internal) {
    return internal.versions().stream()
        .anyMatch(version -> SchemaTree.any(
            version.path("schema").path("openAPIV3Schema"),
            schema -> schema.hasNonNull("default")));
  }

  private static void selectable(InternalSpec internal, List<Cause> causes) {
    JsonNode fields = internal.above("selectableFields");
    if (fields.isEmpty()) {
      return;
    }
    if (internal.above("schema").isObject()) {
      JsonNode schema = internal.above("schema").path("openAPIV3Schema");
      VersionRules.selectableFields(fields, schema, "spec", causes);
    } else {
      causes.add(Cause.invalid(
          "spec.selectableFields", "\"\"", "may only be set when validations.schema is included"));
    }
  }

  private static void group(String group, List<Cause> causes) {
    if (group.isEmpty()) {
      causes.add(Cause.required("spec.group", ""));
      return;
    }
    List<String> wrong = NameForms.subdomain(group);
    if (!wrong.isEmpty()) {
      causes.add(Cause.invalid("spec.group", GoJson.quoted(group), String.join(",", wrong)));
    } else if (!group.contains(".")) {
      causes.add(Cause.invalid(
          "spec.group", GoJson.quoted(group), "should be a domain with at least one dot"));
    }
  }

  private static void versions(InternalSpec internal, List<Cause> causes) {
    Set<String> seen = new HashSet<>();
    boolean unique = true;
    int storage = 0;
    for (int i = 0; i < internal.versions().size(); i++) {
      JsonNode version = internal.versions().get(i);
      String at = "spec.versions[" + i + "]";
      String name = version.path("name").asText("");
      storage += version.path("storage").asBoolean() ? 1 : 0;
      unique &= seen.add(name);
      List<String> wrong = NameForms.letterLabel(name);
      if (!wrong.isEmpty()) {
        causes.add(Cause.invalid(at + ".name", GoJson.quoted(name), String.join(",", wrong)));
      }
      version(internal, version, at, causes);
    }
    if (!unique) {
      versionsWrong(internal, "must contain unique version names", causes);
    }
    if (storage != 1) {
      versionsWrong(internal, "must have exactly one version marked as storage version", causes);
    }
    if (!internal.versions().isEmpty()) {
      String first = internal.versions().get(0).path("name").asText("");
      List<String> wrong = first.isEmpty() ? List.of() : NameForms.letterLabel(first);
      if (!wrong.isEmpty()) {
        causes.add(Cause.invalid("spec.version", GoJson.quoted(first), String.join(",", wrong)));
      }
    }
  }

  private static void versionsWrong(InternalSpec internal, String detail, List<Cause> causes) {
    causes.add(Cause.invalid("spec.versions", GoDefinition.versions(internal), detail));
  }

  private static void version(
      InternalSpec internal, JsonNode version, String at, List<Cause> causes) {
    String warning = VersionRules.warning(version);
    if (warning != null) {
      causes.add(Cause.invalid(
          at + ".deprecationWarning", GoShown.of(version.path("deprecationWarning")), warning));
    }
    JsonNode schema = internal.within(version, "schema");
    VersionRules.schema(schema, internal.hasStatus(version), at + ".schema", causes);
    VersionRules.subresources(
        internal.within(version, "subresources"), at + ".subresources", causes);
    VersionRules.columns(internal.within(version, "additionalPrinterColumns"), at, causes);
    JsonNode fields = internal.within(version, "selectableFields");
    if (fields.isEmpty()) {
      return;
    }
    if (schema.path("openAPIV3Schema").isObject()) {
      VersionRules.selectableFields(fields, schema.path("openAPIV3Schema"), at, causes);
    } else {
      causes.add(Cause.invalid(
          at + ".selectableFields",
          "\"\"",
          "may only be set when `version.schema.openAPIV3Schema` is not included"));
    }
  }

  private static void names(JsonNode names, String path, List<Cause> causes) {
    for (String name : List.of("plural", "singular")) {
      name(names.path(name), path + "." + name, causes);
    }
    for (String name : List.of("kind", "listKind")) {
      JsonNode value = names.path(name);
      List<String> wrong = value.asText("").isEmpty()
          ? List.of()
          : NameForms.letterLabel(value.asText().toLowerCase(Locale.ROOT));
      if (!wrong.isEmpty()) {
        causes.add(Cause.invalid(
            path + "." + name,
            GoShown.of(value),
            "may have mixed case, but should otherwise match: " + String.join(",", wrong)));
      }
    }
    each(names.path("shortNames"), path + ".shortNames", causes);
    JsonNode kind = names.path("kind");
    if (!kind.asText("").isEmpty() && kind.equals(names.path("listKind"))) {
      causes.add(Cause.invalid(
          path + ".listKind", GoShown.of(kind), "kind and listKind may not be the same"));
    }
    each(names.path("categories"), path + ".categories", causes);
  }

  private static void name(JsonNode name, String path, List<Cause> causes) {
    if (!name.asText("").isEmpty()) {
      labelled(name, path, causes);
    }
  }

  private static void each(JsonNode names, String path, List<Cause> causes) {
    int index = 0;
    for (JsonNode name : names) {
      labelled(name, path + "[" + index++ + "]", causes);
    }
  }

  private static void labelled(JsonNode name, String path, List<Cause> causes) {
    List<String> wrong = NameForms.letterLabel(name.asText());
    if (!wrong.isEmpty()) {
      causes.add(Cause.invalid(path, GoShown.of(name), String.join(",", wrong)));
    }
  }

  /** Objects may be stored in every version that has been the storage version. */
  private static void stored(JsonNode definition, List<Cause> causes) {
    JsonNode stored = definition.path("status").path("storedVersions");
    String at = "status.storedVersions";
    if (stored.isEmpty()) {
      causes.add(Cause.invalid(
          at, stored.isArray() ? "[]" : "null", "must have at least one stored version"));
      return;
    }
    Map<String, Integer> left = new LinkedHashMap<>();
    for (int i = 0; i < stored.size(); i++) {
      left.put(stored.get(i).asText(), i);
    }
    Set<String> known = new HashSet<>(left.keySet());
    for (JsonNode version : definition.path("spec").path("versions")) {
      String name = version.path("name").asText();
      if (version.path("storage").asBoolean() && !known.contains(name)) {
        causes.add(
            Cause.invalid(at, GoShown.json(stored), "must have the storage version " + name));
      }
      left.remove(name);
    }
    left.forEach((name, index) -> causes.add(Cause.invalid(
        at + "[" + index + "]",
        GoJson.quoted(name),
        "missing from spec.versions; " + name
            + " was previously a storage version, and must remain in"
            + " spec.versions until a storage migration ensures no data remains persisted in "
            + name
            + " and removes " + name + " from status.storedVersions")));
  }

  /** Groups of Kubernetes itself are not for everybody. */
  private static void approval(JsonNode definition, List<Cause> causes) {
    String group = definition.path("spec").path("group").asText("");
    boolean own = group.equals("k8s.io")
        || group.endsWith(".k8s.io")
        || group.equals("kubernetes.io")
        || group.endsWith(".kubernetes.io");
    if (!own) {
      return;
    }
    String at = "metadata.annotations[" + APPROVAL + "]";
    String approval =
        definition.path("metadata").path("annotations").path(APPROVAL).asText("");
    String start = "protected groups must have approval annotation " + GoJson.quoted(APPROVAL);
    String end = ", see https://github.com/kubernetes/enhancements/pull/1111";
    if (approval.isEmpty()) {
      causes.add(Cause.required(at, start + end));
    } else if (!approval.startsWith("unapproved") && !approval.matches("[a-z]+://[^/].*")) {
      causes.add(Cause.invalid(
          at,
          GoJson.quoted(approval),
          start + " with either a URL or a reason starting with \"unapproved\"" + end));
    }
  }

  private static void preserving(JsonNode spec, List<Cause> causes) {
    if (spec.path("preserveUnknownFields").asBoolean()) {
      causes.add(Cause.invalid(
          "spec.preserveUnknownFields",
          "true",
          "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in"
              + " spec.versions[*].schema instead"));
    }
  }
}
