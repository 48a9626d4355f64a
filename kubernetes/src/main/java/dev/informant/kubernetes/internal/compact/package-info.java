/** What the engine's compact form needs for objects of a cluster: how they become bytes, and zstd where it is there. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.compact;
