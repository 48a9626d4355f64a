package dev.informant.source;

import org.jspecify.annotations.Nullable;

/**
 * What a page says of its list.
 *
 * @param resourceVersion of the list; empty if the server sent none, for which null may be passed
 * @param continueToken for the next page; empty on the last, for which null may be passed
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
