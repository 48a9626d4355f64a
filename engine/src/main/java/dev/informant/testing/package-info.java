/**
 * Published for tests: virtual time and sources without a server.
 *
 * <p>{@link dev.informant.testing.VirtualRuntime} makes a run a function of its seed. {@link
 * dev.informant.testing.FakeCluster} is a collection in memory that an informer can follow, {@link
 * dev.informant.testing.ScriptedSource} a source whose every answer the test gives by hand, {@link
 * dev.informant.testing.TestObject} something to put into them.
 *
 * <p>{@code VirtualRuntime} and {@code ScriptedSource} belong to the one thread that drives them; {@code
 * FakeCluster} is thread-safe and also works on a real runtime.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.testing;
