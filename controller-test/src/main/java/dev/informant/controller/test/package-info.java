/**
 * Runs controllers in tests. {@link dev.informant.controller.test.VirtualCluster} is an API server in the same process on
 * virtual time, for reconcilers that use only their context: deterministic, and hours pass in milliseconds. Reconcilers with
 * a client of their own run against {@code dev.informant.apiserver.ApiServer} in real time, with {@link
 * dev.informant.controller.test.Idle}.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.controller.test;
