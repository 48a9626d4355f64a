package dev.informant.object;

/** An object that carries its own key. */
public interface KnownKey {
  /** The key; never empty. */
  String key();
}
