/**
 * Objects with their history: one counter for all resources, snapshots of every recent state, and the
 * changes since. No I/O; time comes from outside. Thread-safe. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.storage;
