package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.values.GoDurations;

/**
 * The {@code timeout} of a request: a duration as Go reads it. Nothing here takes long, so only one that no answer could
 * meet matters. Stateless.
 */
final class RequestTimeout {
  /** A real server has not looked at the path by then. */
  private static final long HOPELESS_NANOS = 10_000;

  private RequestTimeout() {}

  /** Whether it is over already; 400 if it is not a duration. Watches do not have one. */
  static boolean over(ApiRequest request) {
    String timeout = request.parameter("timeout");
    boolean watch = request.flag("watch") || request.path().contains("/watch/");
    if (timeout == null || timeout.isEmpty() || watch) {
      return false;
    }
    try {
      long nanos = GoDurations.parse(timeout);
      return nanos > 0 && nanos <= HOPELESS_NANOS;
    } catch (GoDurations.Malformed malformed) {
      throw ApiStatusException.badRequest(
          "invalid timeout specified in the request URL - " + malformed.getMessage());
    }
  }
}
