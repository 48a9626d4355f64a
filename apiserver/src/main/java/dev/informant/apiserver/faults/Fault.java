package dev.informant.apiserver.faults;

import java.time.Duration;
import java.util.List;

/**
 * One thing that goes wrong, and for which requests. Begin with a static method that names the effect, then
 * narrow it down; without more it hits every request.
 *
 * <pre>{@code
 * faults.add(Fault.status(500).verb("list").resource("pods").times(2));
 * faults.add(Fault.delay(Duration.ofMillis(200)).verb("watch").probability(0.3));
 * }</pre>
 *
 * Immutable.
 *
 * @param verb get, list, watch, create, update, patch, delete, deletecollection; empty for any
 * @param resource the plural name; empty for any
 * @param namespace empty for any
 * @param name of the object; empty for any
 * @param first the first matching request that is hit, from 1
 * @param count how many matching requests are hit from there on
 * @param probability of each of them to be hit
 */
public record Fault(
    Effect effect,
    String verb,
    String resource,
    String namespace,
    String name,
    long first,
    long count,
    double probability) {
  /** The verbs that a fault can be limited to. */
  public static final List<String> VERBS =
      List.of("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection");

  public Fault {
    if (!verb.isEmpty() && !VERBS.contains(verb)) {
      throw new IllegalArgumentException(
          "verb: must be one of " + String.join(", ", VERBS) + "; it is " + verb);
    }
    if (!verb.isEmpty() && !verb.equals("watch") && ofWatches(effect)) {
      throw new IllegalArgumentException(
          "verb: " + effect.getClass().getSimpleName() + " happens to watches; it is " + verb);
    }
    if (first < 1 || count < 1) {
      throw new IllegalArgumentException("requests are counted from 1: " + first + ", " + count);
    }
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("a probability is from 0 to 1: " + probability);
    }
  }

  private static boolean ofWatches(Effect effect) {
    return !(effect instanceof Effect.Delay
        || effect instanceof Effect.Status
        || effect instanceof Effect.Text
        || effect instanceof Effect.Cut);
  }

  /** A fault for every request. */
  public static Fault of(Effect effect) {
    return new Fault(effect, "", "", "", "", 1, Long.MAX_VALUE, 1);
  }

  public static Fault delay(Duration time) {
    return of(new Effect.Delay(time));
  }

  /** A failure with the reason and message an API server gives for that code, from 400 to 599. */
  public static Fault status(int code) {
    return status(code, 0);
  }

  /** As above, with Retry-After unless it is 0. */
  public static Fault status(int code, int retryAfterSeconds) {
    return of(
        switch (code) {
          case 400 ->
            new Effect.Status(code, "BadRequest", "the request was refused", retryAfterSeconds);
          case 401 -> new Effect.Status(code, "Unauthorized", "Unauthorized", retryAfterSeconds);
          case 403 -> new Effect.Status(code, "Forbidden", "forbidden", retryAfterSeconds);
          case 404 ->
            new Effect.Status(
                code,
                "NotFound",
                "the server could not find the requested resource",
                retryAfterSeconds);
          case 409 -> new Effect.Status(code, "Conflict", "conflict", retryAfterSeconds);
          case 410 ->
            new Effect.Status(code, "Expired", "too old resource version", retryAfterSeconds);
          case 429 ->
            new Effect.Status(
                code,
                "TooManyRequests",
                "Too many requests, please try again later.",
                retryAfterSeconds);
          case 500 ->
            new Effect.Status(
                code, "InternalError", "Internal error occurred: fault", retryAfterSeconds);
          case 503 ->
            new Effect.Status(
                code,
                "ServiceUnavailable",
                "the server is currently unable to handle the request",
                retryAfterSeconds);
          case 504 ->
            new Effect.Status(
                code,
                "Timeout",
                "Timeout: request did not complete within the allotted timeout",
                retryAfterSeconds);
          default -> new Effect.Status(code, "", "fault", retryAfterSeconds);
        });
  }

  /** 429 as flow control sends it: plain text with Retry-After. */
  public static Fault overloaded(int retryAfterSeconds) {
    return of(
        new Effect.Text(429, "Too many requests, please try again later.\n", retryAfterSeconds));
  }

  /** The connection is reset before anything is answered. */
  public static Fault reset() {
    return of(new Effect.Cut(-1, /* reset= */ true));
  }

  /** The connection is reset after so many bytes of the body; the headers are sent. */
  public static Fault resetAfter(long bytes) {
    return of(new Effect.Cut(bytes, /* reset= */ true));
  }

  /** The body ends after so many bytes, without an end; the headers are sent. */
  public static Fault truncateAfter(long bytes) {
    return of(new Effect.Cut(bytes, /* reset= */ false));
  }

  /**
   * Watches that stay open and say nothing, even when their time is over, until {@link Faults#releaseWatches}, {@link
   * Faults#closeWatches}, {@link Faults#clear} or a restart.
   */
  public static Fault stallWatch() {
    return stallWatchAfter(0);
  }

  /** As above, after so many events; bookmarks that are sent count, too. */
  public static Fault stallWatchAfter(int events) {
    return of(new Effect.Stall(events)).verb("watch");
  }

  /** Watches that end as soon as they have begun: "very short watch". */
  public static Fault endWatchAtOnce() {
    return endWatchAfter(0);
  }

  /** Watches that end, cleanly, after so many events; bookmarks that are sent count, too. */
  public static Fault endWatchAfter(int events) {
    return of(new Effect.End(events)).verb("watch");
  }

  /** Watches that begin with an event of a type nobody knows. */
  public static Fault sendUnknownEventType() {
    return sendUnknownEventTypeAfter(0);
  }

  /** As above, after so many events; bookmarks that are sent count, too. */
  public static Fault sendUnknownEventTypeAfter(int events) {
    return of(new Effect.SendUnknownEventType(events)).verb("watch");
  }

  /**
   * Watches that begin with an object whose metadata is sound and whose rest is not: those of metadata alone see nothing
   * wrong with it.
   */
  public static Fault sendUndecodableObject(String namespace, String name) {
    return sendUndecodableObjectAfter(0, namespace, name);
  }

  /** As above, after so many events; bookmarks that are sent count, too. */
  public static Fault sendUndecodableObjectAfter(int events, String namespace, String name) {
    return of(new Effect.SendUndecodableObject(events, namespace, name)).verb("watch");
  }

  /** Watches that begin with an object of another kind. */
  public static Fault sendOtherKind() {
    return sendOtherKindAfter(0);
  }

  /** As above, after so many events; bookmarks that are sent count, too. */
  public static Fault sendOtherKindAfter(int events) {
    return of(new Effect.SendOtherKind(events)).verb("watch");
  }

  public static Fault dropBookmarks() {
    return of(new Effect.DropBookmarks()).verb("watch");
  }

  public static Fault dropEndBookmark() {
    return of(new Effect.DropEndBookmark()).verb("watch");
  }

  public static Fault ignoreInitialEvents() {
    return of(new Effect.IgnoreInitialEvents()).verb("watch");
  }

  public static Fault refuseInitialEvents() {
    return of(new Effect.RefuseInitialEvents()).verb("watch");
  }

  public Fault verb(String only) {
    return new Fault(effect, only, resource, namespace, name, first, count, probability);
  }

  public Fault resource(String plural) {
    return new Fault(effect, verb, plural, namespace, name, first, count, probability);
  }

  public Fault namespace(String only) {
    return new Fault(effect, verb, resource, only, name, first, count, probability);
  }

  public Fault name(String only) {
    return new Fault(effect, verb, resource, namespace, only, first, count, probability);
  }

  /** Only the {@code n}th matching request, counted from 1. */
  public Fault nth(long n) {
    return new Fault(effect, verb, resource, namespace, name, n, 1, probability);
  }

  /** Only so many matching requests. */
  public Fault times(long n) {
    return new Fault(effect, verb, resource, namespace, name, first, n, probability);
  }

  public Fault probability(double each) {
    return new Fault(effect, verb, resource, namespace, name, first, count, each);
  }
}
