package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.faults.Fault;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.NamespaceSet;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What users of other Java clients complain of, named after the complaint: ours need not. */
@Timeout(180)
@SuppressWarnings("try") // faults are in place for the length of a block
class PeerComplaintsTest extends EmbeddedFixture {
  private static ResourceEventHandler<ConfigMap> blockedOnUpdate(CountDownLatch release) {
    return ResourceEventHandler.<ConfigMap>builder()
        .onUpdate((before, after) -> awaitQuietly(release))
        .build();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void oneExceptionEndsTheResyncSilently() throws Exception {
    create("a", "1");
    AtomicInteger calls = new AtomicInteger();
    Informer<ConfigMap> informer = informer(builder().resync(Duration.ofMillis(50)));
    Registration<ConfigMap> registration = informer.addHandler(
        ResourceEventHandler.<ConfigMap>builder()
            .onUpdate((before, after) -> {
              calls.incrementAndGet();
              throw new IllegalStateException("a handler's defect");
            })
            .build(),
        HandlerOptions.<ConfigMap>defaults().withResync(Duration.ofMillis(50)));
    eventually("resynced again and again", () -> calls.get() > 5);
    eventually("each failure is counted", () -> registration.failures() > 5);
  }

  @Test
  void theBacklogOfASlowHandlerFillsTheHeap() throws Exception {
    create("busy", "0");
    Informer<ConfigMap> informer =
        informer(builder().options(o -> o.handlerBuffer(HandlerOptions.Buffer.CONFLATING)));
    CountDownLatch release = new CountDownLatch(1);
    Registration<ConfigMap> slow = informer.addHandler(blockedOnUpdate(release));
    slow.awaitSynced(LIMIT);
    ConfigMap last = null;
    for (int i = 1; i <= 100; i++) {
      last = update("busy", "" + i);
    }
    informer.awaitVersion(version(last), LIMIT).join();
    // One call under way and one waiting, however many changes there were.
    assertThat(slow.lag().depth()).isLessThanOrEqualTo(2 + informer.snapshot().size());
    release.countDown();
    eventually("it has it all", () -> slow.lag().depth() == 0);
  }

  @Test
  void everyRelistPilesUpForASlowHandler() throws Exception {
    for (int i = 0; i < 30; i++) {
      create("map-" + i, "1");
    }
    AtomicInteger lists = new AtomicInteger();
    Informer<ConfigMap> informer = informer(listing()
        .options(o -> o.observer(resource -> event -> {
          if (event instanceof InformerEvent.Listed) {
            lists.incrementAndGet();
          }
        })));
    informer.awaitSynced(LIMIT);
    CountDownLatch release = new CountDownLatch(1);
    Registration<ConfigMap> slow = informer.addHandler(blockedOnUpdate(release));
    slow.awaitSynced(LIMIT);
    ConfigMap changed = update("map-0", "2");
    informer.awaitVersion(version(changed), LIMIT).join();
    try {
      for (int i = 2; i < 6; i++) {
        int count = i;
        awaitOpenWatch();
        relist();
        eventually("it was listed again", () -> lists.get() >= count);
      }
      assertThat(slow.lag().depth()).as("unchanged objects wait for nobody").isLessThanOrEqualTo(1);
    } finally {
      release.countDown();
    }
  }

  @Test
  void blockedHandlersUseUpTheThreadsOfOtherNamespaces() throws Exception {
    create("a", "1");
    String crowded = namespace;
    namespace = newNamespace();
    SharedInformerFactory informers = started(builder());
    CountDownLatch release = new CountDownLatch(1);
    try {
      Informer<ConfigMap> blocked =
          informers.core().v1().configMaps().namespace(crowded).informer();
      CountDownLatch inside = new CountDownLatch(100);
      for (int i = 0; i < 100; i++) {
        blocked.addHandler(ResourceEventHandler.<ConfigMap>builder()
            .onAdd((map, initial) -> {
              inside.countDown();
              awaitQuietly(release);
            })
            .build());
      }
      assertThat(inside.await(60, TimeUnit.SECONDS)).as("all are inside a call").isTrue();
      informers
          .core()
          .v1()
          .configMaps()
          .namespace(namespace)
          .informer()
          .addHandler(counter)
          .awaitSynced(LIMIT);
      create("b", "1");
      eventually("the other namespace is heard of", () -> times("add b") == 1);
    } finally {
      release.countDown();
    }
  }

  @Test
  void everyWaitThatEndsLeavesItsFutureBehind() throws Exception {
    Informer<ConfigMap> informer = informer(builder());
    informer.awaitSynced(LIMIT);
    List<WeakReference<Object>> waits = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      CompletableFuture<Void> wait = informer.awaitVersion("999999999999999", Duration.ofMillis(1));
      assertThatThrownBy(() -> wait.get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(TimeoutException.class);
      waits.add(new WeakReference<>(wait));
    }
    waits.add(new WeakReference<>(informer.synced()));
    eventually("all are collected", LIMIT, Duration.ofMillis(200), () -> {
      System.gc();
      return waits.stream().allMatch(wait -> wait.get() == null);
    });
    assertThat(informer.isSynced()).isTrue();
  }

  @Test
  void livenessFlapsAtEveryReconnect() throws Exception {
    Informer<ConfigMap> informer = informer(builder());
    informer.awaitSynced(LIMIT);
    AtomicBoolean flapped = new AtomicBoolean();
    AtomicBoolean over = new AtomicBoolean();
    Thread probe = new Thread(() -> {
      while (!over.get()) {
        if (!informer.isSynced() || informer.isClosed()) {
          flapped.set(true);
        }
        LockSupport.parkNanos(100_000);
      }
    });
    probe.start();
    try {
      for (int i = 0; i < 3; i++) {
        awaitOpenWatch();
        cluster.server().faults().closeWatches(MAPS);
      }
      cluster.server().faults().restart();
      ConfigMap made = create("after", "1");
      informer.awaitVersion(version(made), LIMIT).join();
    } finally {
      over.set(true);
      probe.join();
    }
    assertThat(flapped).isFalse();
  }

  @Test
  void oneInformerCannotFollowAListOfNamespaces() throws Exception {
    String first = namespace;
    create("one", "1");
    namespace = newNamespace();
    create("two", "1");
    NamespaceSet teams = NamespaceSet.of(first);
    SharedInformerFactory informers = started(builder().namespaces(teams));
    Informer<ConfigMap> maps = informers.core().v1().configMaps().informer();
    maps.addHandler(counter).awaitSynced(LIMIT);
    assertThat(times("add one")).isEqualTo(1);
    teams.add(namespace);
    eventually("the second namespace is followed", () -> times("add two") == 1);
    teams.remove(first).get(60, TimeUnit.SECONDS);
    assertThat(times("delete one")).isEqualTo(1);
    assertThat(maps.snapshot().keys()).contains(namespace + "/two").doesNotContain(first + "/one");
    // Kinds of cluster scope are not in namespaces and do not mind.
    informers.core().v1().nodes().informer().awaitSynced(LIMIT);
  }

  @Test
  void everyControllerNeedsInformersOfItsOwn() throws Exception {
    ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    SharedInformerFactory informers = started(builder()
        .options(o -> o.observer(resource -> event -> {
          if (event instanceof InformerEvent.Requested requested) {
            requests.add(requested.verb());
          }
        })));
    for (int i = 0; i < 5; i++) {
      informers
          .core()
          .v1()
          .configMaps()
          .namespace(namespace)
          .informer()
          .addHandler(counter)
          .awaitSynced(LIMIT);
    }
    create("a", "1");
    eventually("all five hear of it", () -> times("add a") == 5);
    assertThat(requests.stream().filter(verb -> !verb.equals("watch"))).hasSize(1);
  }

  @Test
  void nobodyCanSeeThatReconnectingFails() throws Exception {
    Informer<ConfigMap> informer = informer(builder());
    informer.awaitSynced(LIMIT);
    try (var fault = cluster.server().faults().add(Fault.status(503).resource(MAPS))) {
      cluster.server().faults().closeWatches(MAPS);
      eventually("the state says so", () -> {
        Throwable cause = informer.state().cause();
        return cause != null && cause.getMessage().contains("503");
      });
      assertThat(informer.state().since()).isNotNull();
    }
    ConfigMap made = create("after", "1");
    informer.awaitVersion(version(made), LIMIT).join();
    eventually("and that it is over", () -> informer.state().cause() == null);
  }
}
