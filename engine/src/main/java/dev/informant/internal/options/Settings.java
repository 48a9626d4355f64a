package dev.informant.internal.options;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options that were set; the others have their defaults. Not thread-safe while options are set. */
public final class Settings {
  private final Map<Option<?>, Object> values = new HashMap<>();

  /**
   * Sets an option; the last call counts.
   *
   * @throws IllegalArgumentException if the option does not accept the value
   */
  public <V> Settings set(Option<V> option, V value) {
    values.put(option, option.checked(value));
    return this;
  }

  /** Sets every option that is set there. */
  public Settings setAll(Settings others) {
    values.putAll(others.values);
    return this;
  }

  /** The value that was set, or the default. */
  public <V> V get(Option<V> option) {
    V value = find(option);
    return value == null ? option.standard() : value;
  }

  /** The value that was set; null if none was. */
  @SuppressWarnings("unchecked") // set() puts only values of the option's type
  public <V> @Nullable V find(Option<V> option) {
    return (V) values.get(option);
  }
}
