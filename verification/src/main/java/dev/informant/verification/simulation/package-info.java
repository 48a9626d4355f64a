/**
 * The whole stack on one thread under a seeded scheduler with virtual time: the embedded server's core, a
 * byte-level network, the decoders that ship, reflector, queues, plain and compact store, saved caches, handlers and work queue. A checker that knows the
 * server's full history holds the promises G1 to G8 against what it sees. Nothing here is thread-safe;
 * simulations of different seeds share nothing that could be seen.
 *
 * <p>What goes wrong is in several places. Faults, which are counted: {@code SimulatedFault} and {@code FaultInjector}. Handlers
 * that join, leave and have trouble, informers that close, also from inside a call, and others that go on from what
 * those have saved: {@code Simulation}. The order in which tasks run: {@code VirtualRuntime.shuffled}; steps that begin
 * late: {@code ClientRuntime}. How an informer is built: {@code Plan}. The load: {@code Writer}. What is held
 * against it all: {@code CacheChecker}, {@code HandlerChecker}, {@code WorkChecker} and, for what concerns an
 * informer as a whole, {@code SimulatedClient}. Whether that sees anything: {@code PlantedBugs}.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.simulation;
