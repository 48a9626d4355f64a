/**
 * What the tests of all modules share. It is on their class path in scope {@code test} and never shipped.
 *
 * <ul>
 *   <li>{@link dev.informant.testkit.QuietTests} prints the log of a test only if the test fails.
 *   <li>{@link dev.informant.testkit.Seeds} repeats a test with random input from known seeds.
 * </ul>
 */
@NullMarked
package dev.informant.testkit;

import org.jspecify.annotations.NullMarked;
