package dev.informant.source;

import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes revisions of what the source delivers: identity first, then the transform, once. An object that
 * cannot be made one is skipped and reported, and remembered until a good state of it arrives or it is
 * gone. Not thread-safe.
 */
final class Intake<T> {
  /** What became of an item. */
  sealed interface Result<T> {
    record Accepted<T>(Revision<T> revision) implements Result<T> {}

    /**
     * @param key empty if unknown
     * @param uid empty if unknown
     */
    record Skipped<T>(String key, String uid) implements Result<T> {}
  }

  private final ObjectAccessor<T> accessor;
  private final UnaryOperator<T> transform;
  private final ObjectForm<T> form;
  private final Function<String, @Nullable Revision<T>> previous;
  private final ReflectorListener<T> listener;
  private final Set<String> skipped = new HashSet<>();
  private Set<String> notInList = Set.of();

  Intake(
      ObjectAccessor<T> accessor,
      UnaryOperator<T> transform,
      ObjectForm<T> form,
      Function<String, @Nullable Revision<T>> previous,
      ReflectorListener<T> listener) {
    this.accessor = accessor;
    this.transform = transform;
    this.form = form;
    this.previous = previous;
    this.listener = listener;
  }

  /** A state of the object that arrived as an event. */
  Result<T> event(Item<T> item) {
    return take(item, /* listed= */ false);
  }

  /** A state of the object as part of the whole collection: an unchanged one keeps its instance. */
  Result<T> listed(Item<T> item) {
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

  /** The last known revision under a key. */
  @Nullable
  Revision<T> previous(String key) {
    return key.isEmpty() ? null : previous.apply(key);
  }

  /** The version the server gave the item; empty if it gave none, null if that cannot be told. */
  @Nullable
  String version(Item<T> item) {
    return version(item, accessor);
  }

  /** The version the server gave the item; empty if it gave none, null if that cannot be told. */
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
    } catch (VirtualMachineError notTheObjectsFault) {
      throw notTheObjectsFault;
    } catch (Throwable unreadable) {
      return null;
    }
  }

  /** A whole collection begins to arrive. */
  void listBegins() {
    notInList = new HashSet<>(skipped);
  }

  /** It has arrived: skipped objects it does not contain are gone. */
  void listComplete() {
    notInList.forEach(this::recovered);
    notInList = Set.of();
  }

  /** The object is gone. */
  void gone(String key) {
    recovered(key);
  }

  private Result<T> take(Item<T> item, boolean listed) {
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
      uid = accessor.uid(object);
      String version = accessor.resourceVersion(object);
      key = keyBefore(object);
      Revision<T> revision = listed ? unchanged(key, uid, version) : null;
      if (revision == null) {
        T transformed = transform.apply(object);
        if (transformed == null) {
          return skip(key, uid, new NullPointerException("the transform returned null"));
        }
        // What a transform made anew is not what the bytes say.
        revision =
            form.hold(uid, version, transformed, transformed == object ? good.bytes() : null);
        Revision<T> renamed =
            listed && !revision.key().equals(key) ? unchanged(revision.key(), uid, version) : null;
        revision = renamed == null ? revision : renamed;
      }
      good(key, revision.key());
      return new Result.Accepted<>(revision);
    } catch (VirtualMachineError notTheObjectsFault) {
      throw notTheObjectsFault;
    } catch (Throwable poison) {
      return skip(key, uid, poison);
    }
  }

  /** The key before the transform, which may yet give the object a name. */
  private String keyBefore(T object) {
    return accessor.name(object).isEmpty() ? "" : accessor.key(object);
  }

  private @Nullable Revision<T> unchanged(String key, String uid, String version) {
    if (version.isEmpty()) {
      return null;
    }
    Revision<T> known = previous(key);
    return known != null
            && known.resourceVersion().equals(version)
            && known.uid().equals(uid)
        ? known
        : null;
  }

  private void good(String keyBefore, String key) {
    if (!skipped.isEmpty()) {
      recovered(keyBefore);
      recovered(key);
    }
  }

  private void recovered(String key) {
    if (skipped.remove(key)) {
      listener.onRecovered(key);
    }
  }

  private Result<T> skip(String key, String uid, Throwable cause) {
    if (!key.isEmpty()) {
      skipped.add(key);
      if (!notInList.isEmpty()) {
        notInList.remove(key);
      }
    }
    listener.onSkipped(key, cause);
    return new Result.Skipped<>(key, uid);
  }
}
