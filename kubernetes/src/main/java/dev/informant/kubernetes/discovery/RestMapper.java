package dev.informant.kubernetes.discovery;

import dev.informant.kubernetes.transport.Resource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Maps kinds to resources, resources to kinds, and kubectl names to both. If the last result of discovery does not
 * contain a kind, discovery runs again before the kind counts as missing. Thread-safe; no call blocks.
 */
public final class RestMapper {
  private final Discovery discovery;

  public RestMapper(Discovery discovery) {
    this.discovery = discovery;
  }

  /**
   * Returns the resource of a kind.
   *
   * @param version empty selects the server's preferred version
   */
  public CompletableFuture<Optional<Resource>> resourceOf(
      String group, String version, String kind) {
    return lookUp(kinds -> kinds.kinds().stream()
        .map(DiscoveredKinds.Kind::resource)
        .filter(resource -> resource.kind().equals(kind)
            && resource.group().equals(group)
            && (version.isEmpty() || resource.version().equals(version)))
        .findFirst());
  }

  /**
   * Returns a resource with its kind and whether it is namespaced.
   *
   * @param version empty selects the server's preferred version
   */
  public CompletableFuture<Optional<Resource>> kindOf(String group, String version, String plural) {
    return lookUp(kinds -> kinds.kinds().stream()
        .map(DiscoveredKinds.Kind::resource)
        .filter(resource -> resource.plural().equals(plural)
            && resource.group().equals(group)
            && (version.isEmpty() || resource.version().equals(version)))
        .findFirst());
  }

  /** Finds a kind by any of its names; see {@link DiscoveredKinds#find(String)}. */
  public CompletableFuture<Optional<DiscoveredKinds.Kind>> find(String name) {
    return lookUp(kinds -> kinds.find(name));
  }

  private <T> CompletableFuture<Optional<T>> lookUp(
      Function<DiscoveredKinds, Optional<T>> question) {
    return discovery.current().thenCompose(known -> {
      Optional<T> found = question.apply(known.kinds());
      if (found.isPresent() || known.asked()) {
        return CompletableFuture.completedFuture(found);
      }
      discovery.forget();
      return discovery.kinds().thenApply(question);
    });
  }
}
