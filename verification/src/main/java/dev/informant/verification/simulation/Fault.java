package dev.informant.verification.simulation;

import java.util.Locale;

/** What goes wrong in a run. */
enum Fault {
  REFUSED,
  UNANSWERED,
  RESET,
  STALLED,
  TRUNCATED,
  SLOW_NETWORK,
  TOO_MANY_REQUESTS,
  SERVER_ERRORS,
  UNAUTHORIZED,
  PORTAL,
  COMPACTED,
  CONTINUE_EXPIRED,
  STALE_CACHE,
  RESTARTED,
  VERSION_JUMP,
  BOOKMARKS_DROPPED,
  END_BOOKMARK_DROPPED,
  WATCH_LIST_REFUSED,
  WATCH_LIST_IGNORED,
  WATCHES_END_AT_ONCE,
  WATCHES_CLOSED,
  WATCHES_STALLED,
  GONE_IN_STREAM,
  ERROR_IN_STREAM,
  GARBAGE_IN_STREAM,
  CLOCK_JUMP,
  POISON,
  HANDLER_TROUBLE,
  HELD_UP;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
