package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.List;

/** What questions about access must say. Stateless. */
public final class ReviewRules {
  private static final String RESOURCE = "resourceAttributes";
  private static final String PATH = "nonResourceAttributes";

  private ReviewRules() {}

  /** What is wrong with an access review of {@code kind}, whose namespace has been filled in. */
  public static List<Cause> check(String kind, ObjectNode review) {
    Checks checks = Checks.of(review);
    Checks spec = checks.at("spec");
    boolean self = kind.equals("SelfSubjectAccessReview");
    boolean local = kind.equals("LocalSubjectAccessReview");
    if (spec.present(RESOURCE) && spec.present(PATH)) {
      spec.invalid(
          PATH,
          shown(spec.get(PATH)),
          "cannot be specified in combination with resourceAttributes");
    }
    if (!spec.present(RESOURCE) && !spec.present(PATH)) {
      spec.invalid(
          RESOURCE,
          "null",
          "exactly one of nonResourceAttributes or resourceAttributes must be specified");
    }
    if (!self && spec.text("user").isEmpty() && spec.get("groups").isEmpty()) {
      spec.invalid("user", "\"\"", "at least one of user or group must be specified");
    }
    selector(spec.at(RESOURCE).at("fieldSelector"), spec.at(RESOURCE), "fieldSelector");
    selector(spec.at(RESOURCE).at("labelSelector"), spec.at(RESOURCE), "labelSelector");
    ObjectNode metadata = review.path("metadata") instanceof ObjectNode object
        ? object.deepCopy().without(List.of("managedFields"))
        : JsonNodeFactory.instance.objectNode();
    boolean empty = local ? metadata.deepCopy().without("namespace").isEmpty() : metadata.isEmpty();
    if (!empty) {
      checks.invalid(
          "metadata",
          metadata.toString(),
          local ? "must be empty except for namespace" : "must be empty");
    }
    if (local) {
      local(spec, metadata.path("namespace").asText(""));
    }
    return checks.causes();
  }

  private static void local(Checks spec, String namespace) {
    String other = spec.at(RESOURCE).text("namespace");
    if (spec.present(RESOURCE) && !other.equals(namespace)) {
      spec.at(RESOURCE).invalid("namespace", Checks.quoted(other), "must match metadata.namespace");
    }
    if (spec.present(PATH)) {
      spec.invalid(PATH, shown(spec.get(PATH)), "disallowed on this kind of request");
    }
  }

  private static void selector(Checks selector, Checks attributes, String field) {
    if (!attributes.present(field)) {
      return;
    }
    boolean raw = !selector.text("rawSelector").isEmpty();
    boolean required = !selector.get("requirements").isEmpty();
    if (raw && required) {
      selector.invalid(
          "rawSelector",
          Checks.quoted(selector.text("rawSelector")),
          "may not specified at the same time as requirements");
    }
    if (!raw && !required) {
      selector.add(Cause.required(
          selector.path("requirements"),
          "when " + attributes.path(field)
              + " is specified, requirements or rawSelector is required"));
    }
    selector.each("requirements", requirement -> {
      boolean label = field.equals("labelSelector");
      if (!label && requirement.text("key").isEmpty()) {
        requirement.add(Cause.required(requirement.path("key"), "must be specified"));
      }
      String operator = requirement.text("operator");
      boolean values = !requirement.get("values").isEmpty();
      if ((operator.equals("In") || operator.equals("NotIn")) && !values) {
        requirement.add(Cause.required(
            requirement.path("values"), "must be specified when `operator` is 'In' or 'NotIn'"));
      }
      if ((operator.equals("Exists") || operator.equals("DoesNotExist")) && values) {
        requirement.add(Cause.forbidden(
            requirement.path("values"),
            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
      }
      if (label) {
        forms(requirement);
      }
    });
  }

  private static void forms(Checks requirement) {
    String key = requirement.text("key");
    NameForms.key(key).forEach(wrong -> requirement.invalid("key", Checks.quoted(key), wrong));
    int index = 0;
    for (JsonNode value : requirement.get("values")) {
      String field = "values[" + index++ + "]";
      NameForms.value(value.asText())
          .forEach(wrong -> requirement.invalid(field, Checks.quoted(value.asText()), wrong));
    }
  }

  /** Its fields as Go names them. */
  private static String shown(JsonNode path) {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown
        .put("Path", path.path("path").asText(""))
        .put("Verb", path.path("verb").asText(""));
    return shown.toString();
  }
}
