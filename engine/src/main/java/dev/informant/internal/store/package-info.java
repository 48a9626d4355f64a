/** Parts of store that other packages of the engine share; not exported. */
@NullMarked
package dev.informant.internal.store;

import org.jspecify.annotations.NullMarked;
