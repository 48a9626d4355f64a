package dev.informant.source;

import java.time.Duration;
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

  public ListOptions withLabelSelector(String selector) {
    return new ListOptions(
        selector,
        fieldSelector,
        resourceVersion,
        resourceVersionMatch,
        limit,
        continueToken,
        watchTimeout,
        allowWatchBookmarks,
        sendInitialEvents);
  }

  public ListOptions withFieldSelector(String selector) {
    return new ListOptions(
        labelSelector,
        selector,
        resourceVersion,
        resourceVersionMatch,
        limit,
        continueToken,
        watchTimeout,
        allowWatchBookmarks,
        sendInitialEvents);
  }

  public ListOptions withResourceVersion(String version) {
    return new ListOptions(
        labelSelector,
        fieldSelector,
        version,
        resourceVersionMatch,
        limit,
        continueToken,
        watchTimeout,
        allowWatchBookmarks,
        sendInitialEvents);
  }

  public ListOptions withResourceVersionMatch(String match) {
    return new ListOptions(
        labelSelector,
        fieldSelector,
        resourceVersion,
        match,
        limit,
        continueToken,
        watchTimeout,
        allowWatchBookmarks,
        sendInitialEvents);
  }

  public ListOptions withLimit(long items) {
    return new ListOptions(
        labelSelector,
        fieldSelector,
        resourceVersion,
        resourceVersionMatch,
        items,
        continueToken,
        watchTimeout,
        allowWatchBookmarks,
        sendInitialEvents);
  }

  public ListOptions withContinueToken(String token) {
    return new ListOptions(
        labelSelector,
        fieldSelector,
        resourceVersion,
        resourceVersionMatch,
        limit,
        token,
        watchTimeout,
        allowWatchBookmarks,
        sendInitialEvents);
  }

  public ListOptions withWatchTimeout(Duration timeout) {
    return new ListOptions(
        labelSelector,
        fieldSelector,
        resourceVersion,
        resourceVersionMatch,
        limit,
        continueToken,
        timeout,
        allowWatchBookmarks,
        sendInitialEvents);
  }

  public ListOptions withAllowWatchBookmarks(boolean allow) {
    return new ListOptions(
        labelSelector,
        fieldSelector,
        resourceVersion,
        resourceVersionMatch,
        limit,
        continueToken,
        watchTimeout,
        allow,
        sendInitialEvents);
  }

  public ListOptions withSendInitialEvents(@Nullable Boolean send) {
    return new ListOptions(
        labelSelector,
        fieldSelector,
        resourceVersion,
        resourceVersionMatch,
        limit,
        continueToken,
        watchTimeout,
        allowWatchBookmarks,
        send);
  }
}
