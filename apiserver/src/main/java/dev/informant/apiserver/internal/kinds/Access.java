package dev.informant.apiserver.internal.kinds;

import static dev.informant.apiserver.internal.kinds.Column.AGE;
import static dev.informant.apiserver.internal.kinds.Column.NAME;
import static dev.informant.apiserver.internal.kinds.Column.column;
import static dev.informant.apiserver.internal.kinds.Column.text;
import static dev.informant.apiserver.internal.kinds.Column.textOr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind.Trait;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.NameForms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Who may do what, and who somebody is. Stateless. */
final class Access {
  private static final String GROUP = "rbac.authorization.k8s.io";

  private Access() {}

  static List<Kind> kinds() {
    return List.of(
        roles("roles").checks(object -> role(object, /* namespaced= */ true)),
        roles("clusterroles").checks(object -> role(object, /* namespaced= */ false)),
        bindings("rolebindings").checks(object -> binding(object, "Role", "ClusterRole")),
        bindings("clusterrolebindings").checks(object -> binding(object, "ClusterRole")),
        Kind.of("serviceaccounts")
            .traits(Trait.ANSWERS_WITH_OBJECT, Trait.CHECKED_AS_NEW)
            .columns(() -> List.of(NAME, AGE)),
        Kind.of("certificatesigningrequests.certificates.k8s.io")
            .traits(Trait.ANY_NAME, Trait.RECORDS_REQUESTER)
            .selectBy("spec.signerName")
            .names((object, name, masked, prefix) -> List.of())
            .updating((before, after) -> after.set("spec", before.path("spec")))
            .checks(object -> signing(object.at("spec")))
            .columns(() -> List.of(
                NAME,
                AGE,
                textOr(Cells.NONE, "SignerName", "spec.signerName"),
                text("Requestor", "spec.username"),
                column("RequestedDuration", (object, now) -> {
                  JsonNode seconds = Kind.at(object, "spec.expirationSeconds");
                  return seconds.isNumber()
                      ? Cells.human(Duration.ofSeconds(seconds.asLong()))
                      : Cells.NONE;
                }),
                column("Condition", (object, now) -> approval(object.path("status"))))),
        Kind.of("clustertrustbundles.certificates.k8s.io").selectBy("spec.signerName"),
        Kind.of("podcertificaterequests.certificates.k8s.io")
            .selectBy("spec.signerName", "spec.podName", "spec.nodeName"));
  }

  private static Kind roles(String plural) {
    return Kind.of(plural + "." + GROUP)
        .traits(Trait.CREATED_BY_UPDATE, Trait.CHECKED_AS_NEW)
        .names((object, name, masked, prefix) -> NameForms.segment(name, prefix));
  }

  private static Kind bindings(String plural) {
    return roles(plural)
        .defaults(Access::fill)
        .fixed(Access::roleReference)
        .columns(() -> List.of(
            NAME,
            column(
                "Role",
                (object, now) -> Cells.text(object, "roleRef", "kind") + "/"
                    + Cells.text(object, "roleRef", "name")),
            AGE,
            column("Users", (object, now) -> subjects(object, "User")).wide(),
            column("Groups", (object, now) -> subjects(object, "Group")).wide(),
            column("ServiceAccounts", (object, now) -> subjects(object, "ServiceAccount"))
                .wide()));
  }

  private static void fill(ObjectNode binding) {
    inGroup(Json.objectAt(binding, "roleRef"));
    for (JsonNode subject : binding.path("subjects")) {
      if (List.of("User", "Group").contains(subject.path("kind").asText(""))) {
        inGroup((ObjectNode) subject);
      }
    }
  }

  private static void inGroup(ObjectNode reference) {
    if (reference.path("apiGroup").asText("").isEmpty()) {
      reference.put("apiGroup", GROUP);
    }
  }

  private static void role(Checks object, boolean namespaced) {
    object.each("rules", rule -> {
      if (rule.get("verbs").isEmpty()) {
        rule.add(Cause.required(rule.path("verbs"), "verbs must contain at least one value"));
      }
      JsonNode urls = rule.get("nonResourceURLs");
      if (!urls.isEmpty()) {
        if (namespaced) {
          rule.invalid(
              "nonResourceURLs",
              urls.toString(),
              "namespaced rules cannot apply to non-resource URLs");
        }
        if (!rule.get("apiGroups").isEmpty() || !rule.get("resources").isEmpty()) {
          rule.invalid(
              "nonResourceURLs",
              urls.toString(),
              "rules cannot apply to both regular resources and non-resource URLs");
        }
        return;
      }
      if (rule.get("apiGroups").isEmpty()) {
        rule.add(Cause.required(
            rule.path("apiGroups"), "resource rules must supply at least one api group"));
      }
      if (rule.get("resources").isEmpty()) {
        rule.add(Cause.required(
            rule.path("resources"), "resource rules must supply at least one resource"));
      }
    });
  }

  private static void binding(Checks object, String... kinds) {
    Checks role = object.at("roleRef");
    String group = role.text("apiGroup");
    if (!group.isEmpty() && !group.equals("rbac.authorization.k8s.io")) {
      role.add(Cause.unsupported(role.path("apiGroup"), group, "\"rbac.authorization.k8s.io\""));
    }
    if (!List.of(kinds).contains(role.text("kind"))) {
      role.add(Cause.unsupported(
          role.path("kind"), role.text("kind"), "\"" + String.join("\", \"", kinds) + "\""));
    }
    role.required("name");
    object.each("subjects", subject -> {
      subject.required("name");
      subject.oneOf("kind", "ServiceAccount", "User", "Group");
    });
  }

  private static void roleReference(JsonNode before, JsonNode after, List<Cause> causes) {
    if (!Likeness.same("roleRef", before.path("roleRef"), after.path("roleRef"))) {
      JsonNode role = after.path("roleRef");
      String shown = "{\"APIGroup\":" + role.path("apiGroup") + ",\"Kind\":" + role.path("kind")
          + ",\"Name\":" + role.path("name") + "}";
      causes.add(Cause.invalid("roleRef", shown, "cannot change roleRef"));
    }
  }

  private static void signing(Checks spec) {
    if (spec.text("request").isEmpty()) {
      spec.invalid("request", "null", "PEM block type must be CERTIFICATE REQUEST");
    }
    spec.required("usages").required("signerName");
  }

  private static String subjects(JsonNode binding, String kind) {
    List<String> names = new ArrayList<>();
    for (JsonNode subject : binding.path("subjects")) {
      if (Cells.text(subject, "kind").equals(kind)) {
        String name = Cells.text(subject, "name");
        names.add(
            kind.equals("ServiceAccount") ? Cells.text(subject, "namespace") + "/" + name : name);
      }
    }
    return String.join(", ", names);
  }

  /** Whether a request for a certificate has been approved, and what came of it. */
  private static String approval(JsonNode status) {
    List<String> conditions = Cells.each(status.path("conditions"), "type");
    String decision = conditions.contains("Denied")
        ? "Denied"
        : conditions.contains("Approved") ? "Approved" : "Pending";
    return decision
        + (conditions.contains("Failed") ? ",Failed" : "")
        + (status.path("certificate").asText("").isEmpty() ? "" : ",Issued");
  }
}
