package dev.informant.internal.options;

import dev.informant.log.Readable;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An option: its name in messages, its default and the values it accepts. Compared by identity. Immutable. */
public final class Option<V> {
  private final String name;
  private final @Nullable V standard;
  private final Predicate<? super V> valid;
  private final String rule;

  private Option(String name, @Nullable V standard, Predicate<? super V> valid, String rule) {
    this.name = name;
    this.standard = standard;
    this.valid = valid;
    this.rule = rule;
  }

  /** Any value but null. */
  public static <V> Option<V> of(String name, V standard) {
    return new Option<>(name, standard, value -> true, "");
  }

  /** As {@link #of}, without a default: it is read with {@link Settings#find}. */
  public static <V> Option<V> unset(String name) {
    return new Option<>(name, null, value -> true, "");
  }

  /**
   * The same option, which accepts fewer values.
   *
   * @param rule says which, after the option's name: {@code must not be negative}
   */
  public Option<V> accepting(Predicate<? super V> values, String rule) {
    return new Option<>(name, standard, values, rule);
  }

  V checked(V value) {
    Objects.requireNonNull(value, name);
    if (!valid.test(value)) {
      throw new IllegalArgumentException(name + " " + rule + ": "
          + (value instanceof Duration time ? Readable.time(time) : value));
    }
    return value;
  }

  @Override
  public String toString() {
    return name;
  }

  V standard() {
    if (standard == null) {
      throw new IllegalStateException("option " + name + " has no default");
    }
    return standard;
  }
}
