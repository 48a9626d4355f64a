package dev.informant.apiserver.internal.storage;

import org.jspecify.annotations.Nullable;

/**
 * One committed write of one object. Immutable.
 *
 * @param before null for a creation
 * @param after null for a deletion
 * @param objects all objects of the resource after it
 * @param atNanos when, on the monotonic clock
 */
public record Change(
    long revision,
    @Nullable StoredObject before,
    @Nullable StoredObject after,
    SnapshotMap<StoredObject> objects,
    long atNanos) {}
