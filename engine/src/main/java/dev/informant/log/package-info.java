/** Logging of the engine. Not exported. */
@NullMarked
package dev.informant.log;

import org.jspecify.annotations.NullMarked;
