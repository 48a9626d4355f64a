package dev.informant.source;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a LIST or WATCH. Absent strings are empty, absent numbers zero. Immutable.
 *
 * @param labelSelector as the server parses it; empty selects everything
 * @param fieldSelector as the server parses it; empty selects everything
 * @param resourceVersion empty, "0", or a version
 * @param resourceVersionMatch empty, "Exact" or "NotOlderThan"
 * @param limit page size; 0 asks for everything at once
 * @param continueToken of the page before; empty for the first page
 * @param watchTimeout after which the server ends a watch; zero leaves it to the server
 * @param allowWatchBookmarks whether bookmarks are wanted
 * @param sendInitialEvents whether a watch begins with the present state; null says nothing about it
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

  /** Nothing set. */
  public static final ListOptions NONE =
      new ListOptions("", "", "", "", 0, "", Duration.ZERO, false, null);

  public ListOptions {
    Objects.requireNonNull(labelSelector, "labelSelector");
    Objects.requireNonNull(fieldSelector, "fieldSelector");
    Objects.requireNonNull(resourceVersion, "resourceVersion");
    Objects.requireNonNull(resourceVersionMatch, "resourceVersionMatch");
    Objects.requireNonNull(continueToken, "continueToken");
    if (limit < 0) {
      throw new IllegalArgumentException("limit is negative: " + limit);
    }
    if (watchTimeout.isNegative()) {
      throw new IllegalArgumentException("watchTimeout is negative: " + watchTimeout);
    }
  }

  /** A builder with nothing set. */
  public static Builder builder() {
    return NONE.toBuilder();
  }

  /** A builder with the values of these options. */
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

  /** Collects parameters. Not thread-safe. */
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
      labelSelector = value;
      return this;
    }

    public Builder fieldSelector(String value) {
      fieldSelector = value;
      return this;
    }

    public Builder resourceVersion(String value) {
      resourceVersion = value;
      return this;
    }

    public Builder resourceVersionMatch(String value) {
      resourceVersionMatch = value;
      return this;
    }

    public Builder limit(long value) {
      limit = value;
      return this;
    }

    public Builder continueToken(String value) {
      continueToken = value;
      return this;
    }

    public Builder watchTimeout(Duration value) {
      watchTimeout = value;
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

    /**
     * @throws IllegalArgumentException if a number or duration is negative
     */
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
