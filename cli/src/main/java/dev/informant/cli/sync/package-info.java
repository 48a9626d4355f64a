/** Measures how long caches take and how large they are. Used by one thread. */
@org.jspecify.annotations.NullMarked
package dev.informant.cli.sync;
