package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.MvccStore;
import dev.informant.apiserver.internal.storage.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests that a real server passes on to a kubelet, a pod or a service: logs, exec, attach, portforward, proxy. What
 * it says before it connects is said here too; where it would connect, the answer is 501. Thread-safe.
 */
final class PassedOnRequests {
  private final MvccStore store;

  PassedOnRequests(MvccStore store) {
    this.store = store;
  }

  ApiResponse answer(Call call, RequestPath path, ResourceType type) {
    String what = type.plural() + "/" + path.subresource();
    switch (what) {
      case "pods/log" -> {
        checkLogOptions(call.request(), path.name());
        JsonNode pod = pod(path.namespace(), path.name(), type);
        checkContainer(pod, call.request().parameter("container"));
        if (node(pod).isEmpty()) {
          return call.empty(204);
        }
        checkNode(node(pod), type);
      }
      case "pods/exec", "pods/attach", "pods/portforward" -> {
        JsonNode pod = pod(path.namespace(), path.name(), type);
        if (!path.subresource().equals("portforward")) {
          checkContainer(pod, call.request().parameter("container"));
        }
        if (node(pod).isEmpty()) {
          throw ApiStatusException.badRequest(
              "pod " + path.name() + " does not have a host assigned");
        }
        checkNode(node(pod), type);
      }
      case "pods/proxy" -> {
        String ip = pod(path.namespace(), Address.of(path.name(), "pod").name(), type)
            .path("status")
            .path("podIP")
            .asText();
        if (ip.isEmpty() || ip.startsWith("127.") || ip.equals("::1")) {
          throw ApiStatusException.badRequest("address not allowed");
        }
      }
      case "nodes/proxy" -> checkNode(Address.of(path.name(), "node").name(), type);
      case "services/proxy" -> checkService(path.namespace(), path.name(), type);
      default -> {}
    }
    throw ApiStatusException.nothingBehind(what);
  }

  private ObjectNode pod(String namespace, String name, ResourceType asked) {
    return object("pods", StoredObject.key(namespace, name), name, asked);
  }

  /** Whatever is missing, the answer names the resource that the request is about. */
  private ObjectNode object(String table, String key, String name, ResourceType asked) {
    StoredObject stored = store.latest(table, key);
    if (stored == null) {
      throw ApiStatusException.notFound(asked.name(), name);
    }
    return stored.tree();
  }

  private static String node(JsonNode pod) {
    return pod.path("spec").path("nodeName").asText();
  }

  private void checkNode(String name, ResourceType asked) {
    ObjectNode node = object("nodes", name, name, asked);
    if (node.path("status").path("addresses").isEmpty()) {
      throw ApiStatusException.internal("no preferred addresses found; known addresses: []");
    }
  }

  private static void checkLogOptions(ApiRequest request, String name) {
    List<Cause> causes = new ArrayList<>();
    atLeast(request, "tailLines", 0, "must be greater than or equal to 0", causes);
    atLeast(request, "limitBytes", 1, "must be greater than 0", causes);
    atLeast(request, "sinceSeconds", 1, "must be greater than 0", causes);
    if (!causes.isEmpty()) {
      throw ApiStatusException.invalid("", "PodLogOptions", name, causes);
    }
  }

  private static void atLeast(
      ApiRequest request, String option, long least, String rule, List<Cause> causes) {
    String value = request.parameter(option);
    if (value != null && value.matches("-?[0-9]{1,18}") && Long.parseLong(value) < least) {
      causes.add(Cause.invalid(option, Long.toString(Long.parseLong(value)), rule));
    }
  }

  private static void checkContainer(JsonNode pod, @Nullable String asked) {
    List<String> names = new ArrayList<>();
    for (String kind : List.of("initContainers", "containers", "ephemeralContainers")) {
      pod.path("spec").path(kind).forEach(one -> names.add(one.path("name").asText()));
    }
    String name = pod.path("metadata").path("name").asText();
    if (asked == null || asked.isEmpty()) {
      if (pod.path("spec").path("containers").size() != 1) {
        throw ApiStatusException.badRequest("a container name must be specified for pod " + name
            + ", choose one of: [" + String.join(" ", names) + "]");
      }
    } else if (!names.contains(asked)) {
      throw ApiStatusException.badRequest("container " + asked + " is not valid for pod " + name);
    }
  }

  private void checkService(String namespace, String id, ResourceType asked) {
    Address address = Address.of(id, "service");
    String key = StoredObject.key(namespace, address.name());
    String port = address.port();
    if (port.matches("[0-9]{1,9}")) {
      port = portName(object("services", key, address.name(), asked), address);
    }
    ObjectNode endpoints = object("endpoints", key, address.name(), asked);
    for (JsonNode subset : endpoints.path("subsets")) {
      for (JsonNode offered : subset.path("ports")) {
        if (offered.path("name").asText().equals(port)
            && !subset.path("addresses").isEmpty()) {
          return;
        }
      }
    }
    String shown = endpoints.path("subsets").isEmpty() ? address.name() : id;
    throw ApiStatusException.serviceUnavailable(
        "no endpoints available for service \"" + shown + "\"");
  }

  private static String portName(JsonNode service, Address address) {
    for (JsonNode port : service.path("spec").path("ports")) {
      if (port.path("port").asText().equals(address.port())) {
        return port.path("name").asText();
      }
    }
    throw ApiStatusException.serviceUnavailable(
        "no service port " + address.port() + " found for service \"" + address.name() + "\"");
  }

  /** {@code name}, {@code name:port} or {@code scheme:name:port}. */
  private record Address(String name, String port) {
    private static final Set<String> SCHEMES = Set.of("", "http", "https");

    static Address of(String id, String kind) {
      String[] parts = id.split(":", -1);
      boolean valid = parts.length < 3 || parts.length == 3 && SCHEMES.contains(parts[0]);
      String name = parts.length == 3 ? parts[1] : parts[0];
      if (!valid || name.isEmpty()) {
        throw ApiStatusException.badRequest("invalid " + kind + " request \"" + id + "\"");
      }
      return new Address(name, parts.length == 1 ? "" : parts[parts.length - 1]);
    }
  }
}
