package dev.informant.kubernetes.internal.fast.read;

import java.io.Serializable;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A small map in one array: name, value, name, value. It keeps their order, as the maps of the models do, in a
 * fifth of their room. Nobody can change it. Thread-safe.
 */
final class ArrayMap extends AbstractMap<String, @Nullable Object> implements Serializable {
  /** A larger map should be searched by hash. */
  static final int LARGEST = 16;

  private static final long serialVersionUID = 1;

  @SuppressWarnings("serial") // values of a model are
  private final @Nullable Object[] pairs;

  /**
   * @param pairs names and values in turn, no name twice; not copied
   */
  ArrayMap(@Nullable Object[] pairs) {
    this.pairs = pairs;
  }

  @Override
  public int size() {
    return pairs.length / 2;
  }

  private int find(@Nullable Object name) {
    for (int at = 0; at < pairs.length; at += 2) {
      if (Objects.equals(pairs[at], name)) {
        return at;
      }
    }
    return -1;
  }

  @Override
  public @Nullable Object get(@Nullable Object name) {
    int at = find(name);
    return at < 0 ? null : pairs[at + 1];
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return find(name) >= 0;
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super @Nullable Object> action) {
    for (int at = 0; at < pairs.length; at += 2) {
      action.accept(name(at), pairs[at + 1]);
    }
  }

  private String name(int at) {
    return (String) Objects.requireNonNull(pairs[at], "a name");
  }

  @Override
  public Set<Map.Entry<String, @Nullable Object>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return pairs.length / 2;
      }

      @Override
      public Iterator<Map.Entry<String, @Nullable Object>> iterator() {
        return new Pairs();
      }
    };
  }

  private final class Pairs implements Iterator<Map.Entry<String, @Nullable Object>> {
    private int at;

    @Override
    public boolean hasNext() {
      return at < pairs.length;
    }

    @Override
    public Map.Entry<String, @Nullable Object> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      at += 2;
      return new SimpleImmutableEntry<>(name(at - 2), pairs[at - 1]);
    }
  }
}
