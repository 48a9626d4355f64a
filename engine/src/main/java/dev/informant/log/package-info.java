/** How the engine logs. Not exported. */
@NullMarked
package dev.informant.log;

import org.jspecify.annotations.NullMarked;
