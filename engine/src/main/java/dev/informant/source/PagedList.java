package dev.informant.source;

import java.util.List;

/**
 * A whole list.
 *
 * @param resourceVersion of its first page
 * @param paginated whether the server cut it into pages
 */
public record PagedList<T>(String resourceVersion, List<Item<T>> items, boolean paginated) {}
