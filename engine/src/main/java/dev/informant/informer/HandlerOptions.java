package dev.informant.informer;

import dev.informant.log.Readable;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The options of one handler. Immutable.
 *
 * @param name for logs, metrics and the state; empty derives one from the handler's class
 * @param resync how often the handler is called again with every object; null takes the informer's default, zero means
 *     never
 * @param filter passes only matching objects to the handler: an object that starts to match is an add (never initial),
 *     one that no longer matches is a delete with its old state; null passes all objects
 * @param buffer how changes for a slow handler are buffered; null takes the informer's default
 */
public record HandlerOptions<T>(
    String name,
    @Nullable Duration resync,
    @Nullable Predicate<? super T> filter,
    @Nullable Buffer buffer) {

  /** How changes for a slow handler are buffered. */
  public enum Buffer {
    /** Keeps all changes, as client-go does. */
    UNBOUNDED,
    /** Merges the changes of one key into one, so that the buffer is bounded by the number of objects. */
    CONFLATING
  }

  public HandlerOptions {
    Objects.requireNonNull(name, "name");
    if (resync != null && resync.isNegative()) {
      throw new IllegalArgumentException("resync is negative: " + Readable.time(resync));
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

  /** Returns the name; if it is empty, the handler's class and a number. */
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
