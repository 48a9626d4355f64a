package dev.informant.informer;

import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Builds a handler from functions. Events without a function are ignored. Not thread-safe. */
public final class ResourceEventHandlerBuilder<T> {
  private OnAdd<T> add = (object, initial) -> {};
  private BiConsumer<? super T, ? super T> update = (before, after) -> {};
  private Consumer<? super Deleted<T>> delete = deleted -> {};
  private Consumer<? super String> listStart = previousVersion -> {};
  private Consumer<? super String> listEnd = resourceVersion -> {};

  ResourceEventHandlerBuilder() {}

  /** Receives an added object. */
  @FunctionalInterface
  public interface OnAdd<T> {
    void accept(T object, boolean inInitialList);
  }

  public ResourceEventHandlerBuilder<T> onAdd(OnAdd<T> action) {
    add = Objects.requireNonNull(action, "action");
    return this;
  }

  public ResourceEventHandlerBuilder<T> onAdd(Consumer<? super T> action) {
    Objects.requireNonNull(action, "action");
    return onAdd((object, initial) -> action.accept(object));
  }

  public ResourceEventHandlerBuilder<T> onUpdate(BiConsumer<? super T, ? super T> action) {
    update = Objects.requireNonNull(action, "action");
    return this;
  }

  public ResourceEventHandlerBuilder<T> onDelete(Consumer<? super Deleted<T>> action) {
    delete = Objects.requireNonNull(action, "action");
    return this;
  }

  /** As {@link ResourceEventHandler#onListStart}. */
  public ResourceEventHandlerBuilder<T> onListStart(Consumer<? super String> action) {
    listStart = Objects.requireNonNull(action, "action");
    return this;
  }

  /** As {@link ResourceEventHandler#onListEnd}. */
  public ResourceEventHandlerBuilder<T> onListEnd(Consumer<? super String> action) {
    listEnd = Objects.requireNonNull(action, "action");
    return this;
  }

  public ResourceEventHandler<T> build() {
    return new FunctionHandler<>(add, update, delete, listStart, listEnd);
  }

  private record FunctionHandler<T>(
      OnAdd<T> add,
      BiConsumer<? super T, ? super T> update,
      Consumer<? super Deleted<T>> delete,
      Consumer<? super String> listStart,
      Consumer<? super String> listEnd)
      implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object, boolean inInitialList) {
      add.accept(object, inInitialList);
    }

    @Override
    public void onUpdate(T before, T after) {
      update.accept(before, after);
    }

    @Override
    public void onDelete(Deleted<T> deleted) {
      delete.accept(deleted);
    }

    @Override
    public void onListStart(String previousVersion) {
      listStart.accept(previousVersion);
    }

    @Override
    public void onListEnd(String resourceVersion) {
      listEnd.accept(resourceVersion);
    }
  }
}
