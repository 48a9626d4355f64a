package dev.informant.apiserver.content;

import static dev.informant.apiserver.content.BuiltInColumns.column;
import static dev.informant.apiserver.content.BuiltInColumns.count;
import static dev.informant.apiserver.content.BuiltInColumns.number;
import static dev.informant.apiserver.content.BuiltInColumns.text;
import static dev.informant.apiserver.content.BuiltInColumns.textOr;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.content.Columns.Column;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The columns of common kinds of the other groups. */
final class OtherColumns {
  private OtherColumns() {}

  static void addTo(Map<String, List<Column>> kinds) {
    kinds.put(
        "coordination.k8s.io/Lease",
        List.of(Columns.NAME, text("Holder", "spec", "holderIdentity"), Columns.AGE));
    kinds.put(
        "discovery.k8s.io/EndpointSlice",
        List.of(
            Columns.NAME,
            text("AddressType", "addressType"),
            column("Ports", (object, now) -> {
              List<String> all = new ArrayList<>();
              object.path("ports").forEach(port -> all.add(port(port)));
              return fewOrUnset(all);
            }),
            column("Endpoints", (object, now) -> {
              List<String> all = new ArrayList<>();
              object
                  .path("endpoints")
                  .forEach(endpoint -> all.addAll(Cells.each(endpoint.path("addresses"), "")));
              return fewOrUnset(all);
            }),
            Columns.AGE));
    kinds.put(
        "networking.k8s.io/Ingress",
        List.of(
            Columns.NAME,
            textOr(Cells.NONE, "Class", "spec", "ingressClassName"),
            column("Hosts", (object, now) -> {
              return hosts(Cells.each(Cells.at(object, "spec", "rules"), "host"));
            }),
            column("Address", (object, now) -> {
              List<String> all = new ArrayList<>();
              Cells.at(object, "status", "loadBalancer", "ingress")
                  .forEach(ingress ->
                      all.add(Cells.textOr(Cells.text(ingress, "hostname"), ingress, "ip")));
              return String.join(",", all);
            }),
            column(
                "Ports",
                (object, now) -> Cells.at(object, "spec", "tls").isEmpty() ? "80" : "80, 443"),
            Columns.AGE));
    kinds.put(
        "networking.k8s.io/NetworkPolicy",
        List.of(
            Columns.NAME,
            column(
                "Pod-Selector",
                (object, now) -> Cells.selector(Cells.at(object, "spec", "podSelector"))),
            Columns.AGE));
    kinds.put(
        "storage.k8s.io/StorageClass",
        List.of(
            new Column("Name", "string", "name", "", 0, (object, now) -> {
              JsonNode isDefault = Cells.at(object, "metadata", "annotations")
                  .path("storageclass.kubernetes.io/is-default-class");
              String name = Cells.text(object, "metadata", "name");
              return isDefault.asText().equals("true") ? name + " (default)" : name;
            }),
            text("Provisioner", "provisioner"),
            textOr("Delete", "ReclaimPolicy", "reclaimPolicy"),
            textOr("Immediate", "VolumeBindingMode", "volumeBindingMode"),
            new Column(
                "AllowVolumeExpansion",
                "string",
                0,
                (object, now) -> object.path("allowVolumeExpansion").asBoolean()),
            Columns.AGE));
    kinds.put(
        "policy/PodDisruptionBudget",
        List.of(
            Columns.NAME,
            textOr("N/A", "Min Available", "spec", "minAvailable"),
            textOr("N/A", "Max Unavailable", "spec", "maxUnavailable"),
            number("Allowed Disruptions", "status", "disruptionsAllowed"),
            Columns.AGE));
    kinds.put(
        "certificates.k8s.io/CertificateSigningRequest",
        List.of(
            Columns.NAME,
            Columns.AGE,
            textOr(Cells.NONE, "SignerName", "spec", "signerName"),
            text("Requestor", "spec", "username"),
            column("RequestedDuration", (object, now) -> {
              JsonNode seconds = Cells.at(object, "spec", "expirationSeconds");
              return seconds.isNumber()
                  ? Cells.human(Duration.ofSeconds(seconds.asLong()))
                  : Cells.NONE;
            }),
            column("Condition", (object, now) -> approval(object.path("status")))));
    List<Column> bindings = List.of(
        Columns.NAME,
        column(
            "Role",
            (object, now) -> Cells.text(object, "roleRef", "kind") + "/"
                + Cells.text(object, "roleRef", "name")),
        Columns.AGE,
        column("Users", (object, now) -> subjects(object, "User")).wide(),
        column("Groups", (object, now) -> subjects(object, "Group")).wide(),
        column("ServiceAccounts", (object, now) -> subjects(object, "ServiceAccount"))
            .wide());
    kinds.put("rbac.authorization.k8s.io/RoleBinding", bindings);
    kinds.put("rbac.authorization.k8s.io/ClusterRoleBinding", bindings);
    kinds.put(
        "autoscaling/HorizontalPodAutoscaler",
        List.of(
            Columns.NAME,
            column("Reference", (object, now) -> {
              JsonNode target = Cells.at(object, "spec", "scaleTargetRef");
              return Cells.text(target, "kind") + "/" + Cells.text(target, "name");
            }),
            column("Targets", (object, now) -> AutoscalerCells.targets(object)),
            textOr("1", "MinPods", "spec", "minReplicas"),
            count("MaxPods", "spec", "maxReplicas"),
            count("Replicas", "status", "currentReplicas"),
            Columns.AGE));
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

  private static String fewOrUnset(List<String> all) {
    String few = Cells.firstFew(all, all.size());
    return few.isEmpty() ? Cells.UNSET : few;
  }

  private static String port(JsonNode port) {
    return port.hasNonNull("port")
        ? port.path("port").asText()
        : port.hasNonNull("name") ? port.path("name").asText() : "*";
  }

  /** The hosts of rules; what is more than three are the rules after the third host, with a host or without. */
  private static String hosts(List<String> rules) {
    List<String> hosts = new ArrayList<>();
    boolean more = false;
    for (String host : rules) {
      more |= hosts.size() == 3;
      if (!more && !host.isEmpty()) {
        hosts.add(host);
      }
    }
    return hosts.isEmpty()
        ? "*"
        : more ? Cells.firstFew(hosts, rules.size()) : String.join(",", hosts);
  }
}
