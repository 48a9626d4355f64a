package dev.informant.queue;

import dev.informant.log.QuietLog;
import dev.informant.queue.Delta.Deleted;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Collects the changes of each key and delivers them key by key, in the order in which the keys were first queued. A
 * list becomes one {@link Delta.Replaced} for each object and a {@link Delta.Deleted} with unknown final state for each
 * object that is queued or known but not listed. It is unbounded.
 *
 * <p>Two consecutive deletes are merged into the older one, unless its final state was unknown. A delete of a key that
 * is neither queued nor known is dropped. A resync queues the known objects that have no queued changes. Bookmarks are
 * ignored.
 *
 * <p>Exceptions of the key function or the transform are thrown to the caller (of the key function as a {@link
 * dev.informant.object.KeyException}, for a list with the position of the object), and nothing is queued.
 *
 * <p>Changes queued after {@link #close} are still delivered. Any thread may call any method; one consumer at a time.
 * The known objects are read under the queue's lock: reading them must not block.
 */
/*
 * The consumer runs without the lock, so between a take and its end the known objects do not yet tell what the key that
 * is being processed will be. For that key `inFlight`, its newest change, speaks instead: the key counts as known with
 * that object, or as gone if the change is a delete. Without this, a list or a delete that comes in just then would
 * miss the object and it would stay forever. Every operation thus acts as if processing had happened in the moment of
 * the take.
 *
 * A resync leaves the key in flight out as if it were still waiting: the object is being shown right now.
 */
public final class DeltaFifo<E> extends ConsumedQueue<E> {
  private static final Logger LOG = QuietLog.of(DeltaFifo.class);

  private final KnownObjects<E> known;
  private final boolean replaceEmitsSync;
  // both guarded by the lock
  private final Map<String, List<Delta<E>>> pending = new LinkedHashMap<>();
  private Delta.@Nullable Keyed<E> inFlight;

  public DeltaFifo(Function<? super E, String> key, KnownObjects<E> known) {
    this(new Builder<>(key, known));
  }

  private DeltaFifo(Builder<E> builder) {
    super(builder.key, builder.transform, Integer.MAX_VALUE);
    this.known = builder.known;
    this.replaceEmitsSync = builder.replaceEmitsSync;
  }

  public static <E> Builder<E> builder(Function<? super E, String> key, KnownObjects<E> known) {
    return new Builder<>(key, known);
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
    enqueueDelete(new Deleted<>(keyOf(transformed), transformed, /* finalStateUnknown= */ false));
  }

  @Override
  public void deleteFinalStateUnknown(String key, @Nullable E lastKnown) {
    enqueueDelete(new Deleted<>(key, lastKnown, /* finalStateUnknown= */ true));
  }

  private void enqueue(Delta.Keyed<E> delta) {
    change(() -> {
      populated();
      append(delta);
    });
  }

  private void enqueueDelete(Deleted<E> delta) {
    change(() -> {
      populated();
      if (pending.containsKey(delta.key()) || isKnown(delta.key())) {
        append(delta);
      }
    });
  }

  @Override
  public void replace(List<E> objects, String resourceVersion, boolean authoritative) {
    Map<String, List<Delta<E>>> listed = new LinkedHashMap<>();
    int position = 0;
    for (E object : allTransformed(objects)) {
      String key = keyOf(object, position++);
      Delta<E> delta = replaceEmitsSync
          ? new Delta.Sync<>(key, object)
          : new Delta.Replaced<>(key, object, authoritative);
      listed.computeIfAbsent(key, first -> new ArrayList<>(1)).add(delta);
    }
    change(() -> {
      List<Deleted<E>> missing = missing(listed.keySet());
      listed.forEach((key, deltas) -> waiting(key).addAll(deltas));
      missing.forEach(this::append);
      populatedByReplace(listed.size() + missing.size());
    });
  }

  /** A delete for each key that is queued, in flight or known, but not listed. */
  private List<Deleted<E>> missing(Set<String> listed) {
    List<Deleted<E>> result = new ArrayList<>();
    pending.forEach((key, deltas) -> {
      if (!listed.contains(key)) {
        result.add(tombstone(key, newest(deltas).object()));
      }
    });
    Delta.Keyed<E> flying = inFlight;
    if (flying != null
        && !(flying instanceof Deleted)
        && !listed.contains(flying.key())
        && !pending.containsKey(flying.key())) {
      result.add(tombstone(flying.key(), flying.object()));
    }
    for (String key : known.keys()) {
      if (!listed.contains(key) && !pending.containsKey(key) && !isInFlight(key)) {
        result.add(tombstone(key, lookUp(key)));
      }
    }
    return result;
  }

  private static <E> Deleted<E> tombstone(String key, @Nullable E lastKnown) {
    return new Deleted<>(key, lastKnown, /* finalStateUnknown= */ true);
  }

  @Override
  public void resync() {
    change(() -> {
      for (String key : known.keys()) {
        if (!pending.containsKey(key) && !isInFlight(key)) {
          E object = lookUp(key);
          if (object != null) {
            append(new Delta.Sync<>(key, object));
          }
        }
      }
    });
  }

  @Override
  public void bookmark(String resourceVersion) {}

  private List<Delta<E>> waiting(String key) {
    return pending.computeIfAbsent(key, first -> new ArrayList<>(2));
  }

  private void append(Delta.Keyed<E> delta) {
    List<Delta<E>> deltas = waiting(delta.key());
    int last = deltas.size() - 1;
    if (last >= 0 && delta instanceof Deleted && deltas.get(last) instanceof Deleted<E> older) {
      if (older.finalStateUnknown()) {
        deltas.set(last, delta);
      }
    } else {
      deltas.add(delta);
    }
  }

  private boolean isInFlight(String key) {
    return inFlight != null && inFlight.key().equals(key);
  }

  private boolean isKnown(String key) {
    if (isInFlight(key)) {
      return !(inFlight instanceof Deleted);
    }
    try {
      return known.get(key) != null;
    } catch (RuntimeException failure) {
      logFailedLookUp(key, failure);
      return true; // rather a delete too many than one too few
    }
  }

  private @Nullable E lookUp(String key) {
    try {
      return known.get(key);
    } catch (RuntimeException failure) {
      logFailedLookUp(key, failure);
      return null;
    }
  }

  // No stack trace: there may be one failure for each of very many keys.
  private static void logFailedLookUp(String key, RuntimeException failure) {
    LOG.log(Level.WARNING, "could not look up object " + key + ", continuing: " + failure);
  }

  private static <E> Delta.Keyed<E> newest(List<Delta<E>> deltas) {
    return (Delta.Keyed<E>) deltas.get(deltas.size() - 1);
  }

  @Override
  List<Delta<E>> take() {
    var keys = pending.entrySet().iterator();
    if (!keys.hasNext()) {
      return List.of();
    }
    Map.Entry<String, List<Delta<E>>> eldest = keys.next();
    List<Delta<E>> deltas = eldest.getValue();
    keys.remove();
    inFlight = newest(deltas);
    return deltas;
  }

  @Override
  void finished() {
    inFlight = null;
  }

  @Override
  @Nullable
  Delta<E> newest(String key) {
    List<Delta<E>> deltas = pending.get(key);
    if (deltas != null) {
      return newest(deltas);
    }
    return isInFlight(key) ? inFlight : null;
  }

  @Override
  int weight(List<Delta<E>> turn) {
    return 1; // a key
  }

  @Override
  int size() {
    return pending.size();
  }

  /** Options. Not thread-safe. */
  public static final class Builder<E> {
    private final Function<? super E, String> key;
    private final KnownObjects<E> known;
    private UnaryOperator<E> transform = UnaryOperator.identity();
    private boolean replaceEmitsSync;

    private Builder(Function<? super E, String> key, KnownObjects<E> known) {
      this.key = key;
      this.known = known;
    }

    /** Applied once to each queued object; not to objects whose final state is unknown, nor in a resync. */
    public Builder<E> transform(UnaryOperator<E> transform) {
      this.transform = transform;
      return this;
    }

    /**
     * Makes {@link Queue#replace} queue {@link Delta.Sync} instead of {@link Delta.Replaced}, for consumers written
     * before this difference existed. Sync does not carry {@code authoritative}.
     */
    public Builder<E> replaceEmitsSync(boolean replaceEmitsSync) {
      this.replaceEmitsSync = replaceEmitsSync;
      return this;
    }

    public DeltaFifo<E> build() {
      return new DeltaFifo<>(this);
    }
  }
}
