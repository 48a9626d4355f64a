/**
 * Informers: a local copy of a collection, and handlers that hear what changes in it.
 *
 * <p>{@link dev.informant.informer.Informer} is what users hold; {@link dev.informant.informer.SharedIndexInformer} builds one.
 * Handlers ({@link dev.informant.informer.ResourceEventHandler}) are added to it, which returns a {@link
 * dev.informant.informer.Registration}. {@link dev.informant.informer.SharedInformerRegistry} shares
 * informers by key, {@link dev.informant.informer.Informers} waits for several, and {@link
 * dev.informant.informer.InformerObserver} hears what they do.
 *
 * <p>An informer's steps run on the pipeline threads of its runtime, one at a time; each handler is called on
 * its own serial queue over the callback threads. No thread waits for an informer, except those of users who
 * call one of the {@code await} methods or {@code close}.
 *
 * <p>Health, for the probes of a program:
 *
 * <!-- snippet: Operated#health -->
 * <pre>{@code
 * Health health = probes.look(); // HealthCheck.of(() -> informers.all().values())
 * int readiness = health.isReady() ? 200 : 503; // every first list is in its cache
 * int liveness = health.isLive() ? 200 : 503; // nothing is stuck
 * String body = health.toString(); // "ok", or what is wrong and why
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.informant.informer;
