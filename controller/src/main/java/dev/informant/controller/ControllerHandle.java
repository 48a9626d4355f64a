package dev.informant.controller;

import dev.informant.kubernetes.KindInformer;
import dev.informant.workqueue.WorkQueueStatistics;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A controller that was added to {@link ControllerManager}. Thread-safe. */
public interface ControllerHandle {
  String name();

  /** The largest number of concurrent runs. */
  int concurrency();

  /** The runs under way. */
  int activeRuns();

  /** The work queue now; null while there is none: before the start, in standby and after the end. */
  @Nullable
  WorkQueueStatistics queue();

  /**
   * Runs a key because of something outside the cluster. Ignored in standby: the next leader begins with all keys.
   *
   * @param key {@code namespace/name}, or {@code name} for a kind of cluster scope
   */
  default void trigger(String key) {
    trigger(key, Controller.NORMAL);
  }

  /** As {@link #trigger(String)}, with a priority: higher first. */
  void trigger(String key, int priority);

  /** Runs every key in the cache. */
  void triggerAll(int priority);

  /** Adds a watch while the controller runs, as {@link ControllerBuilder#watches} does before. Closing it removes the watch. */
  <S extends HasMetadata> Watch watch(
      KindInformer<S> kind, Function<? super S, ? extends Collection<String>> mapper);

  /** Adds a watch of a kind by its class while the controller runs. */
  <S extends HasMetadata> Watch watch(
      Class<S> type, Function<? super S, ? extends Collection<String>> mapper);

  /** A watch that was added while a controller runs. */
  interface Watch extends AutoCloseable {
    /** Whether the keys of all objects that were there at the beginning have been queued. */
    boolean isSynced();

    /** Ends the watch. The kind stays cached until the controllers are closed. Idempotent. */
    @Override
    void close();
  }
}
