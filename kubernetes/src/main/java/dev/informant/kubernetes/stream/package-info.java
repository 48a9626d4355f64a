/**
 * Cutting answers of the API server into objects on their bytes, while they arrive. Splitters belong
 * to one answer and one thread at a time. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.stream;
