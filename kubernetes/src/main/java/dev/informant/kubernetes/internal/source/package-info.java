/** Reads the responses of lists and watches while they arrive, and passes on the decoded objects. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.source;
