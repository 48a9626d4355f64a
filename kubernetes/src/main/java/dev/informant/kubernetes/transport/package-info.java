/** Lists and watches over HTTP, on fabric8's client. Everything here may be called by any thread. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.transport;
