package dev.informant.informer;

/**
 * Hears the changes of one informer's objects: one call at a time, in order, after the cache has them.
 * The objects are shared with the cache and with other handlers: do not change them. A handler may
 * block; that delays only itself. What it throws is reported and counted, and the call counts as
 * returned.
 */
public interface ResourceEventHandler<T> {
  /**
   * @param inInitialList whether the object was there when the handler's view began
   */
  default void onAdd(T object, boolean inInitialList) {}

  default void onUpdate(T before, T after) {}

  default void onDelete(Deleted<T> deleted) {}

  static <T> ResourceEventHandlerBuilder<T> builder() {
    return new ResourceEventHandlerBuilder<>();
  }
}
