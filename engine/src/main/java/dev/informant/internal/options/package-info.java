/** Declares and passes on options: one {@code Settings} from the builder to the reflector. Not exported. */
@NullMarked
package dev.informant.internal.options;

import org.jspecify.annotations.NullMarked;
