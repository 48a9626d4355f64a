/** What clusters do to their clients. */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.chaos;
