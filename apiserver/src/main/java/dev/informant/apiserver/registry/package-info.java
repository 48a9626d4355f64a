/** Which resources exist and how each behaves, derived from the model classes and from CRDs. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.registry;
