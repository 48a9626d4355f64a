/** Says what went wrong: answers of the server and failures of the network as errors of the engine. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.error;
