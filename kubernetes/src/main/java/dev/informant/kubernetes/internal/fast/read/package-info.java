/** Reads one JSON document into objects, by the plans of their classes. A reader must be used by one thread. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.fast.read;
