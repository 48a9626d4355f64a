package dev.informant.verification.conformance;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What of the API a path points at. Immutable.
 *
 * @param collection the path of the collection
 * @param named whether it points at one object of it
 */
record PathTarget(String collection, boolean named) {
  private static final Pattern PATH = Pattern.compile(
      "(/api/v1|/apis/[^/]+/[^/]+)(?:/watch)?((?:/namespaces/[^/]+(?=/))?/[^/]+)(/.*)?");

  /** Nothing for a path that is not one of resources, such as that of discovery. */
  static Optional<PathTarget> of(String path) {
    int query = path.indexOf('?');
    Matcher parts = PATH.matcher(query < 0 ? path : path.substring(0, query));
    return parts.matches()
        ? Optional.of(new PathTarget(parts.group(1) + parts.group(2), parts.group(3) != null))
        : Optional.empty();
  }
}
