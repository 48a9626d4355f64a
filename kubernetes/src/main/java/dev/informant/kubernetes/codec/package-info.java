/**
 * Decoding of objects: one {@link dev.informant.kubernetes.codec.Codec} per object model. Codecs are immutable and may
 * be used by any thread.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.codec;
