/**
 * A Kubernetes API server inside the JVM, for tests and demos: {@link dev.informant.apiserver.ApiServer} starts
 * one, {@link dev.informant.apiserver.faults.Faults} makes it misbehave. It is not a cluster: nothing runs pods.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver;
