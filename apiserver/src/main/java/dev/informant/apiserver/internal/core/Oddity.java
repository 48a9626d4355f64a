package dev.informant.apiserver.internal.core;

/** An event that no server sends. Immutable. */
public sealed interface Oddity {
  /** An event of a type nobody knows. */
  record UnknownType() implements Oddity {}

  /** An object whose metadata is sound and whose rest is not. */
  record Undecodable(String namespace, String name) implements Oddity {}

  /** An object of another kind. */
  record OtherKind() implements Oddity {}
}
