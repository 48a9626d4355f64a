/**
 * Exchanges without a client library that are held against the embedded server and against a real kube-apiserver, or what
 * one once answered. {@code ConformanceScript}s are the questions, {@code ScriptRun} asks one server, {@code Normaliser}
 * removes what differs between two runs of the same server, {@code AnswerComparison} finds what is left.
 *
 * <p>A section sign, as in "§3.2", and the number that a script's name begins with are of a numbering of the protocol, so
 * that it can be seen that nothing of it is left out. The first lines of {@code coverage.txt} say what each section is
 * about.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.conformance;
