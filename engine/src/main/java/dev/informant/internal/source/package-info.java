/** Parts of source that other packages of the engine share; not exported. */
@NullMarked
package dev.informant.internal.source;

import org.jspecify.annotations.NullMarked;
