package dev.informant.object;

/**
 * A key in place of an object, for callers that have only the key. Immutable.
 *
 * @param key in the form {@code namespace/name} or {@code name}
 */
public record ExplicitKey(String key) implements KnownKey {
  /** Throws {@link KeyException} if the key is empty. */
  public ExplicitKey {
    if (key.isEmpty()) {
      throw new KeyException("the key is empty");
    }
  }

  @Override
  public String toString() {
    return key;
  }
}
