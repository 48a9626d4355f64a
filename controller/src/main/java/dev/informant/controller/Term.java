package dev.informant.controller;

import dev.informant.runtime.Clock;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One term of leadership: from the write that won the lease to its loss or release. A run carries the term it began in, and may
 * write only while it is current. Decided by the local monotonic clock alone: a term ends locally before another candidate may
 * win the lease. Thread-safe.
 */
public final class Term {
  private final String name;
  private final long number;
  private final Clock clock;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final CompletableFuture<Void> stopping = new CompletableFuture<>();

  /** Until when the term is current; null for a term without a limit. */
  private volatile @Nullable Long until;

  private Term(String name, long number, Clock clock, @Nullable Long until) {
    this.name = name;
    this.number = number;
    this.clock = clock;
    this.until = until;
  }

  /** A term that ends only when it is ended: for a process that does not compete. */
  static Term unlimited(Clock clock) {
    return new Term("no election", 1, clock, null);
  }

  /**
   * @param name of the lease, for messages
   * @param until by the monotonic clock
   */
  static Term until(String name, long number, Clock clock, long until) {
    return new Term(name, number, clock, until);
  }

  /** Counts the terms of one elector, from 1. */
  public long number() {
    return number;
  }

  /** Whether it has neither ended nor reached its local deadline. */
  public boolean isCurrent() {
    Long limit = until;
    return !ended.isDone() && (limit == null || clock.nanos() - limit < 0);
  }

  /** Completes when the term has ended: the lease was lost, or could not be renewed in time, or was given back. */
  public CompletableFuture<Void> ended() {
    return ended.copy();
  }

  /**
   * Completes when the holder is requested to finish: the term is still current and is renewed until the work is done.
   */
  public CompletableFuture<Void> stopping() {
    return stopping.copy();
  }

  void renewed(long newUntil) {
    until = newUntil;
  }

  /** How long it is current if it is not renewed. */
  long nanosLeft() {
    Long limit = until;
    return limit == null ? Long.MAX_VALUE : limit - clock.nanos();
  }

  void stop() {
    stopping.complete(null);
  }

  void end() {
    ended.complete(null);
  }

  @Override
  public String toString() {
    return "term " + number + " of " + name;
  }
}
