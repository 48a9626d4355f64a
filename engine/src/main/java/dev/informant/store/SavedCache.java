package dev.informant.store;

import dev.informant.object.Revision;
import java.util.Collection;

/**
 * A saved state of a cache.
 *
 * @param resourceVersion the version that the cache had reached; not empty
 */
public record SavedCache<T>(String resourceVersion, Collection<Revision<T>> revisions) {}
