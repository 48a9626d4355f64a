package dev.informant.kubernetes.discovery;

import dev.informant.kubernetes.transport.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a cluster said it has, at one time. Immutable.
 *
 * @param kinds in the order of the server, preferred versions of a group first
 * @param failures groups and versions that could not be asked, and why
 */
public record DiscoveredKinds(List<Kind> kinds, Map<String, String> failures) {
  public DiscoveredKinds {
    kinds = List.copyOf(kinds);
    failures = Map.copyOf(failures);
  }

  /** One kind of a cluster. */
  public record Kind(
      Resource resource, String singular, List<String> shortNames, List<String> verbs) {
    public Kind {
      shortNames = List.copyOf(shortNames);
      verbs = List.copyOf(verbs);
    }

    boolean isCalled(String name) {
      return resource.plural().equals(name)
          || singular.equals(name)
          || shortNames.contains(name)
          || resource.kind().equalsIgnoreCase(name)
          || (resource.plural() + '.' + resource.group()).equals(name);
    }
  }

  /** The first kind called so: by plural, singular, short name, kind, or {@code plural.group}. */
  public Optional<Kind> find(String name) {
    return kinds.stream().filter(kind -> kind.isCalled(name)).findFirst();
  }

  /** The resource of a kind. */
  public Optional<Kind> find(String group, String version, String kind) {
    return kinds.stream()
        .filter(each -> each.resource().kind().equals(kind)
            && each.resource().group().equals(group)
            && each.resource().version().equals(version))
        .findFirst();
  }

  /**
   * Whether the cluster certainly does not have a resource: it is not listed, and its group and version
   * did not fail.
   */
  public boolean lacks(Resource resource) {
    String groupVersion = resource.apiVersion();
    return !failures.containsKey(groupVersion)
        && !failures.containsKey(resource.group())
        && kinds.stream()
            .noneMatch(kind -> kind.resource().apiVersion().equals(groupVersion)
                && kind.resource().plural().equals(resource.plural()));
  }
}
