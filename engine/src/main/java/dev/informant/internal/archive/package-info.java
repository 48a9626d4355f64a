/** Saves caches in files, so that a process can continue where an earlier one ended. */
@org.jspecify.annotations.NullMarked
package dev.informant.internal.archive;
