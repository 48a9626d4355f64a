package dev.informant.internal.compact;

/** How an object becomes bytes and an equal object again. Implementations are thread-safe. */
public interface ObjectBytes<T> {
  /** The object as bytes. What it throws makes the object a bad one. */
  byte[] write(T object);

  /**
   * A new object, which shares nothing with any other that could be changed.
   *
   * @param bytes an array that is the reader's to change
   */
  T read(byte[] bytes);
}
