package dev.informant.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A heap of at most one item for each key: adding under a known key replaces the item and moves it
 * to its new place. {@link #pop} waits for an item. After {@link #close} nothing can be added, what
 * is left can still be popped, and then pop fails. An operation in which the key function or the order throws
 * changes nothing. Thread-safe.
 */
public final class KeyedHeap<T> implements AutoCloseable {
  private final Function<T, String> keyFunction;
  private final Comparator<T> order;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** A binary heap: no item is after its children at 2i+1 and 2i+2. Guarded by {@link #lock}. */
  private final List<Slot<T>> heap = new ArrayList<>();

  /** Guarded by {@link #lock}. */
  private final Map<String, Slot<T>> slots = new HashMap<>();

  /** Takes the change back that is being made, the last step first. Guarded by {@link #lock}. */
  private final Deque<Runnable> undo = new ArrayDeque<>();

  /** Guarded by {@link #lock}. */
  private boolean closed;

  private static final class Slot<T> {
    final String key;
    T item;
    int at;

    Slot(String key, T item) {
      this.key = key;
      this.item = item;
    }
  }

  /**
   * @param order the first in this order is popped first
   */
  public KeyedHeap(Function<T, String> keyFunction, Comparator<T> order) {
    this.keyFunction = keyFunction;
    this.order = order;
  }

  /** Adds an item, or replaces the one with its key. */
  public void add(T item) {
    addAll(List.of(item));
  }

  /** As {@link #add} for each, visible at once: if the key function or the order throws, none is added. */
  public void addAll(Collection<T> items) {
    List<Slot<T>> added = new ArrayList<>(items.size());
    for (T item : items) {
      added.add(new Slot<>(keyFunction.apply(item), item));
    }
    lock.lock();
    try {
      checkOpen();
      wholly(() -> added.forEach(this::insert));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Adds an item unless there is one with its key; returns whether it was added. */
  public boolean addIfAbsent(T item) {
    Slot<T> slot = new Slot<>(keyFunction.apply(item), item);
    lock.lock();
    try {
      checkOpen();
      if (slots.containsKey(slot.key)) {
        return false;
      }
      wholly(() -> insert(slot));
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the item with the key of {@code item} out and returns it.
   *
   * @throws NoSuchElementException if there is none
   */
  public T delete(T item) {
    String key = keyFunction.apply(item);
    lock.lock();
    try {
      Slot<T> slot = slots.get(key);
      if (slot == null) {
        throw new NoSuchElementException("the heap has no item with key \"" + key + "\"");
      }
      return removeAt(slot.at);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the first item, waiting for one if there is none.
   *
   * @throws IllegalStateException if the heap is closed and empty
   */
  public T pop() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (heap.isEmpty()) {
        checkOpen();
        changed.await();
      }
      return removeAt(0);
    } finally {
      lock.unlock();
    }
  }

  /** Takes the first item; null if there is none. */
  public @Nullable T poll() {
    lock.lock();
    try {
      return heap.isEmpty() ? null : removeAt(0);
    } finally {
      lock.unlock();
    }
  }

  /** The first item, left in place; null if there is none. */
  public @Nullable T peek() {
    lock.lock();
    try {
      return heap.isEmpty() ? null : heap.get(0).item;
    } finally {
      lock.unlock();
    }
  }

  /** The item with that key; null if there is none. */
  public @Nullable T get(String key) {
    lock.lock();
    try {
      Slot<T> slot = slots.get(key);
      return slot == null ? null : slot.item;
    } finally {
      lock.unlock();
    }
  }

  /** All items, in no particular order. */
  public List<T> list() {
    lock.lock();
    try {
      List<T> items = new ArrayList<>(heap.size());
      heap.forEach(slot -> items.add(slot.item));
      return items;
    } finally {
      lock.unlock();
    }
  }

  /** All keys, in no particular order. */
  public List<String> keys() {
    lock.lock();
    try {
      return new ArrayList<>(slots.keySet());
    } finally {
      lock.unlock();
    }
  }

  public boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Refuses items from now on and wakes those who wait. Idempotent. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the heap is closed: it takes no more items");
    }
  }

  /** Takes every step of a change back if the order throws in the middle of it. */
  private void wholly(Runnable change) {
    undo.clear();
    try {
      change.run();
    } catch (Throwable thrown) {
      while (!undo.isEmpty()) {
        undo.pop().run();
      }
      throw thrown;
    } finally {
      undo.clear();
    }
  }

  private void insert(Slot<T> added) {
    Slot<T> known = slots.get(added.key);
    if (known == null) {
      added.at = heap.size();
      slots.put(added.key, added);
      heap.add(added);
      undo.push(() -> {
        slots.remove(added.key);
        heap.remove(heap.size() - 1);
      });
      siftUp(added);
    } else {
      T before = known.item;
      known.item = added.item;
      undo.push(() -> known.item = before);
      siftUp(known);
      siftDown(known);
    }
  }

  private T removeAt(int at) {
    Slot<T> removed = heap.get(at);
    wholly(() -> {
      Slot<T> last = heap.get(heap.size() - 1);
      if (last != removed) {
        swap(removed, last);
      }
      slots.remove(removed.key);
      heap.remove(removed.at);
      undo.push(() -> {
        slots.put(removed.key, removed);
        heap.add(removed);
      });
      if (last != removed) {
        siftUp(last);
        siftDown(last);
      }
    });
    return removed.item;
  }

  private void siftUp(Slot<T> slot) {
    while (slot.at > 0) {
      Slot<T> parent = heap.get((slot.at - 1) / 2);
      if (order.compare(slot.item, parent.item) >= 0) {
        return;
      }
      swap(slot, parent);
    }
  }

  private void siftDown(Slot<T> slot) {
    while (2 * slot.at + 1 < heap.size()) {
      Slot<T> child = heap.get(2 * slot.at + 1);
      if (child.at + 1 < heap.size()
          && order.compare(heap.get(child.at + 1).item, child.item) < 0) {
        child = heap.get(child.at + 1);
      }
      if (order.compare(child.item, slot.item) >= 0) {
        return;
      }
      swap(slot, child);
    }
  }

  private void swap(Slot<T> one, Slot<T> other) {
    exchange(one, other);
    undo.push(() -> exchange(one, other));
  }

  private void exchange(Slot<T> one, Slot<T> other) {
    int at = one.at;
    place(one, other.at);
    place(other, at);
  }

  private void place(Slot<T> slot, int at) {
    heap.set(at, slot);
    slot.at = at;
  }
}
