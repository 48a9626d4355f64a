package dev.informant.store;

/**
 * A state of a cache.
 *
 * @param resourceVersion up to which the cache had taken in everything; not empty
 */
public record SavedCache<T>(String resourceVersion, RevisionStore.Revisions<T> revisions) {}
