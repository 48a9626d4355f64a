/**
 * The hidden half of {@code source}: the reflector. Each one is a state machine whose steps run on a serial queue over
 * the pipeline of its runtime; no class here owns or blocks a thread. Not exported.
 */
@NullMarked
package dev.informant.internal.source;

import org.jspecify.annotations.NullMarked;
