package dev.informant.apiserver.warnings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The ports of all containers of a pod. Stateless. */
final class PortWarnings {
  private PortWarnings() {}

  static void look(List<Place> containers) {
    Map<String, List<Place>> same = new HashMap<>();
    for (Place container : containers) {
      for (Place port : container.at("ports").elements()) {
        if (!port.text("hostIP").isEmpty() && hostPort(port) == 0) {
          port.warn("hostIP set without hostPort: " + shown(port));
        }
        List<Place> others = same.computeIfAbsent(number(port), absent -> new ArrayList<>());
        others.forEach(other -> compare(port, other));
        others.add(port);
      }
    }
    names(containers);
  }

  private static void compare(Place port, Place other) {
    String ip = port.text("hostIP");
    String otherIp = other.text("hostIP");
    if (ip.equals(otherIp) && hostPort(port) == hostPort(other)) {
      port.warn("duplicate port definition with " + other.path());
    } else if (hostPort(port) == 0 || hostPort(other) == 0) {
      port.warn("overlapping port definition with " + other.path());
    } else if (hostPort(port) == hostPort(other) && ip.isEmpty() != otherIp.isEmpty()) {
      port.warn("dangerously ambiguous port definition with " + other.path());
    }
  }

  private static void names(List<Place> containers) {
    Map<String, String> named = new HashMap<>();
    for (Place container : containers) {
      for (Place port : container.at("ports").elements()) {
        String name = port.text("name");
        String other = name.isEmpty() ? null : named.putIfAbsent(name, port.path());
        if (other != null) {
          port.warn("duplicate port name " + Place.quoted(name) + " with " + other
              + ", services and probes that select ports by name will use " + other);
        }
      }
    }
  }

  private static int hostPort(Place port) {
    return port.node().path("hostPort").asInt();
  }

  private static String protocol(Place port) {
    return port.text("protocol").isEmpty() ? "TCP" : port.text("protocol");
  }

  private static String number(Place port) {
    return port.node().path("containerPort").asInt() + "/" + protocol(port);
  }

  /** As Go prints the struct. */
  private static String shown(Place port) {
    return "{Name:" + port.text("name") + " HostPort:" + hostPort(port) + " ContainerPort:"
        + port.node().path("containerPort").asInt() + " Protocol:" + protocol(port) + " HostIP:"
        + port.text("hostIP") + "}";
  }
}
