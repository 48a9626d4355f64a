/** Discovery of the kinds of a cluster. All classes are thread-safe. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.discovery;
