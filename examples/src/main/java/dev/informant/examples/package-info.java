/**
 * Programs that show how informers are used. Each has a {@code main} that takes the cluster of the current
 * kubeconfig, and a method or class that does the work with any client, which the tests run.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.examples;
