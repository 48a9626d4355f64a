package dev.informant.kubernetes.transport;

import org.jspecify.annotations.Nullable;

/** A request whose answer has not begun. */
@FunctionalInterface
interface PendingRequest {
  /** The request that this thread is sending. */
  ThreadLocal<@Nullable PendingRequest> CURRENT = new ThreadLocal<>();

  /** The request has a connection; {@code abort} gives it up, from any thread. */
  void canBeAborted(Runnable abort);
}
