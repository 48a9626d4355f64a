package dev.informant.kubernetes.internal.http;

import org.jspecify.annotations.Nullable;

/** A request whose answer has not begun. */
@FunctionalInterface
public interface PendingRequest {
  /** The request that this thread is sending. */
  ThreadLocal<@Nullable PendingRequest> CURRENT = new ThreadLocal<>();

  /** The request has a connection; {@code abort} gives it up, from any thread. */
  void canBeAborted(Runnable abort);
}
