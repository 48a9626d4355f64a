package dev.informant.source;

import java.util.List;

/**
 * A complete list.
 *
 * @param resourceVersion the version of its first page
 * @param paginated whether the server returned it in pages
 */
public record PagedList<T>(String resourceVersion, List<Item<T>> items, boolean paginated) {}
