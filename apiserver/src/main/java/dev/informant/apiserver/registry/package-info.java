/** Which resources exist and how each behaves, derived from the model classes and from CRDs. Not API. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.registry;
