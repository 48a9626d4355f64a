package dev.informant.internal.store;

/**
 * The keys of the objects under one index value; never empty. Changed in place by its owner only.
 */
final class Bucket extends Keyed {
  final Object owner;
  Object keys;
  int size;

  Bucket(Object owner, String value, Object keys, int size) {
    super(value);
    this.owner = owner;
    this.keys = keys;
    this.size = size;
  }
}
