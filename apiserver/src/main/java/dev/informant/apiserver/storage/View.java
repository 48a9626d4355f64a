package dev.informant.apiserver.storage;

/** All objects of one resource as of one revision. Immutable. */
public record View(long revision, SnapshotMap<StoredObject> objects) {}
