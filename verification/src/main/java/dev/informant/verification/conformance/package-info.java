/**
 * Exchanges without a client library that are sent to the embedded server and to a real kube-apiserver, whose answers are
 * recorded. The exchanges are data: {@code exchanges/*.http}, read by {@code ScriptParser} into {@code
 * ConformanceScript}s. {@code ScriptRun} sends one script to one server, {@code Normaliser} removes what differs between two
 * runs of the same server, {@code Renumbering} what differs because a step was deleted. {@code Grade} separates what
 * clients act on from the wording, and {@code AnswerComparison} finds the differences that are left.
 *
 * <p>A section sign, as in "§3.2", and the number at the beginning of a script's name refer to a numbering of the
 * protocol, which shows that nothing of it is left out: {@code sections.txt}.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.conformance;
