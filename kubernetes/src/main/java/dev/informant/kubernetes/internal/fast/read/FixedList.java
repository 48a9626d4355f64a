package dev.informant.kubernetes.internal.fast.read;

import java.io.Serializable;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** Lists that nobody can change; short ones, which most are, take half the room of others. Thread-safe. */
final class FixedList extends AbstractList<@Nullable Object> implements RandomAccess, Serializable {
  private static final long serialVersionUID = 1;

  @SuppressWarnings("serial") // values of a model are
  private final @Nullable Object[] elements;

  private FixedList(@Nullable Object[] elements) {
    this.elements = elements;
  }

  /** A list of the elements from {@code from} to {@code to}. */
  static List<@Nullable Object> of(@Nullable Object[] elements, int from, int to) {
    return switch (to - from) {
      case 0 -> Collections.emptyList();
      case 1 -> Collections.singletonList(elements[from]);
      case 2 -> new Two(elements[from], elements[from + 1]);
      default -> new FixedList(Arrays.copyOfRange(elements, from, to));
    };
  }

  @Override
  public int size() {
    return elements.length;
  }

  @Override
  public @Nullable Object get(int index) {
    return elements[index];
  }

  @Override
  public @Nullable Object[] toArray() {
    return Arrays.copyOf(elements, elements.length, Object[].class);
  }

  /** A list of two. */
  private static final class Two extends AbstractList<@Nullable Object>
      implements RandomAccess, Serializable {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // values of a model are
    private final @Nullable Object first;

    @SuppressWarnings("serial") // values of a model are
    private final @Nullable Object second;

    Two(@Nullable Object first, @Nullable Object second) {
      this.first = first;
      this.second = second;
    }

    @Override
    public int size() {
      return 2;
    }

    @Override
    public @Nullable Object get(int index) {
      return Objects.checkIndex(index, 2) == 0 ? first : second;
    }
  }
}
