/**
 * The compact form of a cache: objects as compressed bytes beside their identity and labels in
 * plain form.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.internal.compact;
