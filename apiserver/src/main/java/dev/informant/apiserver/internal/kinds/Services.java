package dev.informant.apiserver.internal.kinds;

import static dev.informant.apiserver.internal.kinds.Column.AGE;
import static dev.informant.apiserver.internal.kinds.Column.NAME;
import static dev.informant.apiserver.internal.kinds.Column.column;
import static dev.informant.apiserver.internal.kinds.Column.labels;
import static dev.informant.apiserver.internal.kinds.Column.text;
import static dev.informant.apiserver.internal.kinds.Column.textOr;
import static dev.informant.apiserver.internal.kinds.UpdateRule.fixed;
import static dev.informant.apiserver.internal.kinds.UpdateRule.fixedText;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind.Trait;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.Addresses;
import java.util.ArrayList;
import java.util.List;

/** Services, what stands behind them and what leads to them. Stateless. */
final class Services {
  private static final String[] ALL_METADATA = {
    "labels", "annotations", "finalizers", "ownerReferences"
  };

  private Services() {}

  static List<Kind> kinds() {
    return List.of(
        Kind.of("services")
            .traits(
                Trait.CREATED_BY_UPDATE,
                Trait.ANSWERS_WITH_OBJECT,
                Trait.CHECKED_AS_NEW,
                Trait.CHANGES_FIRST)
            .labelNames()
            .selectBy("spec.clusterIP", "spec.type")
            .defaults(Services::fill)
            .updating(
                (before, after) -> keepAddresses(before.path("spec"), Json.objectAt(after, "spec")))
            .checks(object -> ServiceRules.check(object.at("spec")))
            .fixed(ServiceUpdates::check)
            .columns(() -> List.of(
                NAME,
                text("Type", "spec.type"),
                textOr(Cells.NONE, "Cluster-IP", "spec.clusterIP"),
                column("External-IP", (service, now) -> externalAddress(service)),
                column("Port(s)", (service, now) -> servicePorts(service)),
                AGE,
                labels("Selector", "spec.selector").wide())),
        Kind.of("endpoints")
            .traits(Trait.CREATED_BY_UPDATE)
            .deprecated(
                "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice")
            .defaults(object -> object
                .path("subsets")
                .forEach(subset -> subset.path("ports").forEach(Services::overTcp)))
            .checks(object -> object.each("subsets", Services::subset))
            .columns(
                () -> List.of(NAME, column("Endpoints", (object, now) -> endpoints(object)), AGE)),
        Kind.of("endpointslices.discovery.k8s.io")
            .traits(Trait.GENERATION)
            .counting("labels")
            .defaults(object -> object.path("ports").forEach(port -> {
              overTcp(port);
              if (!port.hasNonNull("name")) {
                ((ObjectNode) port).put("name", "");
              }
            }))
            .checks(object -> object.required("addressType"))
            .fixed(fixedText("addressType"))
            .columns(() -> List.of(
                NAME,
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
                AGE)),
        Kind.of("ingresses.networking.k8s.io")
            .traits(Trait.GENERATION)
            .checks(IngressRules::check)
            .columns(() -> List.of(
                NAME,
                textOr(Cells.NONE, "Class", "spec.ingressClassName"),
                column("Hosts", (object, now) -> {
                  return hosts(Cells.each(Kind.at(object, "spec.rules"), "host"));
                }),
                column("Address", (object, now) -> String.join(",", balancers(object))),
                column(
                    "Ports",
                    (object, now) -> Kind.at(object, "spec.tls").isEmpty() ? "80" : "80, 443"),
                AGE)),
        Kind.of("ingressclasses.networking.k8s.io")
            .traits(Trait.GENERATION, Trait.CHECKED_AS_NEW, Trait.CHANGES_FIRST)
            .checks(object -> object.at("spec").required("controller"))
            .fixed(fixedText("spec.controller"))
            .columns(() -> List.of(
                NAME,
                text("Controller", "spec.controller"),
                column("Parameters", (object, now) -> {
                  JsonNode parameters = Kind.at(object, "spec.parameters");
                  String group = Cells.text(parameters, "apiGroup");
                  return parameters.isObject()
                      ? Cells.text(parameters, "kind") + (group.isEmpty() ? "" : "." + group) + "/"
                          + Cells.text(parameters, "name")
                      : Cells.NONE;
                }),
                AGE)),
        Kind.of("networkpolicies.networking.k8s.io")
            .traits(Trait.GENERATION)
            .checks(object -> {})
            .columns(() -> List.of(
                NAME,
                column(
                    "Pod-Selector",
                    (object, now) -> Cells.selector(Kind.at(object, "spec.podSelector"))),
                AGE)),
        Kind.of("ipaddresses.networking.k8s.io")
            .names((object, name, masked, prefix) -> Addresses.address(name, /* sloppy= */ false)
                ? List.of()
                : List.of("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"))
            .fixed(fixed("spec.parentRef")),
        Kind.of("servicecidrs.networking.k8s.io").statusKeeps(ALL_METADATA));
  }

  private static void fill(ObjectNode service) {
    ObjectNode spec = Json.objectAt(service, "spec");
    spec.path("ports").forEach(port -> targetPort((ObjectNode) port));
    if (!spec.hasNonNull("type")) {
      spec.put("type", "ClusterIP");
    }
    if (spec.path("type").asText("").equals("LoadBalancer")) {
      fillIngress(Kind.at(service, "status.loadBalancer.ingress"));
    }
  }

  private static void overTcp(JsonNode port) {
    if (port.path("protocol").asText("").isEmpty()) {
      ((ObjectNode) port).put("protocol", "TCP");
    }
  }

  private static List<String> balancers(JsonNode object) {
    List<String> all = new ArrayList<>();
    Kind.at(object, "status.loadBalancer.ingress")
        .forEach(ingress -> all.add(Cells.textOr(Cells.text(ingress, "hostname"), ingress, "ip")));
    return all;
  }

  /** A port leads to the same number, unless told. */
  private static void targetPort(ObjectNode port) {
    JsonNode target = port.path("targetPort");
    if (target.asText("").isEmpty() || target.isNumber() && target.asInt() == 0) {
      port.set("targetPort", port.path("port").isNumber() ? port.get("port") : IntNode.valueOf(0));
    }
  }

  /** An address of a load balancer is used as it is, unless something else is said. */
  private static void fillIngress(JsonNode ingresses) {
    for (JsonNode ingress : ingresses) {
      if (ingress instanceof ObjectNode object
          && !object.path("ip").asText("").isEmpty()
          && !object.hasNonNull("ipMode")) {
        object.put("ipMode", "VIP");
      }
    }
  }

  /** A service that does not mention its addresses keeps them. */
  private static void keepAddresses(JsonNode was, ObjectNode is) {
    boolean external = was.path("type").asText("").equals("ExternalName")
        || is.path("type").asText("").equals("ExternalName");
    for (String field : List.of("clusterIP", "clusterIPs")) {
      if (!external
          && was.hasNonNull(field)
          && is.path(field).isEmpty()
          && is.path(field).asText("").isEmpty()) {
        is.set(field, was.get(field));
      }
    }
  }

  private static void subset(Checks subset) {
    if (subset.get("addresses").isEmpty() && subset.get("notReadyAddresses").isEmpty()) {
      subset.add(Cause.required(subset.here(), "must specify `addresses` or `notReadyAddresses`"));
    }
    subset.each("addresses", Services::address);
    subset.each("notReadyAddresses", Services::address);
    boolean several = subset.get("ports").size() > 1;
    subset.each("ports", port -> {
      if (several) {
        port.required("name");
      }
      port.label("name").port("port");
    });
  }

  /** One that is no address is told of twice. */
  private static void address(Checks address) {
    String ip = address.text("ip");
    if (!Addresses.address(ip, /* sloppy= */ true)) {
      String shown = Checks.quoted(ip);
      address.invalid("ip", shown, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
      address.invalid("ip", shown, "must be a valid IP address");
    }
  }

  private static String endpoints(ObjectNode object) {
    List<String> all = new ArrayList<>();
    for (JsonNode subset : object.path("subsets")) {
      for (JsonNode address : subset.path("addresses")) {
        for (JsonNode port : subset.path("ports")) {
          all.add(address.path("ip").asText() + ":" + port.path("port").asInt());
        }
      }
    }
    return all.size() <= 3
        ? Cells.joined(all)
        : String.join(",", all.subList(0, 3)) + " + " + (all.size() - 3) + " more...";
  }

  private static String externalAddress(ObjectNode service) {
    List<String> addresses = balancers(service);
    addresses.addAll(Cells.each(Cells.at(service, "spec", "externalIPs"), ""));
    return switch (Cells.text(service, "spec", "type")) {
      case "ExternalName" -> Cells.text(service, "spec", "externalName");
      case "LoadBalancer" -> addresses.isEmpty() ? "<pending>" : Cells.joined(addresses);
      default -> Cells.joined(addresses);
    };
  }

  private static String servicePorts(ObjectNode service) {
    List<String> ports = new ArrayList<>();
    for (JsonNode port : Cells.at(service, "spec", "ports")) {
      int node = port.path("nodePort").asInt();
      ports.add(port.path("port").asInt() + (node > 0 ? ":" + node : "") + "/"
          + Cells.textOr("TCP", port, "protocol"));
    }
    return Cells.joined(ports);
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
