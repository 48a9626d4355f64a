package dev.informant.informer;

import dev.informant.object.Revision;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Hears the changes of one informer's objects as a {@link ResourceEventHandler} does, but as revisions: key, uid,
 * version and labels at once, and the object when it is asked for. A compact cache decodes an object for
 * {@link Revision#object()} only, so a handler that only passes on keys, or looks at few of the objects, costs it next to
 * nothing.
 */
public interface RevisionHandler<T> {
  /**
   * @param inInitialList whether the object was there when the handler's view began
   */
  default void onAdd(Revision<T> revision, boolean inInitialList) {}

  default void onUpdate(Revision<T> before, Revision<T> after) {}

  /**
   * @param last the last known state
   * @param finalStateUnknown whether the deletion itself was not seen, so that {@code last} may be older than the
   *     object's end
   */
  default void onDelete(Revision<T> last, boolean finalStateUnknown) {}

  /** Passes on the key of every object that is added, updated or deleted; to a work queue, as a rule. */
  static <T> RevisionHandler<T> ofKeys(Consumer<? super String> action) {
    Objects.requireNonNull(action, "action");
    return new RevisionHandler<>() {
      @Override
      public void onAdd(Revision<T> revision, boolean inInitialList) {
        action.accept(revision.key());
      }

      @Override
      public void onUpdate(Revision<T> before, Revision<T> after) {
        action.accept(after.key());
      }

      @Override
      public void onDelete(Revision<T> last, boolean finalStateUnknown) {
        action.accept(last.key());
      }
    };
  }

  /** Calls a handler of objects, which are decoded at each call. */
  static <T> RevisionHandler<T> of(ResourceEventHandler<T> handler) {
    Objects.requireNonNull(handler, "handler");
    return new RevisionHandler<>() {
      @Override
      public void onAdd(Revision<T> revision, boolean inInitialList) {
        handler.onAdd(revision.object(), inInitialList);
      }

      @Override
      public void onUpdate(Revision<T> before, Revision<T> after) {
        T old = before.object();
        handler.onUpdate(old, after == before ? old : after.object());
      }

      @Override
      public void onDelete(Revision<T> last, boolean finalStateUnknown) {
        handler.onDelete(new Deleted<>(last.key(), last.object(), finalStateUnknown));
      }
    };
  }
}
