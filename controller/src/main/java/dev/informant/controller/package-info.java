/**
 * ControllerManager: a user writes {@code reconcile(object)}, and the library provides queueing, retries, leader election,
 * consistent reads and shutdown. Begin with {@link dev.informant.controller.Controller#of(Class)}, which describes a
 * controller, and {@link dev.informant.controller.ControllerManager}, which runs several of them.
 *
 * <p>Descriptions and values are immutable. Reconcilers run on the callback threads of the runtime of the informers: one run per
 * key at a time.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.controller;
