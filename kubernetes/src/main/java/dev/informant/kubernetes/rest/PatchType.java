package dev.informant.kubernetes.rest;

/** The formats of a patch. */
public enum PatchType {
  /** A list of operations (RFC 6902). */
  JSON("application/json-patch+json"),
  /** The changed fields; null removes a field (RFC 7386). */
  MERGE("application/merge-patch+json"),
  /** As above, but lists are merged by the keys of their elements; built-in kinds only. */
  STRATEGIC("application/strategic-merge-patch+json"),
  /** Server-side apply; requires the query parameter {@code fieldManager}. */
  APPLY("application/apply-patch+yaml");

  private final String mediaType;

  PatchType(String mediaType) {
    this.mediaType = mediaType;
  }

  String mediaType() {
    return mediaType;
  }
}
