/** Stores equal strings and equal parts of objects once in memory. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.fast.share;
