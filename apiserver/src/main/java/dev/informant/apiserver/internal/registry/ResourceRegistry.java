package dev.informant.apiserver.internal.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resources being served: built-in ones, fixed, and custom ones, which come and go with their CRDs. Thread-safe.
 */
public final class ResourceRegistry {
  private volatile ServedResources served;

  public ResourceRegistry(Collection<ResourceType> builtIn) {
    this.served = new ServedResources(builtIn);
  }

  /** What is served now; one who asks more than one question asks them of this. */
  public ServedResources now() {
    return served;
  }

  public @Nullable ResourceType find(String group, String version, String plural) {
    return now().find(group, version, plural);
  }

  /** All, in the order of group, version (best first) and name. */
  public Collection<ResourceType> all() {
    return now().all();
  }

  /** Whether a group is of the server itself, not of a CRD. */
  public boolean ownGroup(String group) {
    return now().ownGroup(group);
  }

  /**
   * Replaces what is served for one CRD; an empty list takes it away. Returns those served until now that are gone or
   * others now, or that another version has joined.
   */
  public synchronized List<ResourceType> custom(String definition, List<ResourceType> versions) {
    List<ResourceType> next = new ArrayList<>(versions);
    List<ResourceType> outdated = new ArrayList<>();
    List<ResourceType> kept = new ArrayList<>();
    for (ResourceType type : all()) {
      CustomVersion custom = type.custom();
      if (custom == null || !custom.definition().equals(definition)) {
        next.add(type);
      } else if (!versions.contains(type)) {
        outdated.add(type);
      } else {
        kept.add(type);
      }
    }
    if (versions.size() > kept.size()) {
      outdated.addAll(kept);
    }
    served = new ServedResources(next);
    return outdated;
  }
}
