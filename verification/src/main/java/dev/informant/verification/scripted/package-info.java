/**
 * An API server that plays a script: for each request the answer, fault or silence the script says. For
 * tests that compare informers with each other to the last request. Start at {@link
 * dev.informant.verification.scripted.ScriptedServer}.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.scripted;
