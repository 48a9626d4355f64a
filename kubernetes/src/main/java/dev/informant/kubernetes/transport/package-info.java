/** The connection to an API server, and its collections as sources of lists and watches, on fabric8's client. Everything here may be called by any thread. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.transport;
