package dev.informant.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Delivers every change in the order of arrival. Nothing is merged or dropped: a delete of an unknown object is
 * delivered, a list is one {@link Delta.ReplacedAll}, a resync one {@link Delta.SyncAll}. Consecutive changes of
 * different keys are delivered together, up to the batch size.
 *
 * <p>The queue never rejects a change; {@link #hasRoom} returns whether the producer should pause.
 *
 * <p>Keys of single objects are computed when they are queued. Exceptions of the key function are thrown to the caller
 * as a {@link dev.informant.object.KeyException}, and nothing is queued. The keys of a list's objects are not computed.
 * An object whose key is the empty string is delivered as the last of its batch. Exceptions of the transform are thrown
 * to the caller, and neither the object nor the list is queued.
 *
 * <p>Changes queued after {@link #close} are still delivered. Any thread may call any method; one consumer at a time.
 */
public final class InOrderQueue<E> extends ConsumedQueue<E> {
  /** The default largest number of changes delivered together. */
  public static final int DEFAULT_BATCH_SIZE = 1000;

  /** The default number of queued changes from which the producer should pause. */
  public static final int DEFAULT_BOUND = 2000;

  private final int batchSize;
  // both guarded by the lock
  private final ArrayDeque<Delta<E>> deltas = new ArrayDeque<>();
  private List<Delta<E>> inFlight = List.of();

  public InOrderQueue(Function<? super E, String> key) {
    this(new Builder<E>(key));
  }

  private InOrderQueue(Builder<E> builder) {
    super(builder.key, builder.transform, builder.bound);
    this.batchSize = builder.batchSize;
  }

  public static <E> Builder<E> builder(Function<? super E, String> key) {
    return new Builder<>(key);
  }

  @Override
  public void add(E object) {
    E transformed = transformed(object);
    enqueue(new Delta.Added<>(keyOf(transformed), transformed));
  }

  @Override
  public void update(E object) {
    E transformed = transformed(object);
    enqueue(new Delta.Updated<>(keyOf(transformed), transformed));
  }

  @Override
  public void delete(E object) {
    E transformed = transformed(object);
    enqueue(new Delta.Deleted<>(keyOf(transformed), transformed, /* finalStateUnknown= */ false));
  }

  @Override
  public void deleteFinalStateUnknown(String key, @Nullable E lastKnown) {
    enqueue(new Delta.Deleted<>(key, lastKnown, /* finalStateUnknown= */ true));
  }

  @Override
  public void replace(List<E> objects, String resourceVersion, boolean authoritative) {
    List<E> transformed = List.copyOf(allTransformed(objects));
    change(() -> {
      deltas.add(new Delta.ReplacedAll<>(resourceVersion, transformed, authoritative));
      // What waits in front of the first list is worked off before it.
      populatedByReplace(deltas.size());
    });
  }

  @Override
  public void resync() {
    change(() -> deltas.add(new Delta.SyncAll<>()));
  }

  @Override
  public void bookmark(String resourceVersion) {
    change(() -> deltas.add(new Delta.Bookmark<>(resourceVersion)));
  }

  private void enqueue(Delta.Keyed<E> delta) {
    change(() -> {
      populated();
      deltas.add(delta);
    });
  }

  /*
   * A batch cannot reach beyond the initial list: that is one ReplacedAll, which has no key and so ends every
   * batch before it and is a batch of its own.
   */
  @Override
  List<Delta<E>> take() {
    inFlight = nextBatch();
    return inFlight;
  }

  private List<Delta<E>> nextBatch() {
    List<Delta<E>> batch = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    while (batch.size() < batchSize && deltas.peek() instanceof Delta.Keyed<E> next) {
      if (!keys.add(next.key())) {
        return batch;
      }
      batch.add(deltas.remove());
      if (next.key().isEmpty()) {
        return batch;
      }
    }
    if (batch.isEmpty() && !deltas.isEmpty()) {
      batch.add(deltas.remove());
    }
    return batch;
  }

  @Override
  void finished() {
    inFlight = List.of();
  }

  @Override
  @Nullable
  Delta<E> newest(String key) {
    Iterator<Delta<E>> waiting = deltas.descendingIterator();
    while (waiting.hasNext()) {
      Delta<E> delta = waiting.next();
      if (concerns(delta, key)) {
        return delta;
      }
    }
    return inFlight.stream().filter(delta -> concerns(delta, key)).findFirst().orElse(null);
  }

  private static boolean concerns(Delta<?> delta, String key) {
    return delta instanceof Delta.Keyed<?> keyed
        ? keyed.key().equals(key)
        : delta instanceof Delta.ReplacedAll;
  }

  @Override
  int weight(List<Delta<E>> turn) {
    return turn.size();
  }

  @Override
  int size() {
    return deltas.size();
  }

  /** Options. Not thread-safe. */
  public static final class Builder<E> {
    private final Function<? super E, String> key;
    private UnaryOperator<E> transform = UnaryOperator.identity();
    private int batchSize = DEFAULT_BATCH_SIZE;
    private int bound = DEFAULT_BOUND;

    private Builder(Function<? super E, String> key) {
      this.key = key;
    }

    /** Applied once to each queued object; not to objects whose final state is unknown. */
    public Builder<E> transform(UnaryOperator<E> transform) {
      this.transform = transform;
      return this;
    }

    /** The largest number of changes delivered together; {@value #DEFAULT_BATCH_SIZE} by default. */
    public Builder<E> batchSize(int batchSize) {
      this.batchSize = positive("batchSize", batchSize);
      return this;
    }

    /** The number of queued changes from which there is no room; {@value #DEFAULT_BOUND} by default. */
    public Builder<E> bound(int bound) {
      this.bound = positive("bound", bound);
      return this;
    }

    public InOrderQueue<E> build() {
      return new InOrderQueue<>(this);
    }

    private static int positive(String name, int value) {
      if (value < 1) {
        throw new IllegalArgumentException(name + " must be at least 1: " + value);
      }
      return value;
    }
  }
}
