package dev.informant.kubernetes.fast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where values wait until it is known how many of them a list or map has. Not thread-safe. */
final class ValueStack {
  private @Nullable Object[] values = new @Nullable Object[64];
  private int top;

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
    List<@Nullable Object> list = new ArrayList<>(top - bottom);
    for (int i = bottom; i < top; i++) {
      list.add(values[i]);
    }
    pop(bottom);
    return list;
  }

  /** Names and values in turn. */
  Map<String, @Nullable Object> popMap(int bottom) {
    int size = (top - bottom) / 2;
    Map<String, @Nullable Object> map = new LinkedHashMap<>(size + size / 3 + 1);
    for (int i = bottom; i < top; i += 2) {
      map.put((String) values[i], values[i + 1]);
    }
    pop(bottom);
    return map;
  }

  private void pop(int bottom) {
    Arrays.fill(values, bottom, top, null);
    top = bottom;
  }
}
