/**
 * Publication and ordering of the engine's concurrent classes on real threads and a real memory model: two
 * actors meet on one object some million times, and every outcome is counted. What an outcome means is said
 * by the annotations of each test; anything not named there is forbidden and fails the run.
 *
 * <p>{@code verification/jcstress/run} is the quick look that CI takes (about a minute);
 * {@code verification/jcstress/run -m default} takes hours; {@code -t StoreStress} picks tests by a regular
 * expression. The class comments name the bugs planted to see what is found.
 *
 * <p>No test has more than two actors, for a third one would not be run on two processors.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.jcstress;
