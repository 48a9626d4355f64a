/**
 * The whole stack on one thread under a seeded scheduler with virtual time: the embedded server's core, a
 * byte-level network, codec, reflector, queues, store, handlers and work queue. A checker that knows the
 * server's full history holds the promises G1 to G8 against what it sees. Nothing here is thread-safe;
 * simulations of different seeds share nothing.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.simulation;
