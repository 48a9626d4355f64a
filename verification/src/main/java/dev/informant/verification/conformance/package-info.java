/**
 * Exchanges without a client library that are held against the embedded server and against a real kube-apiserver, or what
 * one once answered. {@code Script}s are the questions, {@code ScriptRun} asks one server, {@code Normaliser}
 * removes what differs between two runs of the same server, {@code Comparison} finds what is left.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.conformance;
