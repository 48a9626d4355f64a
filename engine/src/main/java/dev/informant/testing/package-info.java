/**
 * Test support: virtual time and a source without a server.
 *
 * <p>{@link dev.informant.testing.VirtualRuntime} makes a run deterministic for a seed. {@link
 * dev.informant.testing.FakeCluster} is a collection in memory that an informer can follow, with {@link
 * dev.informant.testing.TestObject}s in it.
 *
 * <p>{@code VirtualRuntime} must be used by one thread; {@code FakeCluster} is thread-safe and also works on a real
 * runtime.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.testing;
