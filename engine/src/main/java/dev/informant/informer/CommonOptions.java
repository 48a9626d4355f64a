package dev.informant.informer;

import dev.informant.internal.options.Option;
import dev.informant.internal.options.Settings;
import dev.informant.internal.source.ReflectorOptions;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.WatchListPolicy;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * The options that a single informer and the informers of a factory have in common. Not thread-safe.
 *
 * @param <B> the class of the options, which every method returns
 */
/*
 * A new option is declared here, as a constant and a method, and read where it takes effect: everything between is
 * passed on in one Settings. Options that the reflector reads have their constant in ReflectorOptions.
 */
public abstract class CommonOptions<B extends CommonOptions<B>> {
  static final Option<Duration> RESYNC = notNegative("resync", Duration.ZERO);
  static final Option<QueueKind> QUEUE = Option.of("queue", QueueKind.IN_ORDER);
  static final Option<Parity> PARITY = Option.of("parity", Parity.REPAIRED);
  static final Option<HandlerOptions.Buffer> BUFFER =
      Option.of("handlerBuffer", HandlerOptions.Buffer.UNBOUNDED);
  static final Option<WatchErrorHandler> WATCH_ERROR_HANDLER =
      Option.of("watchErrorHandler", cause -> {});
  static final Option<Predicate<? super Throwable>> GIVE_UP = Option.of("giveUpIf", cause -> false);
  static final Option<Duration> CLOSE_TIMEOUT = notNegative("closeTimeout", Duration.ofSeconds(10));

  private static final Option<Boolean> MUTATION_DETECTOR = Option.unset("mutationDetector");

  private final Settings settings = new Settings();

  protected CommonOptions() {}

  private static Option<Duration> notNegative(String name, Duration standard) {
    return Option.of(name, standard)
        .accepting(value -> !value.isNegative(), "must not be negative");
  }

  /**
   * How often handlers without their own period are called again with every object. Default, zero: never. Less than a
   * second counts as a second.
   */
  public B resync(Duration value) {
    return set(RESYNC, value);
  }

  /** Default: {@link QueueKind#IN_ORDER}. */
  public B queue(QueueKind value) {
    return set(QUEUE, value);
  }

  /** Whether to start with a streaming list. Default: {@link WatchListPolicy#AUTO}. */
  public B watchList(WatchListPolicy value) {
    return set(ReflectorOptions.WATCH_LIST, value);
  }

  /** The page size of every list. Default, 0: 500 where paging does not bypass the server's cache. */
  public B pageSize(long value) {
    return set(ReflectorOptions.PAGE_SIZE, value);
  }

  /**
   * Raises the shortest time that a watch is requested for. Default: five minutes, as in client-go. Request shorter watches
   * with {@link dev.informant.source.ListOptions#withWatchTimeout}.
   *
   * @throws IllegalArgumentException if it is less than five minutes
   */
  public B minWatchTimeout(Duration value) {
    return set(ReflectorOptions.MIN_WATCH_TIMEOUT, value);
  }

  /** The pauses between attempts. Default: {@link BackoffPolicy#DEFAULT}. */
  public B backoff(BackoffPolicy value) {
    return set(ReflectorOptions.BACKOFF, value);
  }

  /** Default: {@link Parity#REPAIRED}. */
  public B parity(Parity value) {
    return set(PARITY, value);
  }

  /** The buffer of handlers without their own setting. Default: unbounded. */
  public B handlerBuffer(HandlerOptions.Buffer value) {
    return set(BUFFER, value);
  }

  /** Called with every failed request. */
  public B watchErrorHandler(WatchErrorHandler value) {
    return set(WATCH_ERROR_HANDLER, value);
  }

  /**
   * Decides after each failure before the first sync whether to give up. If the rule returns true, the informer ends
   * with that failure as its cause. Default: never give up. The rule is not called for a failure with an immediate
   * fallback, such as a streaming list that the server refuses. It runs in the pipeline and must not block; if it
   * throws, the informer retries.
   */
  public B giveUpIf(Predicate<? super Throwable> rule) {
    return set(GIVE_UP, rule);
  }

  /** How long {@code close} waits for handler calls in progress and for the cache to be saved. Default: ten seconds. */
  public B closeTimeout(Duration value) {
    return set(CLOSE_TIMEOUT, value);
  }

  /**
   * Whether to detect changes of cached objects. For tests: every object is copied. A change is logged, and closing the
   * informer or its factory throws {@link dev.informant.store.MutationException}. Default: the system property {@code
   * informant.mutationDetector}, else false.
   */
  public B mutationDetector(boolean value) {
    return set(MUTATION_DETECTOR, value);
  }

  /** Copies every option of this class that is set in {@code others}. */
  public B takeFrom(CommonOptions<?> others) {
    settings.setAll(others.settings);
    return self();
  }

  <V> B set(Option<V> option, V value) {
    settings.set(option, value);
    return self();
  }

  final boolean findsMutations() {
    Boolean chosen = settings.find(MUTATION_DETECTOR);
    return chosen == null ? Boolean.getBoolean("informant.mutationDetector") : chosen;
  }

  final Settings settings() {
    return settings;
  }

  @SuppressWarnings("unchecked") // B is the class itself
  private B self() {
    return (B) this;
  }
}
