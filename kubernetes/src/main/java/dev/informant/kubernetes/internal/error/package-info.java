/** Converts error responses of the server and network failures to exceptions of the engine. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.error;
