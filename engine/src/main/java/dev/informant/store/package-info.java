/** The indexed, snapshot-able cache and its side components. */
@org.jspecify.annotations.NullMarked
package dev.informant.store;
