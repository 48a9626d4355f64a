package dev.informant.kubernetes.discovery;

import dev.informant.kubernetes.transport.Resource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * From kinds to resources, from resources to kinds, and from names that people use to both. What the last
 * answer of discovery does not have is looked up once more at the cluster before it counts as missing.
 * Thread-safe; no call blocks.
 */
public final class RestMapper {
  private final Discovery discovery;

  public RestMapper(Discovery discovery) {
    this.discovery = discovery;
  }

  /**
   * The resource of a kind.
   *
   * @param version empty takes the one the server prefers
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
   * The kind of a resource, with whether it is namespaced.
   *
   * @param version empty takes the one the server prefers
   */
  public CompletableFuture<Optional<Resource>> kindOf(String group, String version, String plural) {
    return lookUp(kinds -> kinds.kinds().stream()
        .map(DiscoveredKinds.Kind::resource)
        .filter(resource -> resource.plural().equals(plural)
            && resource.group().equals(group)
            && (version.isEmpty() || resource.version().equals(version)))
        .findFirst());
  }

  /** A kind as people call it: see {@link DiscoveredKinds#find(String)}. */
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
