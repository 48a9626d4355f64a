/** A real kube-apiserver on a real etcd, started and stopped from Java. */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.controlplane;
