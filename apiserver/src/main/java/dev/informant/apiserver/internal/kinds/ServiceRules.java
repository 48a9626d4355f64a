package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.Addresses;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What services must be like. Stateless. */
final class ServiceRules {
  private static final int LONGEST_AFFINITY = 86_400;
  private static final String BALANCED_ONLY = "may only be used when `type` is 'LoadBalancer'";
  private static final String NO_ADDRESS =
      "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

  private ServiceRules() {}

  static void check(Checks spec) {
    String type = spec.text("type").isEmpty() ? "ClusterIP" : spec.text("type");
    boolean headless = spec.text("clusterIP").equals("None");
    boolean external = type.equals("ExternalName");
    if (!headless && !external) {
      spec.required("ports");
    }
    if (headless && (type.equals("LoadBalancer") || type.equals("NodePort"))) {
      spec.invalid(
          "clusterIPs[0]", "\"None\"", "may not be set to 'None' for " + type + " services");
    }
    if (external) {
      external(spec);
    }
    boolean several = spec.get("ports").size() > 1;
    Set<String> names = spec.seen();
    spec.each("ports", port -> port(port, several, names));
    spec.labels("selector");
    affinity(spec);
    if (!external) {
      addresses(spec, headless);
    }
    externalAddresses(spec);
    spec.oneOf("type", "ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    ports(spec, type);
    balancing(spec, type);
    traffic(spec, type);
  }

  private static void external(Checks spec) {
    if (!spec.text("clusterIP").isEmpty() || !spec.get("clusterIPs").isEmpty()) {
      spec.forbidden("clusterIPs", "may not be set for ExternalName services");
    }
    if (!spec.get("ipFamilies").isEmpty()) {
      spec.forbidden("ipFamilies", "may not be set for ExternalName services");
    }
    if (spec.present("ipFamilyPolicy")) {
      spec.forbidden("ipFamilyPolicy", "may not be set for ExternalName services");
    }
    String name = spec.text("externalName").replaceFirst("\\.$", "");
    if (name.isEmpty()) {
      spec.add(Cause.required(spec.path("externalName"), ""));
    } else {
      spec.each(NameForms.subdomain(name), "externalName", name);
    }
  }

  private static void port(Checks port, boolean several, Set<String> names) {
    if (several) {
      port.required("name");
    }
    port.label("name").unique("name", names).port("port");
    if (!port.text("protocol").isEmpty()) {
      port.oneOf("protocol", "SCTP", "TCP", "UDP");
    }
    JsonNode target = port.get("targetPort");
    boolean unset = !port.present("targetPort")
        || target.isTextual() && target.asText().isEmpty()
        || target.isNumber() && target.asLong() == 0;
    if (!unset) {
      port.portOrName("targetPort");
    } else {
      // filled in from the port
      long number = port.get("port").asLong();
      if (number < 1 || number > Checks.LAST_PORT) {
        port.invalid("targetPort", Long.toString(number), "must be between 1 and 65535, inclusive");
      }
    }
    if (port.present("appProtocol")) {
      port.qualified("appProtocol", port.text("appProtocol"));
    }
  }

  private static void affinity(Checks spec) {
    spec.oneOf("sessionAffinity", "ClientIP", "None");
    if (spec.text("sessionAffinity").equals("ClientIP")) {
      Checks client = spec.at("sessionAffinityConfig").at("clientIP");
      long seconds = client.get("timeoutSeconds").asLong(1);
      if (seconds <= 0 || seconds > LONGEST_AFFINITY) {
        client.invalid(
            "timeoutSeconds",
            Long.toString(seconds),
            "must be greater than 0 and less than " + LONGEST_AFFINITY);
      }
    }
  }

  private static void addresses(Checks spec, boolean headless) {
    String first = spec.text("clusterIP");
    JsonNode all = spec.get("clusterIPs");
    Set<String> seen = new HashSet<>();
    int index = 0;
    for (JsonNode family : spec.get("ipFamilies")) {
      String place = spec.path("ipFamilies[" + index++ + "]");
      if (!family.asText().equals("IPv4") && !family.asText().equals("IPv6")) {
        spec.add(Cause.unsupported(place, family.asText(), "\"IPv4\", \"IPv6\""));
      }
      if (!seen.add(family.asText())) {
        spec.add(new Cause(
            "FieldValueDuplicate", "Duplicate value: " + Checks.quoted(family.asText()), place));
      }
    }
    spec.oneOf("ipFamilyPolicy", "PreferDualStack", "RequireDualStack", "SingleStack");
    if (all.isEmpty() && !first.isEmpty() && !headless) {
      address(spec, "clusterIPs[0]", first);
    }
    for (int i = 0; i < all.size(); i++) {
      if (i == 0 && all.get(0).asText().equals("None")) {
        if (all.size() > 1) {
          spec.invalid("clusterIPs", all.toString(), "'None' must be the first and only value");
        }
      } else {
        address(spec, "clusterIPs[" + i + "]", all.get(i).asText());
      }
    }
  }

  private static void address(Checks spec, String place, String address) {
    if (!Addresses.address(address, /* sloppy= */ true)) {
      spec.invalid(place, Checks.quoted(address), NO_ADDRESS);
    }
  }

  private static void externalAddresses(Checks spec) {
    int index = 0;
    for (JsonNode node : spec.get("externalIPs")) {
      String address = node.asText();
      String place = "externalIPs[" + index++ + "]";
      if (!Addresses.address(address, /* sloppy= */ true)) {
        spec.invalid(place, Checks.quoted(address), NO_ADDRESS);
      } else if (address.equals("0.0.0.0") || address.equals("::")) {
        spec.invalid(place, Checks.quoted(address), "may not be unspecified (" + address + ")");
      } else if (address.startsWith("127.") || address.equals("::1")) {
        spec.invalid(
            place,
            Checks.quoted(address),
            "may not be in the loopback range (127.0.0.0/8, ::1/128)");
      }
    }
  }

  private static void ports(Checks spec, String type) {
    Set<String> onNodes = spec.seen();
    spec.each("ports", port -> {
      if (type.equals("ClusterIP") && port.get("nodePort").asLong() != 0) {
        port.forbidden("nodePort", "may not be used when `type` is 'ClusterIP'");
      }
    });
    spec.each("ports", port -> {
      long number = port.get("nodePort").asLong();
      if (number != 0 && !onNodes.add(protocol(port) + number)) {
        port.invalid("nodePort", Long.toString(number), "provided port is already allocated");
      }
    });
    Set<String> ports = spec.seen();
    spec.each("ports", port -> {
      long number = port.get("port").asLong();
      if (!ports.add(protocol(port) + number)) {
        port.add(new Cause(
            "FieldValueDuplicate",
            "Duplicate value: {\"Name\":\"\",\"Protocol\":" + Checks.quoted(protocol(port))
                + ",\"AppProtocol\":null,\"Port\":" + number
                + ",\"TargetPort\":0,\"NodePort\":0}",
            port.here()));
      }
    });
  }

  private static String protocol(Checks port) {
    return port.text("protocol").isEmpty() ? "TCP" : port.text("protocol");
  }

  private static void balancing(Checks spec, String type) {
    boolean balanced = type.equals("LoadBalancer");
    JsonNode ranges = spec.get("loadBalancerSourceRanges");
    if (!ranges.isEmpty() && !balanced) {
      spec.forbidden("LoadBalancerSourceRanges", BALANCED_ONLY);
    }
    int index = 0;
    for (JsonNode range : ranges) {
      String text = range.asText().strip();
      String place = "LoadBalancerSourceRanges[" + index++ + "]";
      if (!text.matches("[0-9a-fA-F.:]+/[0-9]+")) {
        spec.invalid(
            place,
            Checks.quoted(text),
            "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
      }
    }
    if (spec.present("allocateLoadBalancerNodePorts") && !balanced) {
      spec.forbidden("allocateLoadBalancerNodePorts", BALANCED_ONLY);
    }
    if (spec.present("loadBalancerClass")) {
      if (balanced) {
        spec.qualified("loadBalancerClass", spec.text("loadBalancerClass"));
      } else {
        spec.forbidden("loadBalancerClass", BALANCED_ONLY);
      }
    }
  }

  private static void traffic(Checks spec, String type) {
    boolean reachable = List.of("LoadBalancer", "NodePort").contains(type)
        || type.equals("ClusterIP") && !spec.get("externalIPs").isEmpty();
    String policy = spec.text("externalTrafficPolicy");
    if (!reachable && !policy.isEmpty()) {
      spec.invalid(
          "externalTrafficPolicy",
          Checks.quoted(policy),
          "may only be set for externally-accessible services");
    } else if (!policy.isEmpty()) {
      spec.oneOf("externalTrafficPolicy", "Cluster", "Local");
    }
    boolean checked = type.equals("LoadBalancer") && policy.equals("Local");
    if (!checked && spec.get("healthCheckNodePort").asLong() != 0) {
      spec.invalid(
          "healthCheckNodePort",
          spec.get("healthCheckNodePort").asText(),
          "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
    }
    spec.oneOf("internalTrafficPolicy", "Cluster", "Local");
    spec.oneOf("trafficDistribution", "PreferClose", "PreferSameZone", "PreferSameNode");
  }
}
