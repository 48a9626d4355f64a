package dev.informant.informer;

/**
 * Receives the changes of one informer's objects: one call at a time, in order, after the cache was updated. The
 * objects are shared with the cache and with other handlers: do not change them. A handler may block; this delays only
 * itself. Exceptions are logged and counted, and the call counts as returned.
 */
public interface ResourceEventHandler<T> {
  /**
   * Called with a new object.
   *
   * @param inInitialList whether the object was in the cache when the handler was added, or is part of the first list
   */
  default void onAdd(T object, boolean inInitialList) {}

  default void onUpdate(T before, T after) {}

  default void onDelete(Deleted<T> deleted) {}

  /**
   * Called when a list has arrived. The calls for the changes of the list follow, then {@link #onListEnd}. Not called
   * for lists that arrived before the handler was added, with a {@link QueueKind#DELTA_FIFO}, with a conflating buffer,
   * by an informer of several namespaces, or for {@code afterStore}.
   *
   * @param previousVersion the version of the cache before the list; empty before the first
   */
  default void onListStart(String previousVersion) {}

  /**
   * Called after the calls for all changes of a list.
   *
   * @param resourceVersion the version of the list
   */
  default void onListEnd(String resourceVersion) {}

  static <T> ResourceEventHandlerBuilder<T> builder() {
    return new ResourceEventHandlerBuilder<>();
  }
}
