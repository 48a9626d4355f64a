/**
 * A cluster that seems to live: nodes, deployments, replica sets and pods whose statuses change, leases and
 * events. Start at {@link dev.informant.apiserver.simulator.ClusterSimulator}.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.simulator;
