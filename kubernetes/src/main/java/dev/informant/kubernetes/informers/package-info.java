/** Typed accessors for every kind of the models, by group and version. Immutable. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.informers;
