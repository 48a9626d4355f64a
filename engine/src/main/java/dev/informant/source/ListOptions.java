package dev.informant.source;

import dev.informant.log.Readable;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a LIST or WATCH. Absent strings are empty, absent numbers zero. A malformed selector, an unknown
 * match and a negative number or duration are rejected with {@link IllegalArgumentException}. Immutable.
 *
 * @param labelSelector as the server parses it; empty selects everything
 * @param fieldSelector as the server parses it; empty selects everything
 * @param resourceVersion empty, "0", or a version
 * @param resourceVersionMatch empty, "Exact" or "NotOlderThan"
 * @param limit the page size; 0 requests the complete list
 * @param continueToken the token of the previous page; empty for the first page
 * @param watchTimeout the time after which the server ends a watch; zero uses the server's default
 * @param allowWatchBookmarks whether to request bookmarks
 * @param sendInitialEvents whether a watch starts with the current state; null omits the parameter
 */
public record ListOptions(
    String labelSelector,
    String fieldSelector,
    String resourceVersion,
    String resourceVersionMatch,
    long limit,
    String continueToken,
    Duration watchTimeout,
    boolean allowWatchBookmarks,
    @Nullable Boolean sendInitialEvents) {

  private static final Set<String> MATCHES = Set.of("", "Exact", "NotOlderThan");

  /** Nothing set. */
  public static final ListOptions NONE =
      new ListOptions("", "", "", "", 0, "", Duration.ZERO, false, null);

  public ListOptions {
    Selectors.checkLabels(labelSelector);
    Selectors.checkFields(fieldSelector);
    Objects.requireNonNull(resourceVersion, "resourceVersion");
    checkMatch(resourceVersionMatch);
    checkLimit(limit);
    Objects.requireNonNull(continueToken, "continueToken");
    checkTimeout(watchTimeout);
  }

  private static String checkMatch(String match) {
    Objects.requireNonNull(match, "resourceVersionMatch");
    if (!MATCHES.contains(match)) {
      throw new IllegalArgumentException(
          "resourceVersionMatch must be empty, Exact or NotOlderThan: " + match);
    }
    return match;
  }

  private static long checkLimit(long limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit is negative: " + limit);
    }
    return limit;
  }

  private static Duration checkTimeout(Duration timeout) {
    Objects.requireNonNull(timeout, "watchTimeout");
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("watchTimeout is negative: " + Readable.time(timeout));
    }
    return timeout;
  }

  /** Returns a builder with no parameter set. */
  public static Builder builder() {
    return NONE.toBuilder();
  }

  /** Returns a builder with the values of these options. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  public ListOptions withLabelSelector(String selector) {
    return toBuilder().labelSelector(selector).build();
  }

  public ListOptions withFieldSelector(String selector) {
    return toBuilder().fieldSelector(selector).build();
  }

  public ListOptions withResourceVersion(String version) {
    return toBuilder().resourceVersion(version).build();
  }

  public ListOptions withResourceVersionMatch(String match) {
    return toBuilder().resourceVersionMatch(match).build();
  }

  public ListOptions withLimit(long items) {
    return toBuilder().limit(items).build();
  }

  public ListOptions withContinueToken(String token) {
    return toBuilder().continueToken(token).build();
  }

  public ListOptions withWatchTimeout(Duration timeout) {
    return toBuilder().watchTimeout(timeout).build();
  }

  public ListOptions withAllowWatchBookmarks(boolean allow) {
    return toBuilder().allowWatchBookmarks(allow).build();
  }

  public ListOptions withSendInitialEvents(@Nullable Boolean send) {
    return toBuilder().sendInitialEvents(send).build();
  }

  /** Builds options. Not thread-safe. */
  public static final class Builder {
    private String labelSelector;
    private String fieldSelector;
    private String resourceVersion;
    private String resourceVersionMatch;
    private long limit;
    private String continueToken;
    private Duration watchTimeout;
    private boolean allowWatchBookmarks;
    private @Nullable Boolean sendInitialEvents;

    private Builder(ListOptions options) {
      this.labelSelector = options.labelSelector;
      this.fieldSelector = options.fieldSelector;
      this.resourceVersion = options.resourceVersion;
      this.resourceVersionMatch = options.resourceVersionMatch;
      this.limit = options.limit;
      this.continueToken = options.continueToken;
      this.watchTimeout = options.watchTimeout;
      this.allowWatchBookmarks = options.allowWatchBookmarks;
      this.sendInitialEvents = options.sendInitialEvents;
    }

    public Builder labelSelector(String value) {
      labelSelector = Selectors.checkLabels(value);
      return this;
    }

    public Builder fieldSelector(String value) {
      fieldSelector = Selectors.checkFields(value);
      return this;
    }

    public Builder resourceVersion(String value) {
      resourceVersion = Objects.requireNonNull(value, "resourceVersion");
      return this;
    }

    public Builder resourceVersionMatch(String value) {
      resourceVersionMatch = checkMatch(value);
      return this;
    }

    public Builder limit(long value) {
      limit = checkLimit(value);
      return this;
    }

    public Builder continueToken(String value) {
      continueToken = Objects.requireNonNull(value, "continueToken");
      return this;
    }

    public Builder watchTimeout(Duration value) {
      watchTimeout = checkTimeout(value);
      return this;
    }

    public Builder allowWatchBookmarks(boolean value) {
      allowWatchBookmarks = value;
      return this;
    }

    public Builder sendInitialEvents(@Nullable Boolean value) {
      sendInitialEvents = value;
      return this;
    }

    public ListOptions build() {
      return new ListOptions(
          labelSelector,
          fieldSelector,
          resourceVersion,
          resourceVersionMatch,
          limit,
          continueToken,
          watchTimeout,
          allowWatchBookmarks,
          sendInitialEvents);
    }
  }
}
