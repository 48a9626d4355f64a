package dev.informant.source;

import org.jspecify.annotations.Nullable;

/**
 * The metadata of a page.
 *
 * @param resourceVersion of the list; empty or null if the server sent none
 * @param continueToken for the next page; empty or null on the last page
 * @param remainingItemCount items after this page; 0 if unknown or none
 */
public record ListMetadata(String resourceVersion, String continueToken, long remainingItemCount) {
  public ListMetadata(
      @Nullable String resourceVersion, @Nullable String continueToken, long remainingItemCount) {
    this.resourceVersion = resourceVersion == null ? "" : resourceVersion;
    this.continueToken = continueToken == null ? "" : continueToken;
    this.remainingItemCount = remainingItemCount;
  }
}
