package dev.informant.internal.store;

import dev.informant.log.QuietLog;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.store.MutationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Finds programs that change the objects of a cache. It keeps a deep copy of each captured object
 * for two to four minutes and compares: every second once started, and on {@link #checkNow}. Costly
 * in memory by nature, so meant for tests. Thread-safe.
 *
 * <p>Each change found is told once to the listener. Without a listener of its own the next {@link
 * #checkNow} throws, and changes found in between are logged too.
 */
public final class MutationDetector<T> implements AutoCloseable {
  static final Duration INTERVAL = Duration.ofSeconds(1);
  static final Duration GENERATION = Duration.ofMinutes(2);

  private static final System.Logger LOG = QuietLog.of(MutationDetector.class);

  private final String name;
  private final UnaryOperator<T> deepCopy;
  private final EngineRuntime runtime;
  private final Consumer<? super MutationException> listener;
  private final Object lock = new Object();

  /** Guarded by {@link #lock}, as all below. */
  private List<Captured<T>> young = new ArrayList<>();

  private List<Captured<T>> old = List.of();
  private Map<Revision<T>, Captured<T>> byRevision = new IdentityHashMap<>();
  private long youngSinceNanos;
  private @Nullable MutationException unthrown;
  private Timers.Timer timer = Timers.Timer.NONE;
  private boolean started;
  private boolean incomparable;
  private boolean closed;

  private static final class Captured<T> {
    final Revision<T> revision;
    final T object;
    final T copy;

    /** Guarded by the detector's lock, as the next. */
    boolean told;

    /** The handlers whose call with this object has not returned. */
    final List<String> callers = new ArrayList<>(1);

    Captured(Revision<T> revision, T object, T copy) {
      this.revision = revision;
      this.object = object;
      this.copy = copy;
    }

    boolean isChanged() {
      try {
        return !Objects.deepEquals(object, copy);
      } catch (RuntimeException changing) {
        // An object that cannot even be compared is being changed right now.
        return true;
      }
    }
  }

  /** A detector whose {@link #checkNow} throws what it finds. */
  public MutationDetector(String name, UnaryOperator<T> deepCopy, EngineRuntime runtime) {
    this(name, deepCopy, runtime, /* listener= */ null);
  }

  /**
   * @param name of the cache, for messages
   * @param deepCopy makes a copy that shares nothing that can be changed and is equal to its original
   */
  public MutationDetector(
      String name,
      UnaryOperator<T> deepCopy,
      EngineRuntime runtime,
      @Nullable Consumer<? super MutationException> listener) {
    this.name = name;
    this.deepCopy = deepCopy;
    this.runtime = runtime;
    this.listener = listener == null ? this::remember : listener;
    this.youngSinceNanos = runtime.clock().nanos();
  }

  /** Compares at intervals from now on. Idempotent. */
  public void start() {
    synchronized (lock) {
      if (!started) {
        started = true;
        scheduleNext();
      }
    }
  }

  /** Watches an object from now on. Forms that hand out private objects have nothing to watch. */
  public void captured(Revision<T> revision) {
    T object = revision.object();
    if (object == revision.object()) {
      captured(revision, object);
    }
  }

  /** Watches an object of this revision that several readers are given. */
  public void captured(Revision<T> revision, T object) {
    Captured<T> captured = new Captured<>(revision, object, deepCopy.apply(object));
    if (captured.isChanged()) {
      warnOnce(object);
      return;
    }
    synchronized (lock) {
      if (!closed) {
        young.add(captured);
        byRevision.put(revision, captured);
      }
    }
  }

  /** A copy that differs from its original at once: a class without equals, most often that of a custom resource's spec. */
  private void warnOnce(T object) {
    synchronized (lock) {
      if (incomparable) {
        return;
      }
      incomparable = true;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "cache " + name + ": changes of objects of " + object.getClass().getName()
            + " are not found, because a copy is not equal to its original; give the class and the classes of"
            + " its fields an equals method");
  }

  /**
   * Compares everything captured.
   *
   * @throws MutationException if an object has been changed and there is no listener
   */
  public void checkNow() {
    compare();
    MutationException found;
    synchronized (lock) {
      found = unthrown;
      unthrown = null;
      if (closed) {
        young = new ArrayList<>();
        old = List.of();
        byRevision = new IdentityHashMap<>();
      }
    }
    if (found != null) {
      throw found;
    }
  }

  /** A call of a handler with an object begins: a change found before it returns was made during that call. */
  public void calling(String handler, Revision<T> revision) {
    synchronized (lock) {
      Captured<T> shown = byRevision.get(revision);
      if (shown != null) {
        shown.callers.add(handler);
      }
    }
  }

  /** A call of a handler with an object has returned: a change found now was made during that call. */
  public void called(String handler, Revision<T> revision) {
    Captured<T> shown;
    synchronized (lock) {
      shown = byRevision.get(revision);
    }
    if (shown == null) {
      return;
    }
    if (shown.isChanged()) {
      found(List.of(shown));
    }
    synchronized (lock) {
      shown.callers.remove(handler);
    }
  }

  /** Captures nothing more. The next {@link #checkNow} is the last: it releases everything. Idempotent. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      timer.cancel();
    }
  }

  private void scheduleNext() {
    synchronized (lock) {
      if (!closed) {
        timer = runtime.timers().schedule(INTERVAL, () -> runtime.callbacks().execute(this::tick));
      }
    }
  }

  private void tick() {
    try {
      compare();
    } catch (RuntimeException thrown) {
      LOG.log(System.Logger.Level.ERROR, "cache " + name + ": the mutation listener threw", thrown);
    } finally {
      scheduleNext();
    }
  }

  private void compare() {
    List<Captured<T>> all;
    synchronized (lock) {
      all = new ArrayList<>(old);
      all.addAll(young);
    }
    found(all.stream().filter(Captured::isChanged).toList());
    synchronized (lock) {
      if (runtime.clock().nanos() - youngSinceNanos >= GENERATION.toNanos()) {
        old = young;
        young = new ArrayList<>();
        youngSinceNanos = runtime.clock().nanos();
        byRevision = new IdentityHashMap<>();
        old.forEach(captured -> byRevision.put(captured.revision, captured));
      }
    }
  }

  private void found(List<Captured<T>> changed) {
    List<Captured<T>> news = new ArrayList<>(changed);
    Map<Captured<T>, String> how = new IdentityHashMap<>();
    synchronized (lock) {
      // Another check may have found and reported the same.
      news.removeIf(captured -> captured.told);
      news.forEach(captured -> {
        captured.told = true;
        how.put(
            captured,
            captured.callers.isEmpty()
                ? "by a reader"
                : "during a call of handler " + String.join(" or ", captured.callers));
        byRevision.remove(captured.revision);
      });
      if (!news.isEmpty()) {
        young.removeIf(captured -> captured.told);
        old = old.stream().filter(captured -> !captured.told).toList();
      }
    }
    for (Captured<T> captured : news) {
      String field = ChangedField.between(captured.object, captured.copy);
      listener.accept(new MutationException("cache " + name + ": object " + captured.revision.key()
          + " at version \"" + captured.revision.resourceVersion() + "\" was changed "
          + how.get(captured)
          + (field.isEmpty() ? "" : ", at " + (field.startsWith(".") ? field.substring(1) : field))
          + "; cached objects are shared, copy an object before changing it"));
    }
  }

  private void remember(MutationException mutation) {
    LOG.log(System.Logger.Level.ERROR, mutation.getMessage());
    synchronized (lock) {
      if (unthrown == null) {
        unthrown = mutation;
      } else {
        unthrown.addSuppressed(mutation);
      }
    }
  }

  /** How many objects are watched. */
  int watched() {
    synchronized (lock) {
      return young.size() + old.size();
    }
  }
}
