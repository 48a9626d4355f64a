package dev.informant.internal.source;

/**
 * The version a reflector has reached and what follows from it for the next request. The last version is
 * shown as it came, even if an event carried none; requests are made with the last one that says something,
 * since asking without one would skip what was deleted meanwhile. Written by one thread at a time; {@link
 * #last()} may be read by any.
 */
final class SyncVersion {
  private volatile String last = "";
  private String usable = "";
  private boolean unavailable;
  private boolean unlisted; // known from an earlier run only
  private boolean authoritative;
  private boolean doubtful;
  private String staleList = "";

  /** The version of the last list, event or bookmark; empty if that had none. */
  String last() {
    return last;
  }

  /** The version for the next WATCH: empty only if neither the last list nor any event since had one. */
  String forWatch() {
    return usable;
  }

  /** The destination has a state of this version, though nothing has been listed. */
  void resumed(String version) {
    last = version;
    usable = version;
    unlisted = true;
  }

  /** The destination has a state of unknown version, though nothing has been listed. */
  void known() {
    unlisted = true;
  }

  /** An event or bookmark carried a version. Taken as it is, even if lower or empty. */
  boolean reached(String version) {
    doubtful = false;
    if (!version.isEmpty()) {
      usable = version;
    }
    if (version.equals(last)) {
      return false;
    }
    last = version;
    return true;
  }

  /** The server no longer, or not yet, has the last version. */
  void unavailable(boolean tooLarge) {
    unavailable = true;
    authoritative |= tooLarge;
  }

  /** Contact was lost: the server may be another when it is back. */
  void doubt() {
    doubtful = true;
  }

  /** Whether nothing has shown since contact was lost that the server knows the last version. */
  boolean isDoubtful() {
    return doubtful;
  }

  /**
   * The version for the next LIST. After a run that ended there is none: a list in pages at its version would be of that
   * version, and show nothing of what happened since.
   */
  String forList() {
    if (unavailable || unlisted) {
      return "";
    }
    return usable.isEmpty() ? "0" : usable;
  }

  /** The version for the next streaming list. */
  String forWatchList() {
    return unavailable || unlisted ? "" : usable;
  }

  /** Whether the next collection replaces even newer objects: the server may have gone back in time. */
  boolean isAuthoritative() {
    return authoritative;
  }

  /**
   * The collection was received.
   *
   * @param asked the version asked for
   */
  void listed(String asked, String version) {
    staleList = !version.isEmpty() && version.equals(asked) ? version : "";
    last = version;
    usable = version;
    unavailable = false;
    unlisted = false;
    authoritative = false;
    doubtful = false;
  }

  /**
   * The watch found the last version expired. If it is still the version of a list that gave back just the
   * version it was asked for, listing there again would lead here again.
   */
  void expired() {
    if (!staleList.isEmpty() && staleList.equals(usable)) {
      unavailable = true;
    }
  }
}
