package dev.informant.metrics;

import dev.informant.controller.ControllerHandle;
import dev.informant.controller.ControllerObserver;
import dev.informant.controller.Outcome;
import dev.informant.workqueue.WorkQueueObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures controllers, their work queues and their leader election under the names of controller-runtime. Give it to {@code
 * ControllerManager} as observer. The meters are in the registry until it is closed. Every counter begins at zero when its controller
 * is added. Thread-safe.
 */
public final class ControllerMetrics implements ControllerObserver, AutoCloseable {
  private static final String CONTROLLER = "controller";
  private static final String RECONCILE = "controller.runtime.reconcile";

  private final MeterRegistry registry;
  private final Map<String, Meters> controllers = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> leases = new ConcurrentHashMap<>();
  private final Counter eventsDropped;

  // guarded by itself
  private final List<Meter> meters = new ArrayList<>();

  /** The results of runs, as controller-runtime names them. */
  private enum Result {
    SUCCESS("success"),
    ERROR("error"),
    REQUEUE_AFTER("requeue_after"),
    REQUEUE("requeue");

    private final String label;

    Result(String label) {
      this.label = label;
    }

    static Result of(Outcome outcome) {
      if (outcome instanceof Outcome.Done) {
        return SUCCESS;
      }
      return outcome instanceof Outcome.Again ? REQUEUE_AFTER : ERROR;
    }
  }

  private final class Meters {
    final Counter[] results = new Counter[Result.values().length];
    final Counter errors;
    final Counter terminal;
    final Counter panics;
    final Counter timeouts;
    final Timer time;
    final WorkQueueMetrics queue;

    Meters(String name) {
      Tags tags = Tags.of(CONTROLLER, name);
      for (Result result : Result.values()) {
        results[result.ordinal()] =
            counter(RECONCILE, "Runs by result", tags.and("result", result.label));
      }
      errors = counter("controller.runtime.reconcile.errors", "Runs that failed", tags);
      terminal = counter("controller.runtime.terminal.reconcile.errors", "Runs that gave up", tags);
      panics = counter("controller.runtime.reconcile.panics", "Runs that threw an Error", tags);
      timeouts = counter(
          "controller.runtime.reconcile.timeouts", "Runs that exceeded their deadline", tags);
      time = kept(Timer.builder("controller.runtime.reconcile.time")
          .description("Time a run takes")
          .tags(tags)
          .serviceLevelObjectives(BUCKETS)
          .register(registry));
      queue = new WorkQueueMetrics(registry, name);
    }
  }

  /** Some of controller-runtime's, from 5 ms to a minute. */
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(25), Duration.ofMillis(50),
    Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(1),
    Duration.ofMillis(2500), Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30),
    Duration.ofSeconds(60)
  };

  public ControllerMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.eventsDropped =
        counter("controller.events.dropped", "Events that were not recorded", Tags.empty());
  }

  private Counter counter(String name, String description, Tags tags) {
    return kept(Counter.builder(name).description(description).tags(tags).register(registry));
  }

  private <M extends Meter> M kept(M meter) {
    synchronized (meters) {
      meters.add(meter);
    }
    return meter;
  }

  private Meters of(String controller) {
    return controllers.computeIfAbsent(controller, Meters::new);
  }

  @Override
  public void onAdded(ControllerHandle controller) {
    Tags tags = Tags.of(CONTROLLER, controller.name());
    of(controller.name()).queue.follow(controller::queue);
    kept(Gauge.builder("controller.runtime.max.concurrent.reconciles", controller::concurrency)
        .description("The largest number of concurrent runs")
        .tags(tags)
        .register(registry));
    kept(Gauge.builder("controller.runtime.active.workers", controller::activeRuns)
        .description("Runs under way")
        .tags(tags)
        .register(registry));
  }

  @Override
  public WorkQueueObserver queueObserver(String controller) {
    return of(controller).queue;
  }

  @Override
  public void onRun(String controller, String key, Outcome outcome, boolean threw, Duration took) {
    Meters measured = of(controller);
    measured.time.record(took);
    measured.results[Result.of(outcome).ordinal()].increment();
    if (outcome instanceof Outcome.GiveUp) {
      measured.errors.increment();
      measured.terminal.increment();
    } else if (outcome instanceof Outcome.Retry retry) {
      measured.errors.increment();
      if (threw && retry.cause() instanceof Error) {
        measured.panics.increment();
      }
    }
  }

  @Override
  public void onDeadline(String controller, String key) {
    of(controller).timeouts.increment();
  }

  @Override
  public void onLeading(String lease, boolean leading) {
    leases.computeIfAbsent(lease, this::lease).set(leading ? 1 : 0);
  }

  private AtomicInteger lease(String name) {
    AtomicInteger status = new AtomicInteger();
    kept(Gauge.builder("leader.election.master.status", status::get)
        .description("1 if this process leads, else 0")
        .tags("name", name)
        .register(registry));
    slowRenewals(name);
    return status;
  }

  private Counter slowRenewals(String lease) {
    return counter(
        "leader.election.slowpath",
        "Renewals that needed to read the lease first",
        Tags.of("name", lease));
  }

  @Override
  public void onSlowRenewal(String lease) {
    slowRenewals(lease).increment();
  }

  @Override
  public void onEventsDropped(int count) {
    eventsDropped.increment(count);
  }

  /** Removes the meters from the registry. Idempotent. */
  @Override
  public void close() {
    synchronized (meters) {
      meters.forEach(registry::remove);
      meters.clear();
    }
    controllers.values().forEach(measured -> measured.queue.close());
  }
}
