/**
 * Creates the plan of a class, once, from Jackson's own deserialisers; for model classes it is recorded at build time.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.fast.plan;
