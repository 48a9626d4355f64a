package dev.informant.controller.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.controller.ChangeFilter;
import dev.informant.controller.Controller;
import dev.informant.controller.ControllerHandle;
import dev.informant.controller.ControllerManager;
import dev.informant.controller.Outcome;
import dev.informant.kubernetes.NamespaceSet;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which changes run which keys, and what follows from the outcome of a run. */
@Timeout(60)
class ControllerLoopTest {
  private final VirtualCluster cluster = VirtualCluster.create(1);
  private final Replica replica = cluster.replica("one");
  private final SharedInformerFactory informers = replica.informers().build();
  private final ControllerManager controllers =
      ControllerManager.builder(informers).name("test").build();
  private final List<String> runs = new ArrayList<>();

  @BeforeEach
  void keepOnlyOurObjects() {
    cluster.settle();
    cluster.list(ConfigMap.class, "default").forEach(cluster::delete);
  }

  @AfterEach
  void close() {
    controllers.close();
    informers.close();
    cluster.close();
  }

  private Outcome note(io.fabric8.kubernetes.api.model.HasMetadata object) {
    runs.add(object.getMetadata().getName());
    return Outcome.done();
  }

  private void start() {
    controllers.start();
    cluster.settle();
  }

  @Test
  void everyObjectAndEveryChangeIsReconciled() {
    cluster.create(ConfigMaps.map("a"));
    controllers.add(Controller.of(inDefault()).reconcile((map, context) -> note(map)));
    start();
    assertThat(runs).containsExactly("a");
    cluster.create(ConfigMaps.map("b"));
    cluster.edit(ConfigMap.class, "default", "a", map -> map.setData(Map.of("value", "2")));
    cluster.settle();
    assertThat(runs).containsExactly("a", "b", "a");
  }

  private dev.informant.kubernetes.KindInformer<ConfigMap> inDefault() {
    return informers.kind(ConfigMap.class).namespace("default");
  }

  @Test
  void aDeletedObjectIsGoneAndNotReconciled() {
    List<String> gone = new ArrayList<>();
    controllers.add(
        Controller.of(inDefault()).gone(gone::add).reconcile((map, context) -> note(map)));
    ConfigMap created = cluster.create(ConfigMaps.map("a"));
    start();
    cluster.delete(created);
    cluster.settle();
    assertThat(runs).containsExactly("a");
    assertThat(gone).containsExactly("default/a");
  }

  @Test
  void ownedObjectsRunTheirControllerByGroupAndKindOnly() {
    ConfigMap owner = cluster.create(ConfigMaps.map("owner"));
    controllers.add(
        Controller.of(inDefault()).owns(Secret.class).reconcile((map, context) -> note(map)));
    start();
    runs.clear();
    cluster.create(ConfigMaps.ownedBy(owner, "not-controlled", false));
    cluster.settle();
    assertThat(runs).isEmpty();
    Secret owned = ConfigMaps.ownedBy(owner, "controlled", true);
    cluster.create(owned);
    cluster.settle();
    assertThat(runs).containsExactly("owner");
    Secret ofAnotherGroup = ConfigMaps.ownedBy(owner, "elsewhere", true);
    ofAnotherGroup.getMetadata().getOwnerReferences().get(0).setApiVersion("example.com/v1");
    cluster.create(ofAnotherGroup);
    cluster.settle();
    assertThat(runs).containsExactly("owner");
    cluster.delete(owned);
    cluster.settle();
    assertThat(runs).containsExactly("owner", "owner");
  }

  @Test
  void metadataOfOwnedObjectsIsEnough() {
    ConfigMap owner = cluster.create(ConfigMaps.map("owner"));
    var metadata = informers.metadata(Secret.class);
    List<Integer> owned = new ArrayList<>();
    controllers.add(Controller.of(inDefault()).owns(metadata).reconcile((map, context) -> {
      owned.add(context.owned(metadata).size());
      return note(map);
    }));
    start();
    cluster.create(ConfigMaps.ownedBy(owner, "controlled", true));
    cluster.settle();
    assertThat(runs).containsExactly("owner", "owner");
    assertThat(owned).containsExactly(0, 1);
  }

  @Test
  void aMapperSeesTheStateBeforeAndAfterAChange() {
    cluster.create(ConfigMaps.map("old"));
    cluster.create(ConfigMaps.map("new"));
    Secret secret = ConfigMaps.secret("s");
    secret.getMetadata().setLabels(Map.of("for", "old"));
    cluster.create(secret);
    controllers.add(Controller.of(inDefault())
        .watches(
            Secret.class,
            each -> each.getMetadata().getLabels() == null
                ? List.of()
                : List.of("default/" + each.getMetadata().getLabels().get("for")))
        .reconcile((map, context) -> note(map)));
    start();
    runs.clear();
    cluster.edit(
        Secret.class, "default", "s", each -> each.getMetadata().setLabels(Map.of("for", "new")));
    cluster.settle();
    assertThat(runs).containsExactlyInAnyOrder("old", "new");
  }

  @Test
  void filtersCompareLabelsAndAnnotationsAndCombine() {
    cluster.create(ConfigMaps.map("a"));
    controllers.add(Controller.of(inDefault())
        .when(ChangeFilter.<ConfigMap>labels().or(ChangeFilter.annotations()))
        .reconcile((map, context) -> note(map)));
    start();
    runs.clear();
    cluster.edit(ConfigMap.class, "default", "a", map -> map.setData(Map.of("value", "2")));
    cluster.settle();
    assertThat(runs).isEmpty();
    cluster.edit(
        ConfigMap.class, "default", "a", map -> map.getMetadata().setLabels(Map.of("l", "1")));
    cluster.settle();
    assertThat(runs).containsExactly("a");
    cluster.edit(
        ConfigMap.class, "default", "a", map -> map.getMetadata().setAnnotations(Map.of("x", "1")));
    cluster.settle();
    assertThat(runs).containsExactly("a", "a");
  }

  @Test
  void aFilterOfObjectsHoldsForTheInitialListToo() {
    cluster.create(ConfigMaps.map("yes"));
    cluster.create(ConfigMaps.map("no"));
    controllers.add(Controller.of(inDefault())
        .when(ChangeFilter.objects(map -> map.getMetadata().getName().equals("yes")))
        .reconcile((map, context) -> note(map)));
    start();
    assertThat(runs).containsExactly("yes");
  }

  @Test
  void againRunsTheKeyAfterTheTimeAndAChangeReplacesTheDelay() {
    cluster.create(ConfigMaps.map("a"));
    List<Duration> times = new ArrayList<>();
    controllers.add(Controller.of(inDefault()).reconcile((map, context) -> {
      times.add(cluster.now());
      return times.size() < 3 ? Outcome.again(Duration.ofMinutes(5)) : Outcome.done();
    }));
    start();
    assertThat(times).hasSize(1);
    cluster.advance(Duration.ofMinutes(2));
    cluster.edit(ConfigMap.class, "default", "a", map -> map.setData(Map.of("value", "2")));
    cluster.advance(Duration.ofMinutes(4));
    assertThat(times).as("the run of the change requested another five minutes").hasSize(2);
    cluster.advance(Duration.ofMinutes(2));
    assertThat(times).hasSize(3);
    cluster.advance(Duration.ofHours(1));
    assertThat(times).hasSize(3);
  }

  @Test
  void failuresBackOffExponentiallyAndASuccessResetsIt() {
    cluster.create(ConfigMaps.map("a"));
    List<Long> millis = new ArrayList<>();
    List<Integer> failures = new ArrayList<>();
    controllers.add(Controller.of(inDefault())
        .backoff(Duration.ofMillis(100), Duration.ofSeconds(10))
        .reconcile((map, context) -> {
          millis.add(cluster.now().toMillis());
          failures.add(context.failures());
          if (millis.size() == 5) {
            return Outcome.done();
          }
          throw new IllegalStateException("planned");
        }));
    start();
    cluster.advance(Duration.ofSeconds(10));
    assertThat(failures).containsExactly(0, 1, 2, 3, 4);
    List<Long> pauses = new ArrayList<>();
    for (int i = 1; i < millis.size(); i++) {
      pauses.add(millis.get(i) - millis.get(i - 1));
    }
    assertThat(pauses).containsExactly(100L, 200L, 400L, 800L);
    cluster.edit(ConfigMap.class, "default", "a", map -> map.setData(Map.of("value", "2")));
    cluster.advance(Duration.ofMillis(150));
    assertThat(failures).as("begins at zero again").endsWith(4, 0, 1);
  }

  @Test
  void anErrorEndsTheRunAndFreesTheKey() {
    cluster.create(ConfigMaps.map("a"));
    AtomicInteger count = new AtomicInteger();
    controllers.add(Controller.of(inDefault()).reconcile((map, context) -> {
      if (count.incrementAndGet() == 1) {
        throw new AssertionError("planned");
      }
      return Outcome.done();
    }));
    start();
    assertThat(count).hasValue(2);
  }

  @Test
  void nullIsAFailureThatNamesTheController() {
    cluster.create(ConfigMaps.map("a"));
    Map<String, String> seen = new HashMap<>();
    var observed = ControllerManager.builder(informers)
        .observer(new dev.informant.controller.ControllerObserver() {
          @Override
          public void onRun(
              String controller, String key, Outcome outcome, boolean threw, Duration took) {
            if (outcome instanceof Outcome.Retry retry) {
              seen.put(key, String.valueOf(retry.cause().getMessage()));
            }
          }
        })
        .build();
    AtomicInteger count = new AtomicInteger();
    observed.add(Controller.of(inDefault())
        .reconcile((map, context) -> count.incrementAndGet() == 1 ? null : Outcome.done()));
    observed.start();
    cluster.settle();
    assertThat(count).hasValue(2);
    assertThat(seen.get("default/a")).contains("controller configmap returned null");
    observed.close();
  }

  @Test
  void givingUpWaitsForTheNextChangeAndForgetsTheFailures() {
    cluster.create(ConfigMaps.map("a"));
    List<Integer> failures = new ArrayList<>();
    controllers.add(Controller.of(inDefault()).reconcile((map, context) -> {
      failures.add(context.failures());
      return failures.size() == 1
          ? Outcome.retry(new IllegalStateException("planned"))
          : Outcome.giveUp(new IllegalStateException("planned"));
    }));
    start();
    cluster.advance(Duration.ofHours(1));
    assertThat(failures).containsExactly(0, 1);
    cluster.edit(ConfigMap.class, "default", "a", map -> map.setData(Map.of("value", "2")));
    cluster.settle();
    assertThat(failures).containsExactly(0, 1, 0);
  }

  @Test
  void retryAfterOfTheServerIsRespected() {
    cluster.create(ConfigMaps.map("a"));
    List<Long> seconds = new ArrayList<>();
    controllers.add(Controller.of(inDefault()).reconcile((map, context) -> {
      seconds.add(cluster.now().toSeconds());
      if (seconds.size() == 1) {
        throw new IllegalStateException(
            SourceException.status(429, "TooManyRequests", "wait", false, Duration.ofSeconds(30)));
      }
      return Outcome.done();
    }));
    start();
    cluster.advance(Duration.ofMinutes(1));
    assertThat(seconds).hasSize(2);
    assertThat(seconds.get(1) - seconds.get(0)).isEqualTo(30);
  }

  @Test
  void aChangeDuringARunRunsTheKeyAgainAfterwardsAndNeverAtTheSameTime() {
    cluster.create(ConfigMaps.map("a"));
    AtomicInteger inside = new AtomicInteger();
    List<String> values = new ArrayList<>();
    controllers.add(Controller.of(inDefault()).concurrency(4).reconcile((map, context) -> {
      assertThat(inside.incrementAndGet()).isEqualTo(1);
      values.add(map.getData().get("value"));
      if (values.size() == 1) {
        cluster.after(
            Duration.ofMillis(1),
            () -> cluster.edit(
                ConfigMap.class, "default", "a", each -> each.setData(Map.of("value", "2"))));
      }
      context.fetch(map); // waits, and lets the change arrive
      for (int i = 0; i < 5; i++) {
        context.fetch(map);
      }
      inside.decrementAndGet();
      return Outcome.done();
    }));
    start();
    assertThat(values).containsExactly("1", "2");
  }

  @Test
  void changesGoBeforeTheInitialListAndTriggersAsTheyAreGiven() {
    for (int i = 0; i < 5; i++) {
      cluster.create(ConfigMaps.map("initial-" + i));
    }
    ControllerHandle[] handle = new ControllerHandle[1];
    handle[0] = controllers.add(Controller.of(inDefault()).reconcile((map, context) -> {
      if (runs.isEmpty()) {
        cluster.create(ConfigMaps.map("change"));
        for (int i = 0; i < 5; i++) {
          context.fetch(map);
        }
        handle[0].trigger("default/initial-4", 10);
      }
      return note(map);
    }));
    start();
    assertThat(runs).hasSize(6);
    assertThat(runs.subList(1, 3)).containsExactly("initial-4", "change");
  }

  @Test
  void lowPriorityIsServedWhileChangesKeepComing() {
    for (int i = 0; i < 3; i++) {
      cluster.create(ConfigMaps.map("initial-" + i));
    }
    cluster.create(ConfigMaps.map("busy"));
    ControllerHandle[] handle = new ControllerHandle[1];
    handle[0] = controllers.add(Controller.of(inDefault()).reconcile((map, context) -> {
      handle[0].trigger("default/busy");
      context.fetch(map); // takes more than a second
      return note(map);
    }));
    replica.latency(Duration.ofMillis(500));
    controllers.start();
    cluster.runUntil(
        "all initial objects ran",
        () -> runs.containsAll(List.of("initial-0", "initial-1", "initial-2")),
        Duration.ofMinutes(5));
  }

  @Test
  void aRunThatExceedsItsDeadlineCannotWriteAndIsReported() {
    cluster.create(ConfigMaps.map("a"));
    List<String> messages = new ArrayList<>();
    List<String> health = new ArrayList<>();
    controllers.add(Controller.of(inDefault())
        .deadline(Duration.ofSeconds(5))
        .reconcile((map, context) -> {
          if (!messages.isEmpty()) {
            return Outcome.done();
          }
          try {
            while (true) {
              context.fetch(map);
            }
          } catch (RuntimeException ended) {
            messages.add(String.valueOf(ended.getMessage()));
            health.add(controllers.health().toString());
            assertThat(controllers.health().live()).isFalse();
            assertThatThrownBy(() -> context.create(ConfigMaps.map("late")))
                .hasMessageContaining("exceeds its deadline");
            throw ended;
          }
        }));
    replica.latency(Duration.ofMillis(300));
    controllers.start();
    cluster.advance(Duration.ofSeconds(30));
    assertThat(messages).singleElement().asString().contains("exceeds its deadline of 5000 ms");
    assertThat(health).singleElement().asString().contains("default/a").contains("deadline");
    assertThat(cluster.writes()).isEmpty();
    assertThat(controllers.health().live()).isTrue();
  }

  @Test
  void watchesCanBeAddedAndRemovedAtRunTime() {
    cluster.create(ConfigMaps.map("a"));
    ControllerHandle handle =
        controllers.add(Controller.of(inDefault()).reconcile((map, context) -> note(map)));
    start();
    runs.clear();
    var watch = handle.watch(Secret.class, secret -> List.of("default/a"));
    cluster.settle();
    assertThat(watch.isSynced()).isTrue();
    cluster.create(ConfigMaps.secret("s"));
    cluster.settle();
    assertThat(runs).containsExactly("a");
    watch.close();
    cluster.create(ConfigMaps.secret("t"));
    cluster.settle();
    assertThat(runs).containsExactly("a");
  }

  @Test
  void namespacesCanBeAddedAndRemovedAtRunTime() {
    NamespaceSet namespaces = NamespaceSet.of("default");
    ConfigMap elsewhere = ConfigMaps.map("elsewhere");
    elsewhere.getMetadata().setNamespace("kube-public");
    cluster.create(elsewhere);
    cluster.create(ConfigMaps.map("here"));
    controllers.add(Controller.of(informers.kind(ConfigMap.class).namespaces(namespaces))
        .reconcile((map, context) -> note(map)));
    start();
    assertThat(runs).containsExactly("here");
    namespaces.add("kube-public");
    cluster.settle();
    assertThat(runs).containsExactly("here", "elsewhere");
  }

  @Test
  void kindsWithoutAClassAreReconciled() {
    cluster.create(ConfigMaps.map("a"));
    var generic = informers
        .forResource(dev.informant.kubernetes.transport.Resource.of(ConfigMap.class))
        .namespace("default");
    controllers.add(Controller.of(generic).reconcile((object, context) -> {
      if (object.getMetadata().getLabels() == null
          || object.getMetadata().getLabels().isEmpty()) {
        GenericKubernetesResource changed =
            context.edit(object, each -> each.getMetadata().setLabels(Map.of("seen", "yes")));
        assertThat(changed.getMetadata().getLabels()).containsEntry("seen", "yes");
      }
      return note(object);
    }));
    start();
    assertThat(cluster.get(ConfigMap.class, "default", "a").getMetadata().getLabels())
        .containsEntry("seen", "yes");
    assertThat(runs).containsExactly("a", "a");
  }

  @Test
  void duplicateNamesAreRefused() {
    controllers.add(Controller.of(ConfigMap.class).reconcile((map, context) -> note(map)));
    assertThatThrownBy(() ->
            controllers.add(Controller.of(ConfigMap.class).reconcile((map, context) -> note(map))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("already a controller named configmap");
  }

  @Test
  void aContextIsUselessAfterItsRun() {
    cluster.create(ConfigMaps.map("a"));
    List<dev.informant.controller.Context<ConfigMap>> kept = new ArrayList<>();
    controllers.add(Controller.of(inDefault()).reconcile((map, context) -> {
      kept.add(context);
      return note(map);
    }));
    start();
    assertThatThrownBy(() -> kept.get(0).create(ConfigMaps.map("late")))
        .hasMessageContaining("the run has returned");
    assertThat(cluster.writes()).isEmpty();
  }
}
