package dev.informant.informer;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How one handler wants to be served. Immutable.
 *
 * @param name for logs, metrics and the state; empty derives one from the handler's class
 * @param resync how often the handler wants to see everything again; null takes the informer's default,
 *     zero means never
 * @param filter shows only matching objects: one that begins to match is an add (never initial), one
 *     that ceases to match is a delete with its old state; null shows all
 * @param buffer what becomes of changes that wait for a slow handler; null takes the informer's default
 */
public record HandlerOptions<T>(
    String name,
    @Nullable Duration resync,
    @Nullable Predicate<? super T> filter,
    @Nullable Buffer buffer) {

  /** What becomes of changes that wait for a slow handler. */
  public enum Buffer {
    /** All of them wait, as in client-go. */
    UNBOUNDED,
    /** Those of one key are merged into one, which bounds them by the number of objects. */
    CONFLATING
  }

  public HandlerOptions {
    Objects.requireNonNull(name, "name");
    if (resync != null && resync.isNegative()) {
      throw new IllegalArgumentException("resync is negative: " + resync);
    }
  }

  /** The informer's resync and buffer, no filter. */
  public static <T> HandlerOptions<T> defaults() {
    return new HandlerOptions<>("", null, null, null);
  }

  public HandlerOptions<T> withName(String handlerName) {
    return new HandlerOptions<>(handlerName, resync, filter, buffer);
  }

  public HandlerOptions<T> withResync(Duration period) {
    return new HandlerOptions<>(name, period, filter, buffer);
  }

  public HandlerOptions<T> withFilter(Predicate<? super T> matches) {
    return new HandlerOptions<>(name, resync, matches, buffer);
  }

  public HandlerOptions<T> withBuffer(Buffer policy) {
    return new HandlerOptions<>(name, resync, filter, policy);
  }

  /** The name, or if there is none, one made of the handler's class and a number. */
  String nameFor(Object handler, int number) {
    if (!name.isEmpty()) {
      return name;
    }
    Class<?> type = handler.getClass();
    boolean telling = !type.getSimpleName().isEmpty()
        && !type.isSynthetic()
        && type.getEnclosingClass() != ResourceEventHandlerBuilder.class;
    return (telling ? type.getSimpleName() : "handler") + "-" + number;
  }
}
