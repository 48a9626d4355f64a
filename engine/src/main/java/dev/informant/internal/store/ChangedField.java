package dev.informant.internal.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds where two objects differ: {@code metadata.labels[app]}. It follows maps, lists, record components and getters, as far as it may
 * call them. Stateless.
 */
final class ChangedField {
  private static final int MAX_DEPTH = 20;

  private ChangedField() {}

  /** The path of the first difference; empty if there is none that can be found. */
  static String between(Object one, Object other) {
    try {
      return path(one, other, 0);
    } catch (RuntimeException | LinkageError changing) {
      return "";
    }
  }

  private static String path(@Nullable Object one, @Nullable Object other, int depth) {
    if (one == null || other == null || one.getClass() != other.getClass() || depth > MAX_DEPTH) {
      return "";
    }
    if (one instanceof Map<?, ?> left && other instanceof Map<?, ?> right) {
      TreeSet<Object> keys = new TreeSet<>(Comparator.comparing(String::valueOf));
      keys.addAll(left.keySet());
      keys.addAll(right.keySet());
      for (Object key : keys) {
        if (!Objects.deepEquals(left.get(key), right.get(key))) {
          return "[" + key + "]" + path(left.get(key), right.get(key), depth + 1);
        }
      }
      return "";
    }
    if (one instanceof List<?> left && other instanceof List<?> right) {
      for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
        Object a = i < left.size() ? left.get(i) : null;
        Object b = i < right.size() ? right.get(i) : null;
        if (!Objects.deepEquals(a, b)) {
          return "[" + i + "]" + path(a, b, depth + 1);
        }
      }
      return "";
    }
    return one.getClass().getName().startsWith("java.") ? "" : member(one, other, depth);
  }

  private static String member(Object one, Object other, int depth) {
    Method[] methods = one.getClass().getMethods();
    Arrays.sort(methods, Comparator.comparing(Method::getName));
    for (Method method : methods) {
      String name = name(method);
      if (name.isEmpty()) {
        continue;
      }
      Object left = read(method, one);
      Object right = read(method, other);
      if (!Objects.deepEquals(left, right)) {
        return "." + name + path(left, right, depth + 1);
      }
    }
    return "";
  }

  /** The property a method reads; empty if it does not. */
  private static String name(Method method) {
    Class<?> owner = method.getDeclaringClass();
    if (method.getParameterCount() > 0
        || owner == Object.class
        || Modifier.isStatic(method.getModifiers())) {
      return "";
    }
    String name = method.getName();
    if (owner.isRecord()) {
      return Arrays.stream(owner.getRecordComponents())
              .anyMatch(part -> part.getName().equals(name))
          ? name
          : "";
    }
    int prefix = name.startsWith("get") ? 3 : name.startsWith("is") ? 2 : 0;
    return prefix == 0 || name.length() == prefix
        ? ""
        : Character.toLowerCase(name.charAt(prefix)) + name.substring(prefix + 1);
  }

  private static @Nullable Object read(Method method, Object object) {
    try {
      method.setAccessible(true);
      return method.invoke(object);
    } catch (IllegalAccessException | InvocationTargetException | RuntimeException unreadable) {
      return null;
    }
  }
}
