/** Caches in files, so that a process can go on where another one ended. */
@org.jspecify.annotations.NullMarked
package dev.informant.archive;
