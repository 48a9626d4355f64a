package dev.informant.internal.source;

import dev.informant.internal.options.Option;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.WatchListPolicy;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** The options that a reflector reads. */
public final class ReflectorOptions {
  /** The shortest time that a watch is requested for; each one is requested for up to twice as long. */
  public static final Duration SHORTEST_WATCH = Duration.ofMinutes(5);

  public static final Option<String> NAME = Option.of("name", "");

  /** What is reflected, for messages. */
  public static final Option<String> DESCRIPTION = Option.of("description", "");

  public static final Option<WatchListPolicy> WATCH_LIST =
      Option.of("watchList", WatchListPolicy.AUTO);

  public static final Option<Long> PAGE_SIZE =
      Option.of("pageSize", 0L).accepting(size -> size >= 0, "must not be negative");

  public static final Option<Duration> MIN_WATCH_TIMEOUT = Option.of(
          "minWatchTimeout", SHORTEST_WATCH)
      .accepting(
          timeout -> timeout.compareTo(SHORTEST_WATCH) >= 0,
          "must be at least 5 min; request shorter watches with withWatchTimeout, in a factory with tweakListOptions");

  public static final Option<BackoffPolicy> BACKOFF = Option.of("backoff", BackoffPolicy.DEFAULT);

  /**
   * Whether to request the server's version when a watch, opened again after a loss, stays silent: a server that was
   * restored from a backup shows by a lower one that it must be listed again.
   */
  public static final Option<Boolean> HISTORY_CHECKS = Option.of("historyChecks", true);

  /**
   * Whether each wait from the fourth consecutive failure on is the larger of what the server requested and the back-off,
   * with jitter. Otherwise a request is sent again up to ten times after what the server requested.
   */
  public static final Option<Boolean> PATIENT_RETRIES = Option.of("patientRetries", true);

  /** How long internal errors in a watch are answered by watching again at once. */
  public static final Option<Duration> MAX_INTERNAL_ERROR_RETRY =
      Option.of("maxInternalErrorRetry", Duration.ZERO);

  private static final Option<UnaryOperator<?>> TRANSFORM =
      Option.of("transform", UnaryOperator.identity());

  private ReflectorOptions() {}

  /** Changes each object before anybody sees it; called once for each state of an object. */
  @SuppressWarnings("unchecked") // the settings of a reflector are for one type of objects
  public static <T> Option<UnaryOperator<T>> transform() {
    return (Option<UnaryOperator<T>>) (Option<?>) TRANSFORM;
  }
}
