/** Reads one JSON document into objects, as the plans of their classes say; a reader belongs to one thread. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.fast.read;
