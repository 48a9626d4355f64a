package dev.informant.informer;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Notices when a handler falls behind. Only what is handed over tells that of a handler whose call never returns, so
 * this belongs to the pipeline; not thread-safe.
 */
/*
 * Told is a lag of FIRST calls, then of each further power of two, and from the beginning again once it has been
 * worked off. What has come within PATIENCE is no lag: a large collection is handed over in one go. To look costs a lock,
 * so it waits until enough has been handed over that a threshold can have been passed.
 */
final class Backlog {
  static final long FIRST = 1024;
  static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Supplier<HandlerLag> lag;
  private final Consumer<HandlerLag> behind;
  private long next = FIRST;
  private long untilLook = FIRST;

  Backlog(Supplier<HandlerLag> lag, Consumer<HandlerLag> behind) {
    this.lag = lag;
    this.behind = behind;
  }

  /** So many calls more are to be made. */
  void grewBy(int calls) {
    untilLook -= calls;
    if (untilLook <= 0) {
      look();
    }
  }

  private void look() {
    HandlerLag now = lag.get();
    if (now.depth() < FIRST / 2) {
      next = FIRST;
    }
    if (now.depth() >= next && now.age().compareTo(PATIENCE) >= 0) {
      next = 2 * Long.highestOneBit(now.depth());
      behind.accept(now);
    }
    untilLook = Math.min(FIRST, next - now.depth());
  }
}
