/** Lets equal strings and equal parts of objects be one in memory. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.fast.share;
