package dev.informant.apiserver.warnings;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** Services, ingresses, policies, quotas, nodes, secrets and what else has little to warn of. Stateless. */
final class OtherWarnings {
  private static final Pattern PEM =
      Pattern.compile("(?m)^-----BEGIN [^-\n]+-----$[^-]*^-----END [^-\n]+-----$");

  private OtherWarnings() {}

  static void service(Place service) {
    Place spec = service.at("spec");
    if (service.at("metadata", "annotations").has("service.kubernetes.io/topology-aware-hints")) {
      service.say("annotation service.kubernetes.io/topology-aware-hints is deprecated, please use"
          + " service.kubernetes.io/topology-mode instead");
    }
    String type = spec.text("type").isEmpty() ? "ClusterIP" : spec.text("type");
    boolean named = type.equals("ExternalName");
    boolean headless = type.equals("ClusterIP") && spec.text("clusterIP").equals("None");
    if (!spec.text("clusterIP").isEmpty() && !spec.text("clusterIP").equals("None")) {
      spec.each("clusterIPs", AddressWarnings::address);
    }
    boolean external = !spec.at("externalIPs").node().isEmpty();
    if (headless) {
      headless(spec, external);
    }
    spec.each("externalIPs", AddressWarnings::address);
    if (external && !headless && !named) {
      spec.say("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
    }
    AddressWarnings.address(spec.at("loadBalancerIP"));
    spec.each("loadBalancerSourceRanges", AddressWarnings::network);
    if (named && external) {
      spec.say("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
    }
    if (!named && !spec.text("externalName").isEmpty()) {
      spec.say("spec.externalName is ignored when spec.type is not \"ExternalName\"");
    }
    if (spec.text("trafficDistribution").equals("PreferClose")) {
      spec.say("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
    }
  }

  private static void headless(Place spec, boolean external) {
    if (!spec.text("loadBalancerIP").isEmpty()) {
      spec.say("spec.loadBalancerIP is ignored for headless services");
    }
    if (external) {
      spec.say("spec.externalIPs is ignored for headless services");
    }
    String affinity = spec.text("sessionAffinity");
    if (!affinity.isEmpty() && !affinity.equals("None")) {
      spec.say("spec.SessionAffinity is ignored for headless services");
    }
  }

  static void ingress(Place ingress) {
    String annotation = "kubernetes.io/ingress.class";
    if (ingress.at("metadata", "annotations").has(annotation)
        && !ingress.at("spec").has("ingressClassName")) {
      ingress.say("annotation " + Place.quoted(annotation)
          + " is deprecated, please use 'spec.ingressClassName' instead");
    }
  }

  static void policy(Place policy) {
    Place spec = policy.at("spec");
    spec.each("ingress", rule -> rule.each("from", OtherWarnings::block));
    spec.each("egress", rule -> rule.each("to", OtherWarnings::block));
  }

  private static void block(Place peer) {
    AddressWarnings.network(peer.at("ipBlock", "cidr"));
    peer.at("ipBlock").each("except", AddressWarnings::network);
  }

  static void endpoints(Place endpoints) {
    if (!managed(endpoints, "endpoints.kubernetes.io/managed-by", "endpoint-controller")) {
      endpoints.each("subsets", subset -> {
        subset.each("addresses", address -> AddressWarnings.address(address.at("ip")));
        subset.each("notReadyAddresses", address -> AddressWarnings.address(address.at("ip")));
      });
    }
  }

  static void slice(Place slice, boolean created) {
    if (created && slice.text("addressType").equals("FQDN")) {
      slice.say("spec.addressType: FQDN endpoints are deprecated");
    }
    String label = "endpointslice.kubernetes.io/managed-by";
    if (!managed(slice, label, "endpointslice-controller.k8s.io")
        && !managed(slice, label, "endpointslicemirroring-controller.k8s.io")) {
      slice.each("endpoints", endpoint -> endpoint.each("addresses", AddressWarnings::address));
    }
  }

  private static boolean managed(Place object, String label, String controller) {
    return object.at("metadata", "labels").text(label).equals(controller);
  }

  static void quota(Place quota) {
    Place hard = quota.at("spec", "hard");
    for (String name : List.of("cpu", "memory", "storage", "ephemeral-storage")) {
      boolean bare = !hard.has("requests." + name) && (name.equals("cpu") || name.equals("memory"));
      Place request = hard.at(bare ? name : "requests." + name);
      Place limit = hard.at("limits." + name);
      BigDecimal asked = request.present() ? Amounts.of(request) : null;
      BigDecimal most = limit.present() ? Amounts.of(limit) : null;
      if (asked != null && most != null && asked.compareTo(most) > 0) {
        quota.say("ResourceQuota " + (bare ? name : "requests." + name) + " (" + request.text()
            + ") should be less than limits." + name + " (" + limit.text() + ")");
      }
    }
  }

  static void node(Place node) {
    Place spec = node.at("spec");
    if (spec.has("configSource")) {
      spec.at("configSource").warn("the feature is removed");
    }
    if (!spec.text("externalID").isEmpty()) {
      spec.at("externalID").warn("this field is deprecated, and is unused by Kubernetes");
    }
    spec.each("podCIDRs", AddressWarnings::network);
  }

  /** Whether what is said to be a certificate and a key looks like them. */
  static void secret(Place secret) {
    if (secret.text("type").equals("kubernetes.io/tls")) {
      if (unlike(secret, "tls.crt")) {
        secret.say("tls: failed to find any PEM data in certificate input");
      } else if (unlike(secret, "tls.key")) {
        secret.say("tls: failed to find any PEM data in key input");
      }
    }
  }

  private static boolean unlike(Place secret, String key) {
    try {
      byte[] data = Base64.getMimeDecoder().decode(secret.at("data").text(key));
      return !PEM.matcher(new String(data, StandardCharsets.ISO_8859_1)).find();
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  static void account(Place account, Place before) {
    String annotation = "kubernetes.io/enforce-mountable-secrets";
    if (account.at("metadata", "annotations").has(annotation)
        && !before.at("metadata", "annotations").has(annotation)) {
      account.say("metadata.annotations[" + annotation + "]: deprecated in v1.32+; prefer separate"
          + " namespaces to isolate access to mounted secrets");
    }
  }

  static void runtimeClass(Place runtimeClass) {
    Place selector = runtimeClass.at("scheduling", "nodeSelector");
    for (String label : selector.keys()) {
      String message = NodeLabels.deprecated(label);
      if (message != null) {
        selector.warn(message);
      }
    }
  }
}
