package dev.informant.apiserver.internal.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The resources that were served at one moment; whoever asks twice gets answers that fit together. Immutable. */
public final class ServedResources {
  private static final List<String> GROUPS = List.of(
      "",
      "apiregistration.k8s.io",
      "apps",
      "events.k8s.io",
      "authentication.k8s.io",
      "authorization.k8s.io",
      "autoscaling",
      "batch",
      "certificates.k8s.io",
      "networking.k8s.io",
      "policy",
      "rbac.authorization.k8s.io",
      "storage.k8s.io",
      "admissionregistration.k8s.io",
      "apiextensions.k8s.io",
      "scheduling.k8s.io",
      "coordination.k8s.io",
      "node.k8s.io",
      "discovery.k8s.io",
      "resource.k8s.io",
      "flowcontrol.apiserver.k8s.io");

  private final Map<String, ResourceType> types;

  ServedResources(Collection<ResourceType> all) {
    List<ResourceType> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparing(ResourceType::group)
        .thenComparing(ResourceType::version, VersionOrder.BEST_FIRST)
        .thenComparing(ResourceType::plural));
    Map<String, ResourceType> index = new LinkedHashMap<>();
    for (ResourceType type : sorted) {
      index.putIfAbsent(key(type.group(), type.version(), type.plural()), type);
    }
    this.types = Collections.unmodifiableMap(index);
  }

  public @Nullable ResourceType find(String group, String version, String plural) {
    return types.get(key(group, version, plural));
  }

  /** All, in the order of group, version (best first) and name. */
  public Collection<ResourceType> all() {
    return types.values();
  }

  public boolean servesVersion(String group, String version) {
    return all().stream()
        .anyMatch(type -> type.group().equals(group) && type.version().equals(version));
  }

  /** Whether a group is of the server itself, not of a CRD. */
  public boolean ownGroup(String group) {
    return all().stream().anyMatch(type -> type.group().equals(group) && type.builtIn());
  }

  /** The groups in the order of a kube-apiserver's priorities: the core group, its others, those of CRDs. */
  public Set<String> groups() {
    Set<String> names = new LinkedHashSet<>();
    all().forEach(type -> names.add(type.group()));
    List<String> groups = new ArrayList<>(names);
    groups.sort(Comparator.comparingInt(group -> {
      int place = GROUPS.indexOf(group);
      return place >= 0 ? place : ownGroup(group) ? GROUPS.size() : GROUPS.size() + 1;
    }));
    return new LinkedHashSet<>(groups);
  }

  /** The versions of a group, best first. */
  public List<String> versions(String group) {
    return all().stream()
        .filter(type -> type.group().equals(group))
        .map(ResourceType::version)
        .distinct()
        .toList();
  }

  /** The resources of one version. */
  public List<ResourceType> in(String group, String version) {
    return all().stream()
        .filter(type -> type.group().equals(group) && type.version().equals(version))
        .toList();
  }

  private static String key(String group, String version, String plural) {
    return group + "/" + version + "/" + plural;
  }
}
