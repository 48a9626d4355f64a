/**
 * The connection to an API server, and its collections as sources of lists and watches, on fabric8's client. All
 * classes are thread-safe.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.transport;
