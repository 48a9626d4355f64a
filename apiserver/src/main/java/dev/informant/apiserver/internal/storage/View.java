package dev.informant.apiserver.internal.storage;

/** All objects of one resource as of one revision. Immutable. */
public record View(long revision, SnapshotMap<StoredObject> objects) {}
