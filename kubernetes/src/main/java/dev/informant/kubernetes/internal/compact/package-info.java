/** Supports the engine's compact form for objects of a cluster: encoding to bytes, and zstd if it is available. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.compact;
