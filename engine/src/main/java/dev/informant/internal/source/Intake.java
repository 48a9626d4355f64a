package dev.informant.internal.source;

import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.queue.Delta;
import dev.informant.queue.Queue;
import dev.informant.source.Item;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes revisions of what the source delivers: identity first, then the transform, once. Revisions of watch events
 * go to the queue. An object that cannot be made a revision is skipped and reported, and remembered until a good
 * state of it arrives or it is gone; one without a key, until a complete list has no such object. Not thread-safe.
 */
/*
 * Good states in a list count when the list is complete: one that breaks off is not handed on, and brings nothing back.
 */
final class Intake<T> implements EventTarget<T> {
  /** What became of an item. */
  sealed interface Result<T> {
    /** Under which the object is cached; empty if unknown. */
    String key();

    /** The key before the transform; empty if unknown. */
    String original();

    record Accepted<T>(Revision<T> revision, String original) implements Result<T> {
      @Override
      public String key() {
        return revision.key();
      }
    }

    /**
     * @param uid empty if unknown
     */
    record Skipped<T>(String key, String original, String uid) implements Result<T> {}
  }

  private final ObjectAccessor<T> accessor;
  private final UnaryOperator<T> transform;
  private final ObjectForm<T> form;
  private final Function<String, @Nullable Revision<T>> stored;
  private final Queue<Revision<T>> destination;
  private final SyncVersion version;
  private final ReflectorListener<T> listener;

  /** The keys of what is left out now; the empty one for whatever came without a key. */
  private final Set<String> skipped = new HashSet<>();

  /** Those of them that the list which is arriving does not hold, or holds whole, as far as it has come. */
  private Set<String> mending = Set.of();

  private boolean listing;

  /** The keys of objects that the transform has renamed, by the key before; a failing one is found so. */
  private Map<String, String> renamed = new HashMap<>();

  /** The same as it was before the list that is arriving. */
  private Map<String, String> renamedBefore = Map.of();

  Intake(
      ObjectAccessor<T> accessor,
      UnaryOperator<T> transform,
      ObjectForm<T> form,
      Function<String, @Nullable Revision<T>> stored,
      Queue<Revision<T>> destination,
      SyncVersion version,
      ReflectorListener<T> listener) {
    this.accessor = accessor;
    this.transform = transform;
    this.form = form;
    this.stored = stored;
    this.destination = destination;
    this.version = version;
    this.listener = listener;
  }

  /** Hands an event of a watch to the queue, as far as it can be read. */
  @Override
  public void accept(WatchEvent<T> event, boolean ordered) {
    @Nullable String reached; // null if the object cannot be read: then the stream is where it was
    if (event instanceof WatchEvent.Bookmark<T> bookmark) {
      reached = bookmark.resourceVersion();
      destination.bookmark(reached);
      listener.onBookmark(reached);
    } else {
      Item<T> item = item(event);
      reached = version(item, accessor); // first: the transform may change the object
      put(event, take(item, /* listed= */ false));
    }
    if (ordered && reached != null && version.reached(reached)) {
      listener.onResourceVersion(reached);
    }
  }

  private void put(WatchEvent<T> event, Result<T> result) {
    if (event instanceof WatchEvent.Deleted) {
      if (result instanceof Result.Accepted<T> accepted) {
        destination.delete(accepted.revision());
        queued(accepted);
      } else if (!result.key().isEmpty()) {
        destination.deleteFinalStateUnknown(result.key(), previous(result.key()));
      }
      gone(result);
    } else if (result instanceof Result.Accepted<T> accepted) {
      if (event instanceof WatchEvent.Added) {
        destination.add(accepted.revision());
      } else {
        destination.update(accepted.revision());
      }
      queued(accepted);
    }
  }

  private void queued(Result.Accepted<T> accepted) {
    listener.onQueued(accepted.key(), accepted.revision().resourceVersion());
  }

  /** The object of an event; null if it has none. */
  static <T> @Nullable Item<T> item(WatchEvent<T> event) {
    if (event instanceof WatchEvent.Added<T> added) {
      return added.item();
    }
    if (event instanceof WatchEvent.Modified<T> modified) {
      return modified.item();
    }
    return event instanceof WatchEvent.Deleted<T> deleted ? deleted.item() : null;
  }

  /** A state of the object as part of the whole collection: an unchanged one keeps its instance. */
  Result<T> listed(@Nullable Item<T> item) {
    return take(item, /* listed= */ true);
  }

  /** The last good revision of a skipped object; null if there is none, or it is another object's. */
  @Nullable
  Revision<T> lastGood(Result.Skipped<T> skippedObject) {
    Revision<T> known = previous(skippedObject.key());
    return known == null
            || (!known.uid().isEmpty()
                && !skippedObject.uid().isEmpty()
                && !known.uid().equals(skippedObject.uid()))
        ? null
        : known;
  }

  /** The last known revision under a key: on its way to the cache, or else in it. */
  @Nullable
  Revision<T> previous(String key) {
    if (key.isEmpty()) {
      return null;
    }
    // In this order: what is no longer on its way has arrived.
    Delta.Keyed<Revision<T>> coming = destination.latest(key);
    if (coming == null) {
      return stored.apply(key);
    }
    return coming instanceof Delta.Deleted ? null : coming.object();
  }

  /** The version the server gave the item; empty if it gave none, null if it cannot be read. */
  static <T> @Nullable String version(@Nullable Item<T> item, ObjectAccessor<T> accessor) {
    if (item instanceof Item.Bad<T> bad) {
      return bad.resourceVersion().isEmpty() ? null : bad.resourceVersion();
    }
    T object = item instanceof Item.Good<T> good ? good.object() : null;
    if (object == null) {
      return null;
    }
    try {
      return accessor.resourceVersion(object);
    } catch (Throwable unreadable) {
      if (!isTheObjectsFault(unreadable)) {
        throw unreadable;
      }
      return null;
    }
  }

  /** An object may be too deep for the stack; that the memory is out, it cannot help. */
  private static boolean isTheObjectsFault(Throwable thrown) {
    return !(thrown instanceof VirtualMachineError) || thrown instanceof StackOverflowError;
  }

  /** Something of a watch was left out that nobody can tell the object of. */
  void unreadable(SourceException cause) {
    skip(/* original= */ "", /* uid= */ "", cause);
  }

  /** A whole collection begins to arrive. */
  void listBegins() {
    Map<String, String> known = new HashMap<>(renamedBefore); // of a list that broke off
    known.putAll(renamed);
    renamedBefore = known;
    renamed = new HashMap<>();
    mending = new HashSet<>(skipped);
    listing = true;
  }

  /** It has arrived: skipped objects that it does not contain are gone, and those that it has whole are good again. */
  void listComplete() {
    listing = false;
    mending.forEach(this::mended);
    mending = Set.of();
    renamedBefore = Map.of();
  }

  /** The object is gone. */
  void gone(Result<T> object) {
    renamed.remove(object.original());
    recovered(object.key());
  }

  private Result<T> take(@Nullable Item<T> item, boolean listed) {
    if (item instanceof Item.Bad<T> bad) {
      return skip(bad.key(), bad.uid(), bad.cause());
    }
    Item.Good<T> good = item instanceof Item.Good<T> decoded ? decoded : null;
    T object = good == null ? null : good.object();
    if (good == null || object == null) {
      return skip("", "", new NullPointerException("the source delivered a null object"));
    }
    String key = "";
    String uid = "";
    try {
      key = keyBefore(object); // first: whatever else cannot be read, the object has its key
      uid = told(accessor.uid(object), "uid");
      String version = told(accessor.resourceVersion(object), "resourceVersion");
      Revision<T> revision = listed ? unchanged(key, uid, version) : null;
      if (revision == null) {
        T transformed = transform.apply(object);
        if (transformed == null) {
          return skip(key, uid, new NullPointerException("the transform returned null"));
        }
        // What a transform made anew is not what the bytes say.
        revision =
            form.hold(uid, version, transformed, transformed == object ? good.bytes() : null);
        check(revision, transformed, object);
        Revision<T> renamed =
            listed && !revision.key().equals(key) ? unchanged(revision.key(), uid, version) : null;
        revision = renamed == null ? revision : renamed;
      }
      good(key, revision.key());
      return new Result.Accepted<>(revision, key);
    } catch (Throwable poison) {
      if (!isTheObjectsFault(poison)) {
        throw poison;
      }
      return skip(key, uid, poison);
    }
  }

  /** The key before the transform, which may yet give the object a name. */
  private String keyBefore(T object) {
    return told(accessor.name(object), "name").isEmpty() ? "" : told(accessor.key(object), "key");
  }

  /** What would fail later, in the store or in front of a reader, and harm others than this object. */
  private void check(Revision<T> revision, T transformed, T object) {
    told(revision.key(), "key");
    if (transformed != object) {
      told(accessor.resourceVersion(transformed), "resourceVersion");
    }
    if (form.holdsObjects()) { // other forms have asked for them
      told(accessor.labels(transformed), "labels");
    }
  }

  private static <V> V told(@Nullable V value, String what) {
    if (value == null) {
      throw new NullPointerException(
          "the ObjectAccessor returned null for the " + what + "; return an empty value instead");
    }
    return value;
  }

  private @Nullable Revision<T> unchanged(String key, String uid, String version) {
    if (version.isEmpty() || key.isEmpty()) {
      return null;
    }
    Revision<T> known = stored.apply(key); // each object asks: no search through the queue
    return known != null
            && known.resourceVersion().equals(version)
            && known.uid().equals(uid)
        ? known
        : null;
  }

  private void good(String keyBefore, String key) {
    if (!keyBefore.isEmpty() && !keyBefore.equals(key)) {
      renamed.put(keyBefore, key);
    } else if (!renamed.isEmpty()) {
      renamed.remove(keyBefore);
    }
    if (!skipped.isEmpty()) {
      recovered(keyBefore);
      recovered(key);
    }
  }

  /** What was left out without a key does not: nobody knows whether it was this one. */
  private void recovered(String key) {
    if (key.isEmpty() || !skipped.contains(key)) {
      return;
    }
    if (listing) {
      mending.add(key);
    } else {
      mended(key);
    }
  }

  private void mended(String key) {
    skipped.remove(key);
    listener.onRecovered(key);
  }

  private Result<T> skip(String original, String uid, Throwable cause) {
    String key = renamed.getOrDefault(original, renamedBefore.getOrDefault(original, original));
    if (!key.equals(original)) {
      renamed.put(original, key);
    }
    skipped.add(key);
    if (listing) {
      mending.remove(key);
    }
    listener.onSkipped(key, cause);
    return new Result.Skipped<>(key, original, uid);
  }
}
