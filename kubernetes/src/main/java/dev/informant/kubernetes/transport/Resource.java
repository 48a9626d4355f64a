package dev.informant.kubernetes.transport;

import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.http.QueryString;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A collection of the API.
 *
 * @param group empty for the core group
 * @param plural the resource's name in URLs
 * @param kind the kind of its objects; empty if unknown
 * @param namespaced whether its objects are namespaced
 */
public record Resource(
    String group, String version, String plural, String kind, boolean namespaced) {
  public Resource {
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(kind, "kind");
    if (version.isEmpty() || plural.isEmpty()) {
      throw new IllegalArgumentException("a resource needs a version and a plural name");
    }
  }

  /** Returns the resource of a model class, from its annotations. */
  public static Resource of(Class<? extends HasMetadata> type) {
    String version = HasMetadata.getVersion(type);
    if (version == null) {
      throw new IllegalArgumentException(type.getName()
          + " has no kind: annotate it with @Group and @Version; for a kind without a class"
          + " use a Resource and a generic object");
    }
    String group = HasMetadata.getGroup(type);
    return new Resource(
        group == null ? "" : group,
        version,
        HasMetadata.getPlural(type),
        HasMetadata.getKind(type),
        Namespaced.class.isAssignableFrom(type));
  }

  /** {@code group/version}, or {@code version} alone. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + '/' + version;
  }

  public TypeMeta type() {
    return new TypeMeta(apiVersion(), kind);
  }

  /** Returns the path of the collection, without a leading slash; an empty namespace means all namespaces. */
  public String path(String namespace) {
    String root = group.isEmpty() ? "api/" + version : "apis/" + group + '/' + version;
    if (namespace.isEmpty()) {
      return root + '/' + plural;
    }
    if (!namespaced) {
      throw new IllegalArgumentException(
          this + " is cluster-scoped, but namespace " + namespace + " was requested");
    }
    return root + "/namespaces/" + QueryString.encode(namespace) + '/' + plural;
  }

  /** Written out: the generated method of a record loads about forty classes at each start. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Resource resource
        && namespaced == resource.namespaced
        && group.equals(resource.group)
        && version.equals(resource.version)
        && plural.equals(resource.plural)
        && kind.equals(resource.kind);
  }

  @Override
  public int hashCode() {
    int hash = group.hashCode();
    hash = 31 * hash + version.hashCode();
    hash = 31 * hash + plural.hashCode();
    hash = 31 * hash + kind.hashCode();
    return 31 * hash + Boolean.hashCode(namespaced);
  }

  /** Returns the name for messages: {@code deployments.apps/v1}. */
  @Override
  public String toString() {
    return group.isEmpty() ? plural + '/' + version : plural + '.' + group + '/' + version;
  }
}
