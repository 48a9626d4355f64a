package dev.informant.apiserver.internal.core;

import org.jspecify.annotations.Nullable;

/**
 * Which watches are watch-lists: those that ask for initial events, and by the server's hidden defaulting those that say
 * nothing about them and name no version to begin at. Stateless.
 */
public final class InitialEvents {
  private InitialEvents() {}

  /** Whether this watch begins with the present objects and a bookmark behind them, at a server that knows watch-list. */
  public static boolean marked(ApiRequest watch) {
    Boolean asked = asked(watch);
    boolean initial = asked != null
        ? asked
        : implied(null, text(watch, "resourceVersionMatch"), text(watch, "resourceVersion"));
    return initial && watch.flag("allowWatchBookmarks");
  }

  /** What a watch says about initial events; null if nothing. */
  static @Nullable Boolean asked(ApiRequest watch) {
    return watch.parameter("sendInitialEvents") == null ? null : watch.flag("sendInitialEvents");
  }

  /** The hidden defaulting. */
  static boolean implied(@Nullable Boolean asked, String match, String resourceVersion) {
    return asked == null
        && match.isEmpty()
        && (resourceVersion.isEmpty() || resourceVersion.equals("0"));
  }

  private static String text(ApiRequest watch, String parameter) {
    String value = watch.parameter(parameter);
    return value == null ? "" : value;
  }
}
