/**
 * Programs that show how informers are used. Most have a {@code main} that uses the cluster of the current
 * kubeconfig, and a method or class that works with any client, which the tests run.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.examples;
