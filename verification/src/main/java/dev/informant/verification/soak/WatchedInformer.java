package dev.informant.verification.soak;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.informer.Deleted;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
import dev.informant.verification.chaos.RawApi;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One informer with a handler that holds it to its promises: versions never go back, an add is of something
 * new, a delete of something known, and the cache is never behind what a handler is told. Thread-safe.
 */
final class WatchedInformer<T> implements ResourceEventHandler<T>, InformerObserver {
  private static final int KEPT = 5;

  private final SoakSubject subject;
  private final ObjectAccessor<T> accessor;
  private final Function<T, String> value;
  private final Function<T, String> written;
  private final Map<String, Long> told = new HashMap<>(); // guarded by this
  private final StringBuilder violations = new StringBuilder(); // guarded by this
  private long violated; // guarded by this
  private long seen; // guarded by this
  private long stalest; // guarded by this
  private final AtomicLong lists = new AtomicLong();
  private final AtomicLong watches = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private volatile @Nullable Informer<T> informer;

  /**
   * @param value the part of an object that changes; empty where only metadata is seen
   * @param written the time of the object's last write, in milliseconds
   */
  WatchedInformer(
      SoakSubject subject,
      ObjectAccessor<T> accessor,
      Function<T, String> value,
      Function<T, String> written) {
    this.subject = subject;
    this.accessor = accessor;
    this.value = value;
    this.written = written;
  }

  void follow(Informer<T> followed) {
    informer = followed;
    HandlerOptions<T> options = HandlerOptions.defaults();
    followed.addHandler(
        this,
        subject.conflating() ? options.withBuffer(HandlerOptions.Buffer.CONFLATING) : options);
  }

  SoakSubject subject() {
    return subject;
  }

  /** The informer has been closed; the next one begins with what was saved. */
  synchronized void restarts() {
    told.clear();
  }

  @Override
  public synchronized void onAdd(T object, boolean inInitialList) {
    String key = accessor.key(object);
    if (told.put(key, version(object)) != null) {
      violation("a second add of " + key);
    }
    if (!inInitialList) {
      seen(object);
    }
    compareWithCache(key, object);
  }

  @Override
  public synchronized void onUpdate(T before, T after) {
    String key = accessor.key(after);
    long version = version(after);
    Long last = told.put(key, version);
    if (last == null) {
      violation("an update of the unknown " + key);
    } else if (last > version) {
      violation(key + " went back from " + last + " to " + version);
    } else if (last < version) { // else it is a resync
      seen(after);
    }
    compareWithCache(key, after);
  }

  @Override
  public synchronized void onDelete(Deleted<T> deleted) {
    if (told.remove(deleted.key()) == null) {
      violation("a delete of the unknown " + deleted.key());
    }
    seen++;
  }

  private void seen(T object) {
    seen++;
    stalest = Math.max(stalest, System.currentTimeMillis() - Long.parseLong(written.apply(object)));
  }

  private void compareWithCache(String key, T object) {
    Informer<T> followed = informer;
    Revision<T> cached = followed == null ? null : followed.snapshot().revision(key);
    if (cached != null && Long.parseLong(cached.resourceVersion()) < version(object)) {
      violation("the cache has " + key + " at " + cached.resourceVersion()
          + ", the handler is told " + version(object));
    }
  }

  private long version(T object) {
    return Long.parseLong(accessor.resourceVersion(object));
  }

  private void violation(String what) {
    if (violated++ < KEPT) {
      violations.append(violations.isEmpty() ? "" : "; ").append(what);
    }
  }

  @Override
  public void onEvent(InformerEvent event) {
    if (event instanceof InformerEvent.Listed) {
      listed();
    } else if (event instanceof InformerEvent.Requested requested) {
      requested(requested.verb());
    } else if (event instanceof InformerEvent.Failed) {
      failed();
    }
  }

  private void listed() {
    lists.incrementAndGet();
  }

  private void requested(String verb) {
    if (verb.startsWith("watch")) {
      watches.incrementAndGet();
    }
  }

  private void failed() {
    failures.incrementAndGet();
  }

  boolean isSynced() {
    Informer<T> followed = informer;
    return followed != null && followed.isSynced();
  }

  /** The content of cache and handler, and what has happened so far. */
  synchronized ObjectNode report() {
    SetDigest cache = new SetDigest();
    Informer<T> followed = informer;
    if (followed != null) {
      followed
          .snapshot()
          .forEach(object -> cache.add(
              accessor.key(object), accessor.resourceVersion(object), value.apply(object)));
    }
    SetDigest handler = new SetDigest();
    told.forEach((key, version) -> handler.add(key, Long.toString(version), ""));
    return RawApi.JSON
        .createObjectNode()
        .put("name", subject.name())
        .put("cache", cache.toString())
        .put("handler", handler.toString())
        .put("seen", seen)
        .put("stalestMillis", stalest)
        .put("relists", Math.max(0, lists.get() - 1))
        .put("reconnects", Math.max(0, watches.get() - 1))
        .put("failures", failures.get())
        .put("violated", violated)
        .put("violations", violations.toString())
        .put("state", followed == null ? "" : followed.state().toString());
  }
}
