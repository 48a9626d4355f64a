package dev.informant.apiserver.internal.storage;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A change on its way to its listeners, with what they made of it: whatever one of them derives (an
 * encoded event, say) the others share. It lives as long as a listener holds it, unlike the change itself,
 * which stays in the history. Thread-safe.
 */
public final class SharedChange {
  private final Change change;
  private final ConcurrentHashMap<Object, Object> derived = new ConcurrentHashMap<>(4);

  public SharedChange(Change change) {
    this.change = change;
  }

  public Change change() {
    return change;
  }

  /** What was derived under {@code key}, deriving it now if nobody has. */
  @SuppressWarnings("unchecked") // a key is only ever used with one type
  public <T> T derive(Object key, Supplier<T> maker) {
    return (T) derived.computeIfAbsent(key, absent -> maker.get());
  }
}
