package dev.informant.object;

/** Something that is known by a key it carries itself, whatever else it is. */
public interface KnownKey {
  /** The key; never empty. */
  String key();
}
