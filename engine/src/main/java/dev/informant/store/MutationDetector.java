package dev.informant.store;

import dev.informant.log.QuietLog;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Finds programs that change the objects of a cache. It keeps a deep copy of each captured object
 * for two to four minutes and compares: every second once started, and on {@link #checkNow}. Costly
 * in memory by nature, so meant for tests; see {@link #isWanted}. Thread-safe.
 *
 * <p>Each change found is told once to the listener. Without a listener of its own the next {@link
 * #checkNow} throws, and changes found in between are logged too.
 */
public final class MutationDetector<T> implements AutoCloseable {
  /** The system property that turns detectors on: {@value}. */
  public static final String PROPERTY = "informant.mutationDetector";

  static final Duration INTERVAL = Duration.ofSeconds(1);
  static final Duration GENERATION = Duration.ofMinutes(2);

  private static final System.Logger LOG = QuietLog.of(MutationDetector.class);

  private final String name;
  private final UnaryOperator<T> deepCopy;
  private final EngineRuntime runtime;
  private final Listener listener;
  private final Object lock = new Object();

  /** Guarded by {@link #lock}, as all below. */
  private List<Captured<T>> young = new ArrayList<>();

  private List<Captured<T>> old = List.of();
  private long youngSinceNanos;
  private @Nullable MutationException unthrown;
  private Timers.Timer timer = Timers.Timer.NONE;
  private boolean started;
  private boolean closed;

  /** Hears of changed objects. */
  @FunctionalInterface
  public interface Listener {
    void onMutation(MutationException mutation);
  }

  /** A cached object has been changed. The message names the object, never its contents. */
  public static final class MutationException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    MutationException(String message) {
      super(message);
    }
  }

  private static final class Captured<T> {
    final Revision<T> revision;
    final T object;
    final T copy;

    /** Guarded by the detector's lock. */
    boolean told;

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
      String name, UnaryOperator<T> deepCopy, EngineRuntime runtime, @Nullable Listener listener) {
    this.name = name;
    this.deepCopy = deepCopy;
    this.runtime = runtime;
    this.listener = listener == null ? this::remember : listener;
    this.youngSinceNanos = runtime.clock().nanos();
  }

  /** Whether the system property asks for detectors. */
  public static boolean isWanted() {
    return Boolean.getBoolean(PROPERTY);
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
    synchronized (lock) {
      if (!closed) {
        young.add(captured);
      }
    }
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
    }
    if (found != null) {
      throw found;
    }
  }

  /** Stops comparing and lets go of everything. Idempotent. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      timer.cancel();
      young = new ArrayList<>();
      old = List.of();
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
      LOG.log(
          System.Logger.Level.ERROR,
          "the listener of mutation detector " + name + " failed",
          thrown);
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
    List<Captured<T>> changed = all.stream().filter(Captured::isChanged).toList();
    List<Captured<T>> news = new ArrayList<>(changed);
    synchronized (lock) {
      // Another check may have found and told the same.
      news.removeIf(captured -> captured.told);
      news.forEach(captured -> captured.told = true);
      if (!news.isEmpty()) {
        young.removeIf(captured -> captured.told);
        old = old.stream().filter(captured -> !captured.told).toList();
      }
      if (runtime.clock().nanos() - youngSinceNanos >= GENERATION.toNanos()) {
        old = young;
        young = new ArrayList<>();
        youngSinceNanos = runtime.clock().nanos();
      }
    }
    for (Captured<T> captured : news) {
      listener.onMutation(new MutationException(
          "cache " + name + ": object " + captured.revision.key() + " at version \""
              + captured.revision.resourceVersion()
              + "\" was changed by a reader; cached objects are shared, so copy one before you"
              + " change it"));
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
