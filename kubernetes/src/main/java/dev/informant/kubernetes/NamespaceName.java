package dev.informant.kubernetes;

import java.util.Objects;
import java.util.regex.Pattern;

/** Refuses names that no namespace can have, before they become part of a path. */
final class NamespaceName {
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

  private NamespaceName() {}

  /** Returns {@code name} if a namespace can have it; throws {@link IllegalArgumentException} if not. */
  static String check(String name) {
    Objects.requireNonNull(name, "a namespace is null");
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          "a set of namespaces needs names; for all namespaces leave the option out");
    }
    if (!LABEL.matcher(name).matches()) {
      throw new IllegalArgumentException("\"" + name
          + "\" is not the name of a namespace: it must be at most 63 characters of a-z, 0-9 and -,"
          + " and begin and end with a letter or digit");
    }
    return name;
  }

  /** The same, where an empty name means all namespaces. */
  static String orAll(String name) {
    return Objects.requireNonNull(name, "namespace").isEmpty() ? name : check(name);
  }
}
