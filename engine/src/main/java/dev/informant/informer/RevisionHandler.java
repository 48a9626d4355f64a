package dev.informant.informer;

import dev.informant.object.Revision;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Receives the changes of one informer's objects as a {@link ResourceEventHandler} does, but as revisions: key, uid,
 * version and labels without decoding, and the object on demand. A compact cache decodes an object only for {@link
 * Revision#object()}. A handler that passes on keys, or reads few of the objects, is therefore cheap.
 */
public interface RevisionHandler<T> {
  /** As {@link ResourceEventHandler#onAdd}. */
  default void onAdd(Revision<T> revision, boolean inInitialList) {}

  default void onUpdate(Revision<T> before, Revision<T> after) {}

  /**
   * @param last the last known state
   * @param finalStateUnknown whether the delete event was missed, so that {@code last} may not be the final state
   */
  default void onDelete(Revision<T> last, boolean finalStateUnknown) {}

  /** As {@link ResourceEventHandler#onListStart}. */
  default void onListStart(String previousVersion) {}

  /** As {@link ResourceEventHandler#onListEnd}. */
  default void onListEnd(String resourceVersion) {}

  /** Returns a handler that passes on the key of every added, updated or deleted object, usually to a work queue. */
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

  /** Returns a handler that decodes the object at each call and passes it to {@code handler}. */
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

      @Override
      public void onListStart(String previousVersion) {
        handler.onListStart(previousVersion);
      }

      @Override
      public void onListEnd(String resourceVersion) {
        handler.onListEnd(resourceVersion);
      }
    };
  }
}
