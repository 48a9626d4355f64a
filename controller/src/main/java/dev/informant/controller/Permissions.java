package dev.informant.controller;

import dev.informant.kubernetes.transport.Resource;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Collects which requests a program makes, and prints the rules that allow them. Thread-safe. */
final class Permissions {
  private record Target(String namespace, String group, String resource)
      implements Comparable<Target> {
    @Override
    public int compareTo(Target other) {
      int namespaces = namespace.compareTo(other.namespace);
      int groups = namespaces != 0 ? namespaces : group.compareTo(other.group);
      return groups != 0 ? groups : resource.compareTo(other.resource);
    }
  }

  // guarded by this
  private final Map<Target, TreeSet<String>> verbs = new TreeMap<>();

  /**
   * @param namespace empty for all, or a kind of cluster scope
   * @param subresource empty for none
   */
  synchronized void add(
      String namespace, Resource resource, String subresource, Collection<String> used) {
    String name = subresource.isEmpty() ? resource.plural() : resource.plural() + '/' + subresource;
    verbs
        .computeIfAbsent(new Target(namespace, resource.group(), name), absent -> new TreeSet<>())
        .addAll(used);
  }

  /** One ClusterRole for what is needed in all namespaces, and one Role for each namespace. */
  synchronized String yaml(String name) {
    return verbs.keySet().stream()
        .map(Target::namespace)
        .distinct()
        .map(namespace -> role(name, namespace))
        .collect(Collectors.joining("---\n"));
  }

  private String role(String name, String namespace) {
    StringBuilder text = new StringBuilder("apiVersion: rbac.authorization.k8s.io/v1\nkind: ")
        .append(namespace.isEmpty() ? "ClusterRole" : "Role")
        .append("\nmetadata:\n  name: ")
        .append(name)
        .append('\n');
    if (!namespace.isEmpty()) {
      text.append("  namespace: ").append(namespace).append('\n');
    }
    text.append("rules:\n");
    verbs.forEach((target, used) -> {
      if (target.namespace().equals(namespace)) {
        text.append("- apiGroups: [\"")
            .append(target.group())
            .append("\"]\n  resources: [\"")
            .append(target.resource())
            .append("\"]\n  verbs: [")
            .append(used.stream().map(verb -> '"' + verb + '"').collect(Collectors.joining(", ")))
            .append("]\n");
      }
    });
    return text.toString();
  }
}
