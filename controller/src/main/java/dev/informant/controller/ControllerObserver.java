package dev.informant.controller;

import dev.informant.workqueue.WorkQueueObserver;
import java.time.Duration;

/**
 * Receives what controllers do, for metrics. Called on the thread that did it, outside any lock. What an observer throws is
 * logged and dropped. Implementations must be thread-safe and quick.
 */
public interface ControllerObserver {
  /** Ignores everything. */
  ControllerObserver NONE = new ControllerObserver() {};

  /** A controller was added; read levels from the handle. */
  default void onAdded(ControllerHandle controller) {}

  /** Observes the work queue of a controller. One observer serves all queues that the controller has in its terms. */
  default WorkQueueObserver queueObserver(String controller) {
    return WorkQueueObserver.NONE;
  }

  /**
   * A run has ended.
   *
   * @param threw whether the reconciler threw, instead of returning {@code outcome}
   */
  default void onRun(
      String controller, String key, Outcome outcome, boolean threw, Duration took) {}

  /** A run has exceeded the deadline of its controller. It may still be under way. */
  default void onDeadline(String controller, String key) {}

  /** A candidate has won or lost its lease; called with false when it begins to compete. */
  default void onLeading(String lease, boolean leading) {}

  /** A leader could not renew its lease at the first attempt of a round. */
  default void onSlowRenewal(String lease) {}

  /** Events were not recorded: too many of an object, too many waiting, or the server did not accept them. */
  default void onEventsDropped(int count) {}
}
