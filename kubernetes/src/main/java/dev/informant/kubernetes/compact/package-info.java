/** Objects as bytes: what the compact cache and saved caches are made of. */
@org.jspecify.annotations.NullMarked
package dev.informant.kubernetes.compact;
