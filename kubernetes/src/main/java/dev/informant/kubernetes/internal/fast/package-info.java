/**
 * Decodes bytes directly into the model classes, with the same result as Jackson. Its subpackages read documents, plan
 * classes and share equal parts.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.internal.fast;
