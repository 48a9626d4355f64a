/** Secrets stay inside, and a hostile server gets nowhere. */
@org.jspecify.annotations.NullMarked
package dev.informant.verification.security;
