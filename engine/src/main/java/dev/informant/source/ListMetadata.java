package dev.informant.source;

/**
 * What a page says of its list.
 *
 * @param resourceVersion of the list; empty if the server sent none
 * @param continueToken for the next page; empty on the last
 * @param remainingItemCount items after this page; 0 if unknown or none
 */
public record ListMetadata(String resourceVersion, String continueToken, long remainingItemCount) {}
