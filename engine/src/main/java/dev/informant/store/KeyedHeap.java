package dev.informant.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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
 * is left can still be popped, and then pop fails. Thread-safe.
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

  /** Guarded by {@link #lock}. */
  private boolean closed;

  private static final class Slot<T> {
    final String key;
    T item;
    int at;

    Slot(String key, T item, int at) {
      this.key = key;
      this.item = item;
      this.at = at;
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

  /** As {@link #add} for each, visible at once. */
  public void addAll(Collection<T> items) {
    lock.lock();
    try {
      checkOpen();
      for (T item : items) {
        insert(keyFunction.apply(item), item);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Adds an item unless there is one with its key; returns whether it was added. */
  public boolean addIfAbsent(T item) {
    lock.lock();
    try {
      checkOpen();
      String key = keyFunction.apply(item);
      if (slots.containsKey(key)) {
        return false;
      }
      insert(key, item);
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
    lock.lock();
    try {
      String key = keyFunction.apply(item);
      Slot<T> slot = slots.get(key);
      if (slot == null) {
        throw new NoSuchElementException("the heap has no item with key \"" + key + "\"");
      }
      removeAt(slot.at);
      return slot.item;
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

  private void insert(String key, T item) {
    Slot<T> slot = slots.get(key);
    if (slot == null) {
      slot = new Slot<>(key, item, heap.size());
      slots.put(key, slot);
      heap.add(slot);
      siftUp(slot);
    } else {
      slot.item = item;
      siftUp(slot);
      siftDown(slot);
    }
  }

  private T removeAt(int at) {
    Slot<T> removed = heap.get(at);
    slots.remove(removed.key);
    Slot<T> last = heap.remove(heap.size() - 1);
    if (last != removed) {
      place(last, at);
      siftUp(last);
      siftDown(last);
    }
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
    int at = one.at;
    place(one, other.at);
    place(other, at);
  }

  private void place(Slot<T> slot, int at) {
    heap.set(at, slot);
    slot.at = at;
  }
}
