package dev.informant.internal.store;

/** Something a {@link Trie} finds by its key. Plain strings are the other thing: their own key. */
abstract class Keyed {
  final String key;

  Keyed(String key) {
    this.key = key;
  }
}
