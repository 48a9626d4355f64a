package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceRegistry;
import dev.informant.apiserver.internal.registry.ResourceType;
import java.util.List;

/**
 * The objects of a new cluster: its namespaces, and the service {@code default/kubernetes} with its endpoints and its endpoint
 * slice, by which a kube-apiserver announces itself. They are written here in the form in which they are stored. Thread-safe.
 */
final class FreshCluster {
  private static final List<String> NAMESPACES =
      List.of("default", "kube-system", "kube-public", "kube-node-lease");
  private static final String NAME = "kubernetes";
  private static final String CLUSTER_IP = "10.96.0.1";
  private static final int SERVICE_PORT = 443;

  private final ResourceRegistry registry;
  private final Writes writes;

  FreshCluster(ResourceRegistry registry, Writes writes) {
    this.registry = registry;
    this.writes = writes;
  }

  void createNamespaces() {
    for (String name : NAMESPACES) {
      ObjectNode namespace = object("", name, "kubernetes.io/metadata.name", name);
      namespace.putObject("spec").putArray("finalizers").add(NAME);
      namespace.putObject("status").put("phase", "Active");
      place("", "namespaces", namespace);
    }
  }

  void announce(String address, int port) {
    ObjectNode service = object("default", NAME, "component", "apiserver");
    ((ObjectNode) service.path("metadata").path("labels")).put("provider", NAME);
    ObjectNode spec = service.putObject("spec");
    ObjectNode servicePort = spec.putArray("ports").addObject();
    servicePort.put("name", "https").put("protocol", "TCP");
    servicePort.put("port", SERVICE_PORT).put("targetPort", port);
    spec.put("clusterIP", CLUSTER_IP).putArray("clusterIPs").add(CLUSTER_IP);
    spec.put("type", "ClusterIP").put("sessionAffinity", "None");
    spec.putArray("ipFamilies").add("IPv4");
    spec.put("ipFamilyPolicy", "SingleStack").put("internalTrafficPolicy", "Cluster");
    service.putObject("status").putObject("loadBalancer");
    place("", "services", service);

    ObjectNode endpoints =
        object("default", NAME, "endpointslice.kubernetes.io/skip-mirror", "true");
    ObjectNode subset = endpoints.putArray("subsets").addObject();
    subset.putArray("addresses").addObject().put("ip", address);
    ObjectNode subsetPort = subset.putArray("ports").addObject();
    subsetPort.put("name", "https").put("port", port).put("protocol", "TCP");
    place("", "endpoints", endpoints);

    ObjectNode slice = object("default", NAME, "kubernetes.io/service-name", NAME);
    ((ObjectNode) slice.path("metadata")).put("generation", 1);
    slice.put("addressType", address.indexOf(':') < 0 ? "IPv4" : "IPv6");
    ObjectNode endpoint = slice.putArray("endpoints").addObject();
    endpoint.putArray("addresses").add(address);
    endpoint.putObject("conditions").put("ready", true);
    ObjectNode slicePort = slice.putArray("ports").addObject();
    slicePort.put("name", "https").put("protocol", "TCP").put("port", port);
    place("discovery.k8s.io", "endpointslices", slice);
  }

  private static ObjectNode object(String namespace, String name, String label, String value) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = object.putObject("metadata").put("name", name);
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    metadata.putObject("labels").put(label, value);
    return object;
  }

  private void place(String group, String plural, ObjectNode object) {
    ResourceType type = registry.find(group, "v1", plural);
    if (type == null) {
      throw new IllegalStateException(plural + " are not served");
    }
    writes.place(type, object);
  }
}
