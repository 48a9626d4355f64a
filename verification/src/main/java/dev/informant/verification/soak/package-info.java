/** Informers of many kinds on a real kube-apiserver for a long time under faults. */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.soak;
