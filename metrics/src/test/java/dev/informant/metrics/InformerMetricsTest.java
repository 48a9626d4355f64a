package dev.informant.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.HandlerOptions;
import dev.informant.informer.InformerState;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import dev.informant.workqueue.WorkQueue;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the meters of informers and work queues show, and for how long. */
@Timeout(60)
class InformerMetricsTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final InformerMetrics metrics = new InformerMetrics(registry, "test");

  private SharedIndexInformer<TestObject> informer(String resource) {
    return SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
        .runtime(runtime)
        .name(resource)
        .watchList(WatchListPolicy.NEVER)
        .observer(metrics.observer("group", "v1", resource))
        .build();
  }

  private double gauge(String name, String... tags) {
    return registry.get(name).tags(tags).gauge().value();
  }

  private double count(String name, String... tags) {
    return registry.get(name).tags(tags).counter().count();
  }

  @Test
  void anInformerThatMayListButNotWatchIsFailingSinceItsFirstFailure() {
    for (int i = 0; i < 1000; i++) {
      cluster.failNextWatch(SourceException.status(403, "Forbidden", "cannot watch"));
    }
    SharedIndexInformer<TestObject> informer = informer("tests");
    informer.start();
    assertThat(gauge("informer.failing.since")).isZero();
    double begin = runtime.clock().now().toEpochMilli() / 1e3;
    runtime.advance(Duration.ofMinutes(10));
    assertThat(gauge("informer.synced")).isEqualTo(1);
    assertThat(gauge("informer.failing.since")).isEqualTo(begin);
    assertThat(gauge("informer.consecutive.failures"))
        .isEqualTo(informer.state().failures())
        .isGreaterThan(10);
  }

  @Test
  void theMetersFollowTheInformer() {
    cluster.add(TestObject.named("a"));
    cluster.add(TestObject.named("b"));
    SharedIndexInformer<TestObject> informer = informer("tests");
    assertThat(gauge("informer.synced")).isZero();
    assertThat(gauge("informer.state", "state", "created")).isEqualTo(1);
    informer.start();
    runtime.runUntilIdle();
    assertThat(gauge("informer.synced")).isEqualTo(1);
    assertThat(gauge("informer.objects")).isEqualTo(2);
    assertThat(gauge("informer.queued.items")).isZero();
    assertThat(gauge("informer.store.resource.version")).isEqualTo(2);
    assertThat(gauge("informer.state", "state", "watching")).isEqualTo(1);
    assertThat(gauge("informer.state", "state", "created")).isZero();
    cluster.add(TestObject.named("c"));
    cluster.add(TestObject.named("d"));
    runtime.runUntilIdle();
    assertThat(count("informer.events")).isEqualTo(2);
    assertThat(gauge("informer.objects")).isEqualTo(4);
    assertThat(count("informer.relists")).isZero();
    assertThat(registry.get("informer.processing.latency").timer().count()).isPositive();
  }

  @Test
  void relistsAndFailuresAreCounted() {
    cluster.add(TestObject.named("a"));
    informer("tests").start();
    runtime.runUntilIdle();
    cluster.compact();
    cluster.breakWatches(SourceException.status(410, "Expired", "too old"));
    runtime.advance(Duration.ofMinutes(1));
    assertThat(count("informer.relists")).isEqualTo(1);
    assertThat(count("informer.failures", "reason", "expired")).isEqualTo(1);
  }

  @Test
  void aHandlerThatIsBehindOrThrowsShows() {
    cluster.add(TestObject.named("a"));
    SharedIndexInformer<TestObject> informer = informer("tests");
    double[] waiting = new double[1];
    informer.addHandler(
        ResourceEventHandler.<TestObject>builder()
            .onAdd((object, initial) -> {
              waiting[0] = gauge("informer.handler.waiting.calls");
              runtime.advance(Duration.ofSeconds(1));
              throw new IllegalStateException("planted");
            })
            .build(),
        HandlerOptions.defaults());
    informer.start();
    runtime.runUntilIdle();
    assertThat(waiting[0]).isEqualTo(1);
    assertThat(gauge("informer.handler.waiting.calls")).isZero();
    assertThat(gauge("informer.handler.lag")).isZero();
    assertThat(count("informer.handler.failures")).isEqualTo(1);
    assertThat(count("informer.handler.slow")).isEqualTo(1);
  }

  @Test
  void skippedObjectsAreCountedAndShownUntilTheyAreWhole() {
    cluster.add(TestObject.named("a"));
    informer("tests").start();
    runtime.runUntilIdle();
    cluster.undecodable("default/a", true);
    cluster.modify(TestObject.named("a").withData("1"));
    runtime.runUntilIdle();
    assertThat(count("informer.skips")).isEqualTo(1);
    assertThat(gauge("informer.skipped.objects")).isEqualTo(1);
    cluster.undecodable("default/a", false);
    cluster.modify(TestObject.named("a").withData("2"));
    runtime.runUntilIdle();
    assertThat(gauge("informer.skipped.objects")).isZero();
  }

  @Test
  void informersOfTheSameLabelsShareMetersUntilTheLastIsClosed() {
    cluster.add(TestObject.named("a"));
    SharedIndexInformer<TestObject> one = informer("tests");
    SharedIndexInformer<TestObject> other = informer("tests");
    one.start();
    other.start();
    runtime.runUntilIdle();
    assertThat(gauge("informer.objects")).isEqualTo(2);
    one.close();
    assertThat(gauge("informer.objects")).isEqualTo(1);
    other.close();
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void aClosedInformerTakesItsMetersAlongAndLeavesThoseOfOthers() {
    SharedIndexInformer<TestObject> one = informer("ones");
    informer("others").start();
    one.start();
    runtime.runUntilIdle();
    one.close();
    runtime.runUntilIdle();
    assertThat(registry.getMeters())
        .isNotEmpty()
        .allSatisfy(meter -> assertThat(meter.getId().getTag("resource")).isEqualTo("others"));
  }

  @Test
  void aFailureThatIsCountedWhileTheLastInformerClosesLeavesNothingBehind() {
    InformerMeters meters =
        new InformerMeters(registry, new InformerMetrics.Labels("test", "group", "v1", "tests"));
    meters.remove();
    meters.failed(SourceException.status(403, "Forbidden", "…")); // the first of its reason
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void everyStateOfALivingInformerHasItsGauge() {
    SharedIndexInformer<TestObject> informer = informer("tests");
    Set<String> shown = registry.get("informer.state").gauges().stream()
        .map(gauge -> String.valueOf(gauge.getId().getTag("state")))
        .collect(Collectors.toSet());
    Set<String> states = Stream.of(InformerState.class.getPermittedSubclasses())
        .filter(state -> state != InformerState.Closed.class)
        .map(state ->
            state.getSimpleName().replace("BackingOff", "backing_off").toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
    assertThat(shown).isEqualTo(states);
    informer.close();
  }

  @Test
  void theBucketsAreThoseOfClientGo() {
    SharedIndexInformer<TestObject> informer = informer("tests");
    informer.start();
    assertThat(buckets("informer.processing.latency"))
        .containsExactly(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0);
    try (WorkQueueMetrics queueMetrics = new WorkQueueMetrics(registry, "items")) {
      queueMetrics.onTake(Duration.ZERO);
      assertThat(buckets("workqueue.queue.duration"))
          .containsExactly(1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0)
          .isEqualTo(buckets("workqueue.work.duration"));
    }
  }

  private List<Double> buckets(String timer) {
    return Stream.of(registry.get(timer).timer().takeSnapshot().histogramCounts())
        .map(bucket -> bucket.bucket() / 1e9)
        .toList();
  }

  @Test
  void noLabelGrowsWithWhatHappens() {
    cluster.add(TestObject.named("a"));
    SharedIndexInformer<TestObject> informer = informer("tests");
    informer.start();
    runtime.runUntilIdle();
    Set<Meter.Id> before = ids();
    for (int i = 0; i < 20; i++) {
      informer.addHandler(ResourceEventHandler.<TestObject>builder().build());
      cluster.add(TestObject.named("more-" + i));
    }
    runtime.runUntilIdle();
    assertThat(ids()).isEqualTo(before);
  }

  private Set<Meter.Id> ids() {
    return registry.getMeters().stream().map(Meter::getId).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource({
    "401, Unauthorized, unauthorized",
    "403, Forbidden, forbidden",
    "404, NotFound, not_found",
    "410, Expired, expired",
    "418, Teapot, status",
    "429, TooManyRequests, too_many_requests",
    "500, InternalError, server_error",
    "503, Anything the server says, server_error",
  })
  void theReasonOfAFailureIsOneOfAFewWords(int code, String reason, String word) {
    assertThat(InformerMeters.reason(SourceException.status(code, reason, "…"))).isEqualTo(word);
    assertThat(InformerMeters.reason(new IllegalStateException("…"))).isEqualTo("other");
  }

  @Test
  void theMetersOfAWorkQueueFollowItUntilTheyAreClosed() throws InterruptedException {
    WorkQueueMetrics queueMetrics = new WorkQueueMetrics(registry, "items");
    WorkQueue<String> queue =
        WorkQueue.<String>builder(runtime).observer(queueMetrics).build();
    queueMetrics.follow(queue);
    queue.add("one");
    queue.add("two");
    queue.add("two");
    queue.addAfter("three", Duration.ofSeconds(1));
    assertThat(count("workqueue.adds")).isEqualTo(2);
    assertThat(count("workqueue.retries")).isEqualTo(1);
    assertThat(gauge("workqueue.depth")).isEqualTo(2);
    queue.get();
    runtime.advance(Duration.ofSeconds(3));
    assertThat(gauge("workqueue.unfinished.work")).isEqualTo(3);
    assertThat(gauge("workqueue.longest.running.processor")).isEqualTo(3);
    queue.done("one");
    assertThat(registry
            .get("workqueue.work.duration")
            .timer()
            .totalTime(java.util.concurrent.TimeUnit.SECONDS))
        .isEqualTo(3);
    assertThat(registry.get("workqueue.queue.duration").timer().count()).isEqualTo(1);
    assertThat(List.of(gauge("workqueue.unfinished.work"), gauge("workqueue.depth")))
        .containsExactly(0.0, 2.0);
    queueMetrics.close();
    assertThat(registry.getMeters()).isEmpty();
  }
}
