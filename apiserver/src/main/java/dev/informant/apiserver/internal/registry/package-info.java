/**
 * Which resources exist: the built-in ones of the schema and those of CRDs. What is particular to a built-in kind is in {@code
 * kinds}. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.internal.registry;
