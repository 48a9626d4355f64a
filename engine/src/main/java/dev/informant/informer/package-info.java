/**
 * Informers: a local copy of a collection, and handlers that receive its changes.
 *
 * <p>{@link dev.informant.informer.Informer} is the interface for users; {@link dev.informant.informer.SharedIndexInformer} builds one.
 * Handlers ({@link dev.informant.informer.ResourceEventHandler}) are added to it, which returns a {@link
 * dev.informant.informer.Registration}. {@link dev.informant.informer.SharedInformerRegistry} shares
 * informers by key, {@link dev.informant.informer.Informers} waits for several, and {@link
 * dev.informant.informer.InformerObserver} receives their events.
 *
 * <p>An informer's steps run on the pipeline threads of its runtime, one at a time; each handler is called on
 * its own serial queue over the callback threads. Threads wait for an informer only in the
 * {@code await} methods and in {@code close}.
 *
 * <p>Health, for the probes of a program:
 *
 * <!-- snippet: Operated#health -->
 * <pre>{@code
 * Health health = probes.look(); // HealthCheck.of(() -> informers.all().values())
 * int readiness = health.isReady() ? 200 : 503; // all have listed and have watched
 * int liveness = health.isLive() ? 200 : 503; // nothing is stuck
 * String body = health.toString(); // "ok", or each problem with its cause
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.informant.informer;
