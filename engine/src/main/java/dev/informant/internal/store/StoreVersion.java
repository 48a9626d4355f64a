package dev.informant.internal.store;

/**
 * How far a store has come. The two differ only where a transform changes an object's version.
 *
 * @param stored the version that the last object stored carries, or of the last list or bookmark
 * @param server the version that the server gave it
 */
record StoreVersion(String stored, String server) {
  static final StoreVersion NONE = new StoreVersion("", "");

  static StoreVersion of(String version) {
    return new StoreVersion(version, version);
  }

  /** An object was stored. */
  StoreVersion put(String storedVersion, String serverVersion) {
    return new StoreVersion(storedVersion, serverVersion.isEmpty() ? server : serverVersion);
  }
}
