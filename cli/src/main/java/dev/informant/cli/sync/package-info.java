/** Measures the sync time and the size of caches. Used by one thread. */
@org.jspecify.annotations.NullMarked
package dev.informant.cli.sync;
