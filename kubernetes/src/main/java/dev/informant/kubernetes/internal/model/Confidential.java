package dev.informant.kubernetes.internal.model;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Decides of which kinds nothing is kept but the objects themselves, and that no longer than they are held: Secrets. Everything
 * that keeps more asks here: decoders (which share strings and parts), compact caches (which train dictionaries
 * on objects and may keep what was read lately) and saved caches. Stateless.
 */
public final class Confidential {
  private Confidential() {}

  /** Whether objects of this resource are; its version does not matter. */
  public static boolean is(String group, String plural) {
    return group.isEmpty() && plural.equals("secrets");
  }

  /** Whether objects of this class are. */
  public static boolean is(Class<? extends HasMetadata> type) {
    return is(HasMetadata.getGroup(type), HasMetadata.getPlural(type));
  }
}
