package dev.informant.kubernetes.discovery;

import dev.informant.kubernetes.transport.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The kinds of a cluster at one time. Immutable.
 *
 * @param kinds in the order of the server, preferred versions of a group first
 * @param failures what could not be discovered, and why: {@code group/version}, {@code group}, {@code v1} for the core
 *     group, or {@link #GROUPS}
 */
public record DiscoveredKinds(List<Kind> kinds, Map<String, String> failures) {
  /** The key in {@link #failures()} if the list of groups, other than the core group, could not be discovered. */
  public static final String GROUPS = "apis";

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
          || isQualified(name);
    }

    /**
     * {@code deployments.apps}, {@code deployments.v1.apps}, also with the singular or a short name, as kubectl accepts
     * them; {@code pods.v1.} is one of the core group.
     */
    private boolean isQualified(String name) {
      int dot = name.indexOf('.');
      if (dot < 0) {
        return false;
      }
      String plain = name.substring(0, dot);
      String where = name.substring(dot + 1);
      return (resource.plural().equals(plain)
              || singular.equals(plain)
              || shortNames.contains(plain))
          && (where.equals(resource.group())
              || where.equals(resource.version() + '.' + resource.group()));
    }
  }

  /**
   * Returns the first kind with this name: plural, singular, short name or kind. The first three may be qualified:
   * {@code deployments.apps} or {@code deployments.v1.apps}.
   */
  public Optional<Kind> find(String name) {
    return kinds.stream().filter(kind -> kind.isCalled(name)).findFirst();
  }

  /** Returns the resource of a kind. */
  public Optional<Kind> find(String group, String version, String kind) {
    return kinds.stream()
        .filter(each -> each.resource().kind().equals(kind)
            && each.resource().group().equals(group)
            && each.resource().version().equals(version))
        .findFirst();
  }

  /**
   * Returns whether the cluster does not have a resource: it is not listed, and the discovery of its group and version
   * did not fail.
   */
  public boolean lacks(Resource resource) {
    String groupVersion = resource.apiVersion();
    return !failures.containsKey(groupVersion)
        && (resource.group().isEmpty() || !failures.containsKey(GROUPS))
        && !failures.containsKey(resource.group())
        && kinds.stream()
            .noneMatch(kind -> kind.resource().apiVersion().equals(groupVersion)
                && kind.resource().plural().equals(resource.plural()));
  }
}
