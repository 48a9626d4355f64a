package dev.informant.verification.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What goes wrong in a run. A seed draws them by their place in this list: a new one changes every seed. */
enum SimulatedFault {
  /** Connections are refused, and some that are open break. */
  REFUSED(Place.NETWORK),
  /** Requests vanish, and some connections that are open break. */
  UNANSWERED(Place.NETWORK),
  /** Open connections break, each after some more bytes. */
  RESET(Place.NETWORK),
  /** Open connections carry nothing for a while, or never again. */
  STALLED(Place.NETWORK),
  /** Answers end in the middle, as if that were their end. */
  TRUNCATED(Place.NETWORK),
  /** Every piece of an answer takes up to twenty seconds. */
  SLOW_NETWORK(Place.NETWORK),
  /** Everything is answered with 429, with or without Retry-After. */
  TOO_MANY_REQUESTS(Place.NETWORK),
  /** Everything is answered with 500 to 504. */
  SERVER_ERRORS(Place.NETWORK),
  /** Everything is answered with 401 or 403. */
  UNAUTHORIZED(Place.NETWORK),
  /** Everything is answered with 200 and a page to sign in, as in hotels. */
  PORTAL(Place.NETWORK),
  /** The history is gone: watches and lists from before are expired. */
  COMPACTED(Place.SERVER),
  /** Tokens for the next page expire while everybody lists, slowly. */
  CONTINUE_EXPIRED(Place.SERVER),
  /** The watch cache stands still: it answers with what it knew. */
  STALE_CACHE(Place.SERVER),
  /** Watches end and the window of changes is gone; objects stay. */
  RESTARTED(Place.SERVER),
  /** The version moves on without a write. */
  VERSION_JUMP(Place.SERVER),
  /** No bookmarks for some minutes. */
  BOOKMARKS_DROPPED(Place.SERVER),
  /** Streamed lists never say where they end. */
  END_BOOKMARK_DROPPED(Place.SERVER),
  /** Streamed lists are answered with 422, as by an older server. */
  WATCH_LIST_REFUSED(Place.SERVER),
  /** Streamed lists are taken for plain watches, as by a much older server. */
  WATCH_LIST_IGNORED(Place.SERVER),
  /** Watches end as soon as they have begun. */
  WATCHES_END_AT_ONCE(Place.SERVER),
  /** Every watch ends, cleanly. */
  WATCHES_CLOSED(Place.SERVER),
  /** Watches stay open and say nothing, some for ever. */
  WATCHES_STALLED(Place.SERVER),
  /** Watches are told that their version has expired. */
  GONE_IN_STREAM(Place.SERVER),
  /** Watches are told of another error. */
  ERROR_IN_STREAM(Place.SERVER),
  /** Watches carry an event of an unknown type, or an object of another kind. */
  GARBAGE_IN_STREAM(Place.SERVER),
  /** The clients' time of day jumps, and the monotonic clock of some, forward. */
  CLOCK_JUMP(Place.CLIENT),
  /** An object takes a state that cannot be decoded or transformed. */
  POISON(Place.CLIENT),
  /** A handler becomes slow, blocks or throws. */
  HANDLER_TROUBLE(Place.CLIENT),
  /** Some queues of the pipeline get no processor while objects change and end. */
  HELD_UP(Place.CLIENT);

  /** Where it goes wrong, which decides who inflicts it. */
  enum Place {
    /** On the way of one client or of all. */
    NETWORK,
    /** In the server, for everybody. */
    SERVER,
    /** In what clients do or have to read. */
    CLIENT
  }

  private final Place place;

  SimulatedFault(Place place) {
    this.place = place;
  }

  Place place() {
    return place;
  }

  static List<SimulatedFault> at(Place place) {
    return Arrays.stream(values()).filter(fault -> fault.place == place).toList();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
