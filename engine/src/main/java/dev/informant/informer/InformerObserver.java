package dev.informant.informer;

import java.util.List;

/**
 * Receives the events of an informer; logs, metrics and pages are built on it. Called from the threads that do the work,
 * concurrently: an implementation must be thread-safe and quick, and must not block. What it throws is logged
 * and otherwise ignored, except OutOfMemoryError, which ends the informer.
 */
@FunctionalInterface
public interface InformerObserver {
  /** Ignores all events. */
  InformerObserver NONE = event -> {};

  /** Passes each event to all of them, in order. An observer that throws does not affect the others. */
  static InformerObserver all(InformerObserver... observers) {
    return new ObserverList(List.of(observers));
  }

  void onEvent(InformerEvent event);

  /**
   * Returns whether to report {@link InformerEvent.ChangeReached} for changes of this object. Called for each change at
   * each stage, so it must cost next to nothing.
   */
  default boolean follows(String key) {
    return false;
  }
}
