package dev.informant.kubernetes.internal.fast.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where values wait until it is known how many of them a list or map has. Not thread-safe. */
public final class ValueStack {
  private final boolean fixed;
  private @Nullable Object[] values = new @Nullable Object[64];
  private int top;

  /**
   * @param fixed whether lists and maps are made that take little room and that nobody can change
   */
  ValueStack(boolean fixed) {
    this.fixed = fixed;
  }

  int height() {
    return top;
  }

  void push(@Nullable Object value) {
    if (top == values.length) {
      values = Arrays.copyOf(values, top * 2);
    }
    values[top++] = value;
  }

  List<@Nullable Object> popList(int bottom) {
    List<@Nullable Object> list =
        fixed ? FixedList.of(values, bottom, top) : changeableList(bottom);
    pop(bottom);
    return list;
  }

  private List<@Nullable Object> changeableList(int bottom) {
    List<@Nullable Object> list = new ArrayList<>(top - bottom);
    for (int i = bottom; i < top; i++) {
      list.add(values[i]);
    }
    return list;
  }

  /** Names and values in turn. If a name is there twice, it has its first place and its last value. */
  Map<String, @Nullable Object> popMap(int bottom) {
    int size = (top - bottom) / 2;
    Map<String, @Nullable Object> map;
    if (fixed && size == 0) {
      map = Collections.emptyMap();
    } else if (fixed && size <= ArrayMap.LARGEST && !hasDuplicates(bottom)) {
      map = new ArrayMap(Arrays.copyOfRange(values, bottom, top));
    } else {
      map = new LinkedHashMap<>(size + size / 3 + 1);
      for (int i = bottom; i < top; i += 2) {
        map.put((String) values[i], values[i + 1]);
      }
    }
    pop(bottom);
    return map;
  }

  private boolean hasDuplicates(int bottom) {
    for (int i = bottom + 2; i < top; i += 2) {
      String name = (String) values[i];
      for (int j = bottom; j < i; j += 2) {
        if (values[j] == name || name.equals(values[j])) {
          return true;
        }
      }
    }
    return false;
  }

  private void pop(int bottom) {
    Arrays.fill(values, bottom, top, null);
    top = bottom;
  }
}
