package dev.informant.apiserver.warnings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The ports of all containers of a pod. Stateless. */
final class PortWarnings {
  private PortWarnings() {}

  static void look(List<Place> containers) {
    List<Place> ports = new ArrayList<>();
    Map<List<Object>, List<Integer>> seen = new HashMap<>();
    for (Place container : containers) {
      for (Place port : container.at("ports").elements()) {
        if (!port.text("hostIP").isEmpty() && hostPort(port) == 0) {
          port.warn("hostIP set without hostPort: " + shown(port));
        }
        if (!port.full()) {
          clashing(port, seen).forEach(other -> compare(port, ports.get(other)));
          for (List<Object> key : keys(port)) {
            seen.computeIfAbsent(key, absent -> new ArrayList<>()).add(ports.size());
          }
          ports.add(port);
        }
      }
    }
    names(containers);
  }

  /** Under which a port is found again: by its number, then also by that of the host, then by address. */
  private static List<List<Object>> keys(Place port) {
    return List.of(
        List.of(number(port)),
        List.of(number(port), hostPort(port)),
        List.of(number(port), hostPort(port), port.text("hostIP")));
  }

  /** Those before a port that there is something to say of, in order: nobody compares each with each. */
  private static TreeSet<Integer> clashing(Place port, Map<List<Object>, List<Integer>> seen) {
    List<List<Object>> keys = keys(port);
    TreeSet<Integer> others = new TreeSet<>();
    if (hostPort(port) == 0) {
      others.addAll(seen.getOrDefault(keys.get(0), List.of()));
      return others;
    }
    others.addAll(seen.getOrDefault(List.of(number(port), 0), List.of()));
    if (port.text("hostIP").isEmpty()) {
      others.addAll(seen.getOrDefault(keys.get(1), List.of()));
    } else {
      others.addAll(seen.getOrDefault(keys.get(2), List.of()));
      others.addAll(seen.getOrDefault(List.of(number(port), hostPort(port), ""), List.of()));
    }
    return others;
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
