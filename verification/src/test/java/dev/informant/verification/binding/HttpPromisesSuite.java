package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.informer.Deleted;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerState;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.SharedInformerFactoryBuilder;
import dev.informant.source.SourceException;
import dev.informant.store.MutationException;
import dev.informant.verification.chaos.FaultProxy;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The promises of the design, each once, over real HTTP. */
abstract class HttpPromisesSuite extends ClusterFixture {
  private static final int OBJECTS = 8;
  private static final int WRITES = 60;

  private Informer<ConfigMap> informer(SharedInformerFactoryBuilder builder) {
    return started(tuned(builder)).core().v1().configMaps().namespace(namespace).informer();
  }

  /** The options under which the promises are to hold. */
  SharedInformerFactoryBuilder tuned(SharedInformerFactoryBuilder builder) {
    return builder;
  }

  /** Creates, changes and deletes a few objects at random; the values count up. */
  private void write(long seed) {
    Random random = new Random(seed);
    Map<String, Boolean> there = new HashMap<>();
    for (int i = 0; i < WRITES; i++) {
      String name = "map-" + random.nextInt(OBJECTS);
      if (!there.getOrDefault(name, false)) {
        create(name, "" + i);
        there.put(name, true);
      } else if (random.nextInt(4) == 0) {
        delete(name);
        there.put(name, false);
      } else {
        update(name, "" + i);
      }
    }
  }

  private Map<String, String> atServer() {
    Map<String, String> versions = new HashMap<>();
    client
        .configMaps()
        .inNamespace(namespace)
        .list()
        .getItems()
        .forEach(map -> versions.put(map.getMetadata().getName(), version(map)));
    return versions;
  }

  private static Map<String, String> inCache(Informer<ConfigMap> informer) {
    Map<String, String> versions = new HashMap<>();
    informer.snapshot().forEach(map -> versions.put(map.getMetadata().getName(), version(map)));
    return versions;
  }

  @Test
  void g1TheCacheReachesTheLastStateOfEveryObject() throws Exception {
    FaultProxy proxy = proxy();
    Informer<ConfigMap> informer = informer(builder(through(proxy)));
    informer.awaitSynced(LIMIT);
    CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(1));
    proxy.cut();
    proxy.mend();
    writing.get(60, TimeUnit.SECONDS);
    eventually("cache and server agree", () -> inCache(informer).equals(atServer()));
  }

  @Test
  void g2StatesNeverGoBackwards() throws Exception {
    FaultProxy proxy = proxy();
    Informer<ConfigMap> informer = informer(builder(through(proxy)));
    Map<String, List<Integer>> seen = new ConcurrentHashMap<>();
    Registration<ConfigMap> registration =
        informer.addHandler(ResourceEventHandler.<ConfigMap>builder()
            .onAdd((map, initial) -> record(seen, map))
            .onUpdate((before, after) -> record(seen, after))
            .build());
    registration.awaitSynced(LIMIT);
    CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(2));
    proxy.cut();
    proxy.mend();
    writing.get(60, TimeUnit.SECONDS);
    eventually("cache and server agree", () -> inCache(informer).equals(atServer()));
    eventually("the handler has it all", () -> registration.lag().depth() == 0);
    assertThat(seen).isNotEmpty();
    assertThat(seen.values()).allSatisfy(values -> assertThat(values).isSorted());
  }

  private static void record(Map<String, List<Integer>> seen, ConfigMap map) {
    if (map.getData().containsKey("value")) {
      seen.computeIfAbsent(map.getMetadata().getName(), name -> new ArrayList<>())
          .add(Integer.valueOf(map.getData().get("value")));
    }
  }

  @Test
  void g3ADeleteDuringADisconnectIsToldOnce() throws Exception {
    create("stays", "1");
    create("goes", "1");
    FaultProxy proxy = proxy();
    Informer<ConfigMap> informer = informer(builder(through(proxy)));
    ConcurrentLinkedQueue<Deleted<ConfigMap>> deletes = new ConcurrentLinkedQueue<>();
    informer
        .addHandler(
            ResourceEventHandler.<ConfigMap>builder().onDelete(deletes::add).build())
        .awaitSynced(LIMIT);
    proxy.cut();
    delete("goes");
    ConfigMap last = update("stays", "2");
    proxy.mend();
    informer.awaitVersion(version(last), LIMIT).join();
    eventually("the delete is told", () -> !deletes.isEmpty());
    assertThat(deletes).hasSize(1);
    assertThat(deletes.peek().key()).isEqualTo(namespace + "/goes");
    assertThat(deletes.peek().object()).isNotNull();
    assertThat(informer.snapshot().contains(namespace + "/goes")).isFalse();
  }

  @Test
  void g4AHandlerIsCalledOneAtATimeAfterTheCacheHasIt() throws Exception {
    Informer<ConfigMap> informer = informer(builder());
    AtomicInteger inside = new AtomicInteger();
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    AtomicInteger calls = new AtomicInteger();
    Registration<ConfigMap> registration = informer.addHandler(new ResourceEventHandler<>() {
      @Override
      public void onAdd(ConfigMap map, boolean initial) {
        check(map);
      }

      @Override
      public void onUpdate(ConfigMap before, ConfigMap after) {
        check(after);
      }

      private void check(ConfigMap map) {
        if (inside.incrementAndGet() != 1) {
          wrong.add("two calls at once");
        }
        ConfigMap cached =
            informer.lister().namespace(namespace).get(map.getMetadata().getName());
        if (cached != null && Long.parseLong(version(cached)) < Long.parseLong(version(map))) {
          wrong.add("the cache is behind the handler");
        }
        calls.incrementAndGet();
        inside.decrementAndGet();
      }
    });
    registration.awaitSynced(LIMIT);
    write(4);
    eventually("cache and server agree", () -> inCache(informer).equals(atServer()));
    eventually("the handler has it all", () -> registration.lag().depth() == 0);
    assertThat(calls).hasPositiveValue();
    assertThat(wrong).isEmpty();
  }

  @Test
  void g5AHandlerThatJoinsLateMissesNothingAndHearsNothingTwice() throws Exception {
    Informer<ConfigMap> informer = informer(builder());
    informer.awaitSynced(LIMIT);
    CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(5));
    List<Replayed> handlers = new ArrayList<>();
    List<Registration<ConfigMap>> registrations = new ArrayList<>();
    while (handlers.size() < 5 && !writing.isDone()) {
      Replayed handler = new Replayed();
      handlers.add(handler);
      Registration<ConfigMap> registration = informer.addHandler(handler);
      registrations.add(registration);
      registration.awaitSynced(LIMIT);
    }
    writing.get(60, TimeUnit.SECONDS);
    eventually("cache and server agree", () -> inCache(informer).equals(atServer()));
    for (int i = 0; i < handlers.size(); i++) {
      Registration<ConfigMap> registration = registrations.get(i);
      eventually("the handler has it all", () -> registration.lag().depth() == 0);
      Replayed handler = handlers.get(i);
      eventually("replayed state is the cache's", () -> handler.state.equals(inCache(informer)));
      assertThat(handler.wrong).isEmpty();
    }
  }

  /** Plays what it is told into a map and notes what does not fit. */
  private static final class Replayed implements ResourceEventHandler<ConfigMap> {
    final Map<String, String> state = new ConcurrentHashMap<>();
    final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

    @Override
    public void onAdd(ConfigMap map, boolean initial) {
      if (state.put(map.getMetadata().getName(), version(map)) != null) {
        wrong.add("second add of " + map.getMetadata().getName());
      }
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap after) {
      if (!version(before).equals(state.put(after.getMetadata().getName(), version(after)))) {
        wrong.add("gap before update of " + after.getMetadata().getName());
      }
    }

    @Override
    public void onDelete(Deleted<ConfigMap> deleted) {
      if (state.remove(deleted.key().substring(deleted.key().indexOf('/') + 1)) == null) {
        wrong.add("delete of unknown " + deleted.key());
      }
    }
  }

  @Test
  void g6ABlockedAndAThrowingHandlerHarmOnlyThemselves() throws Exception {
    Informer<ConfigMap> informer = informer(builder());
    CountDownLatch release = new CountDownLatch(1);
    informer.addHandler(ResourceEventHandler.<ConfigMap>builder()
        .onAdd((map, initial) -> {
          try {
            release.await();
          } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
          }
        })
        .build());
    Registration<ConfigMap> throwing = informer.addHandler(ResourceEventHandler.<ConfigMap>builder()
        .onAdd((map, initial) -> {
          throw new IllegalStateException("a handler's defect");
        })
        .build());
    Replayed good = new Replayed();
    informer.addHandler(good);
    create("one", "1");
    create("two", "2");
    eventually(
        "the good handler hears both",
        () -> good.state.keySet().containsAll(List.of("one", "two")));
    eventually("the throwing one was called again", () -> throwing.failures() >= 2);
    release.countDown();
  }

  @Test
  void g7AnInformerThatCannotReachItsServerSaysWhyAndComesBack() throws Exception {
    FaultProxy proxy = proxy();
    Informer<ConfigMap> informer = informer(builder(through(proxy)));
    informer.awaitSynced(LIMIT);
    proxy.cut();
    eventually("the state has a cause", () -> informer.state().cause() instanceof SourceException);
    assertThat(informer.isClosed()).isFalse();
    ConfigMap made = create("meanwhile", "1");
    proxy.mend();
    informer.awaitVersion(version(made), LIMIT).join();
    eventually(
        "the cause is gone",
        () -> informer.state() instanceof InformerState.Watching watching
            && watching.cause() == null);
  }

  @Test
  void g8SyncedMeansTheHandlerHasReturned() throws Exception {
    create("slow", "1");
    Informer<ConfigMap> informer = informer(builder());
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Registration<ConfigMap> registration =
        informer.addHandler(ResourceEventHandler.<ConfigMap>builder()
            .onAdd((map, initial) -> {
              entered.countDown();
              try {
                release.await();
              } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
              }
            })
            .build());
    informer.awaitSynced(LIMIT);
    assertThat(entered.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(registration.isSynced()).isFalse();
    release.countDown();
    registration.awaitSynced(LIMIT);
  }

  @Test
  void g9AChangedCacheIsFound() throws Exception {
    assertThat(Boolean.getBoolean("informant.mutationDetector")).isTrue();
    create("shared", "1");
    Informer<ConfigMap> informer = informer(builder());
    informer.awaitSynced(LIMIT);
    informer.checkMutations();
    ConfigMap shared = informer.lister().namespace(namespace).get("shared");
    assertThatThrownBy(() -> shared.getData().put("value", "mine"))
        .isInstanceOf(UnsupportedOperationException.class);
    informer.checkMutations();
    shared.setData(Map.of("value", "mine"));
    assertThatThrownBy(informer::checkMutations)
        .isInstanceOf(MutationException.class)
        .hasMessageContaining("shared");
  }
}
