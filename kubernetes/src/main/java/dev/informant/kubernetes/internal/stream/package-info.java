/**
 * Splits the bytes of API server responses into objects while they arrive. A splitter serves one response and one
 * thread at a time.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.stream;
