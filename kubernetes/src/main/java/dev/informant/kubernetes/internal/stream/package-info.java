/** Cuts answers of the API server into objects on their bytes, while they arrive; a splitter belongs to one answer and one thread at a time. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.stream;
