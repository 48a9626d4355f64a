/** The hidden half of {@code store}: the cache as immutable snapshots, and waiters for versions. Not exported. */
@NullMarked
package dev.informant.internal.store;

import org.jspecify.annotations.NullMarked;
