/** Parts of runtime that other packages of the engine share; not exported. */
@NullMarked
package dev.informant.internal.runtime;

import org.jspecify.annotations.NullMarked;
