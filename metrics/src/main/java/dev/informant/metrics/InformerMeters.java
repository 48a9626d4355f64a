package dev.informant.metrics;

import dev.informant.informer.HandlerLag;
import dev.informant.informer.InformerState;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.source.SourceException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one set of labels. Counters and timers are updated by events; gauges read the informers when the
 * registry reads them. Thread-safe.
 */
final class InformerMeters {
  private static final List<String> STATES =
      List.of("created", "warm", "listing", "watching", "backing_off");
  private static final List<String> VERBS = List.of("list", "watch", "watch_list", "probe");
  private static final int VERSION_DIGITS = 15; // what a double holds

  /** client-go's buckets: 1 ms to 10 s. */
  private static final Duration[] LATENCIES = {
    Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(25),
    Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(500),
    Duration.ofSeconds(1), Duration.ofMillis(2500), Duration.ofSeconds(5), Duration.ofSeconds(10)
  };

  private final MeterRegistry registry;
  private final Tags tags;
  private final Set<MeteringObserver> members = ConcurrentHashMap.newKeySet();
  private final Set<Meter> meters = ConcurrentHashMap.newKeySet();
  private final Map<String, Counter> requests = new ConcurrentHashMap<>();
  private final Map<String, Counter> failures = new ConcurrentHashMap<>();
  private final Timer latency;
  private final Counter events;
  private final Counter relists;
  private final Counter skipped;
  private final Counter handlerFailures;
  private final Counter slowHandlers;
  private volatile boolean removed;

  InformerMeters(MeterRegistry registry, InformerMetrics.Labels labels) {
    this.registry = registry;
    this.tags = Tags.of(
        "name", labels.name(),
        "group", labels.group(),
        "version", labels.version(),
        "resource", labels.resource());
    gauge(
        "informer.queued.items",
        "Changes received that are not in the cache yet",
        tags,
        all -> sum(SharedIndexInformer::queuedChanges));
    this.latency = kept(Timer.builder("informer.processing.latency")
        .description("Time to store one batch of changes and queue it for all handlers")
        .tags(tags)
        .serviceLevelObjectives(LATENCIES)
        .register(registry));
    gauge(
        "informer.store.resource.version",
        "The last 15 digits of the newest version in the cache",
        tags,
        all -> newestVersion());
    gauge(
        "informer.objects",
        "Objects in the cache",
        tags,
        all -> sum(informer -> informer.indexer().size()));
    gauge(
        "informer.synced",
        "1 if every first list is in the cache, else 0",
        tags,
        all -> all.stream().allMatch(SharedIndexInformer::isSynced) ? 1 : 0);
    for (String state : STATES) {
      gauge(
          "informer.state",
          "Informers in that state",
          tags.and("state", state),
          all -> sum(informer -> word(informer.state()).equals(state) ? 1 : 0));
    }
    gauge(
        "informer.consecutive.failures",
        "Failed attempts since a watch was last established, of the informer with the most",
        tags,
        all ->
            all.stream().mapToInt(informer -> informer.state().failures()).max().orElse(0));
    kept(Gauge.builder("informer.failing.since", this, InformerMeters::failingSince)
        .description("When the first of these failures occurred, since 1970; 0 if there is none")
        .baseUnit("seconds")
        .tags(tags)
        .register(registry));
    gauge(
        "informer.skipped.objects",
        "Objects skipped now, at most 1000 per informer",
        tags,
        all -> sum(informer -> informer.skipped().size()));
    gauge(
        "informer.handler.waiting.calls",
        "Calls that wait for handlers",
        tags,
        all -> sum(informer ->
            informer.lags().values().stream().mapToLong(HandlerLag::depth).sum()));
    kept(Gauge.builder("informer.handler.lag", this, InformerMeters::oldestWaiting)
        .description("The age of the oldest call that waits for a handler")
        .baseUnit("seconds")
        .tags(tags)
        .register(registry));
    this.events = counter("informer.events", "Watch events received", tags);
    this.relists = counter("informer.relists", "Collections received after the first", tags);
    this.skipped = counter("informer.skips", "Number of times an object was skipped", tags);
    this.handlerFailures = counter("informer.handler.failures", "Handler calls that threw", tags);
    this.slowHandlers = counter(
        "informer.handler.slow",
        "Number of times that up to 32 consecutive handler calls took over 100 ms",
        tags);
    VERBS.forEach(this::requestsOf);
    failuresOf("other");
  }

  /** A meter that is created while the others are removed is removed with them. */
  private <M extends Meter> M kept(M meter) {
    meters.add(meter);
    if (removed) {
      registry.remove(meter);
    }
    return meter;
  }

  private Counter counter(String name, String description, Tags with) {
    return kept(Counter.builder(name).description(description).tags(with).register(registry));
  }

  private void gauge(
      String name,
      String description,
      Tags with,
      ToDoubleFunction<List<SharedIndexInformer<?>>> read) {
    kept(Gauge.builder(name, this, mine -> read.applyAsDouble(mine.informers()))
        .description(description)
        .tags(with)
        .register(registry));
  }

  private Counter requestsOf(String verb) {
    return requests.computeIfAbsent(
        verb,
        absent ->
            counter("informer.requests", "Requests sent, pages included", tags.and("verb", verb)));
  }

  private Counter failuresOf(String reason) {
    return failures.computeIfAbsent(
        reason,
        absent -> counter(
            "informer.failures", "Requests and streams that failed", tags.and("reason", reason)));
  }

  /** The informers behind these meters; changed under the lock of {@link InformerMetrics}. */
  Set<MeteringObserver> members() {
    return members;
  }

  /** Takes all meters out of the registry. */
  void remove() {
    removed = true;
    meters.forEach(registry::remove);
  }

  private List<SharedIndexInformer<?>> informers() {
    List<SharedIndexInformer<?>> all = new ArrayList<>();
    for (MeteringObserver member : members) {
      SharedIndexInformer<?> informer = member.informer();
      if (informer != null) {
        all.add(informer);
      }
    }
    return all;
  }

  private double sum(ToDoubleFunction<SharedIndexInformer<?>> read) {
    return informers().stream().mapToDouble(read).sum();
  }

  private double newestVersion() {
    return informers().stream()
        .mapToDouble(informer -> number(informer.indexer().lastStoreSyncResourceVersion()))
        .max()
        .orElse(0);
  }

  private static double number(String version) {
    String digits = version.substring(Math.max(0, version.length() - VERSION_DIGITS));
    return digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')
        ? 0
        : Long.parseLong(digits);
  }

  private double oldestWaiting() {
    return informers().stream()
        .flatMap(informer -> informer.lags().values().stream())
        .mapToDouble(lag -> lag.age().toNanos() / 1e9)
        .max()
        .orElse(0);
  }

  private double failingSince() {
    return informers().stream()
        .map(informer -> informer.state().failingSince())
        .filter(Objects::nonNull)
        .mapToDouble(since -> since.toEpochMilli() / 1e3)
        .min()
        .orElse(0);
  }

  /** The state's name as a label has it: {@code backing_off}. */
  private static String word(InformerState state) {
    return state
        .getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
        .toLowerCase(Locale.ROOT);
  }

  /** One of a dozen words, whatever a server sends. */
  static String reason(Throwable cause) {
    if (!(cause instanceof SourceException failure)) {
      return "other";
    }
    if (failure.kind() != SourceException.Kind.STATUS) {
      return failure.kind().name().toLowerCase(Locale.ROOT);
    }
    if (failure.isExpired()) {
      return "expired";
    }
    return switch (failure.code()) {
      case 401 -> "unauthorized";
      case 403 -> "forbidden";
      case 404 -> "not_found";
      case SourceException.TOO_MANY_REQUESTS -> "too_many_requests";
      default -> failure.code() >= 500 ? "server_error" : "status";
    };
  }

  void requested(String verb) {
    requestsOf(VERBS.contains(verb) ? verb : "other").increment();
  }

  void failed(Throwable cause) {
    failuresOf(reason(cause)).increment();
  }

  void received(int count) {
    events.increment(count);
  }

  void relisted() {
    relists.increment();
  }

  void skipped() {
    skipped.increment();
  }

  void processed(Duration took) {
    latency.record(took);
  }

  void handlerFailed() {
    handlerFailures.increment();
  }

  void handlerSlow() {
    slowHandlers.increment();
  }
}
