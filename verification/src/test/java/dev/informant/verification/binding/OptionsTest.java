package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.faults.Fault;
import dev.informant.informer.CommonOptions;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.Parity;
import dev.informant.informer.QueueKind;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.RevisionHandler;
import dev.informant.kubernetes.CacheForm;
import dev.informant.kubernetes.InformerOptions;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.NamespaceSet;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.SharedInformerFactoryBuilder;
import dev.informant.kubernetes.Transforms;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import dev.informant.store.MutationException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One test for each option of a factory, which begins with its name: what it does, seen through a real connection. */
@Timeout(180)
class OptionsTest extends EmbeddedFixture {
  private static final Resource CONFIG_MAPS = Resource.of(ConfigMap.class);

  @TempDir
  Path directory;

  private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();

  private InformerObserver recording() {
    return event -> {
      if (event instanceof InformerEvent.Requested requested) {
        requests.add(requested.verb());
      }
    };
  }

  private Informer<ConfigMap> synced(SharedInformerFactoryBuilder builder) {
    Informer<ConfigMap> informer = informer(builder);
    informer.awaitSynced(LIMIT);
    return informer;
  }

  private List<String> files() {
    try (Stream<Path> found = Files.walk(directory)) {
      return found.filter(Files::isRegularFile).map(Path::toString).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Test
  void noOptionIsWithoutItsTest() {
    Set<String> options = new TreeSet<>();
    for (Class<?> type :
        List.of(InformerOptions.class, CommonOptions.class, SharedInformerFactoryBuilder.class)) {
      for (Method method : type.getDeclaredMethods()) {
        if (Modifier.isPublic(method.getModifiers())
            && !method.isSynthetic()
            && method.getReturnType() == type) {
          options.add(method.getName());
        }
      }
    }
    assertThat(options).hasSizeGreaterThan(25);
    List<String> tests = Stream.of(getClass().getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .map(Method::getName)
        .toList();
    assertThat(options)
        .allSatisfy(option -> assertThat(tests).anyMatch(test -> test.startsWith(option + "_")));
  }

  @Test
  void resync_showsEverythingAgain() throws Exception {
    create("a", "1");
    synced(builder().resync(Duration.ofMillis(50))).addHandler(counter);
    eventually("resynced a few times", () -> times("update a") > 3);
  }

  @Test
  void resync_ofAKindHidesTheFactorys() throws Exception {
    create("a", "1");
    synced(builder().resync(Duration.ofHours(9)).resync(ConfigMap.class, Duration.ofMillis(50)))
        .addHandler(counter);
    eventually("resynced a few times", () -> times("update a") > 3);
  }

  @Test
  void namespace_isAllThatIsSeen() throws Exception {
    create("here", "1");
    String home = namespace;
    namespace = newNamespace();
    create("there", "1");
    Informer<ConfigMap> informer =
        started(builder().namespace(home)).core().v1().configMaps().informer();
    informer.awaitSynced(LIMIT);
    assertThat(informer.snapshot().keys())
        .contains(home + "/here")
        .allMatch(key -> key.startsWith(home + "/"));
  }

  @Test
  void namespaces_areFollowedAsTheyChange() throws Exception {
    create("a", "1");
    NamespaceSet set = NamespaceSet.of(namespace);
    Informer<ConfigMap> maps =
        started(builder().namespaces(set)).core().v1().configMaps().informer();
    maps.awaitSynced(LIMIT);
    assertThat(maps.snapshot().keys()).contains(namespace + "/a");
    namespace = newNamespace();
    create("b", "1");
    set.add(namespace);
    eventually("the new one is followed", () -> maps.snapshot().keys().contains(namespace + "/b"));
  }

  @Test
  void labelSelector_isAppliedByTheServer() throws Exception {
    create("yes", "1", Map.of("wanted", "yes"));
    create("no", "1", Map.of("wanted", "no"));
    Informer<ConfigMap> informer = synced(builder().options(o -> o.labelSelector("wanted=yes")));
    assertThat(informer.snapshot().keys()).containsExactly(namespace + "/yes");
  }

  @Test
  void fieldSelector_isAppliedByTheServer() throws Exception {
    create("yes", "1");
    create("no", "1");
    Informer<ConfigMap> informer =
        synced(builder().kind(ConfigMap.class, o -> o.fieldSelector("metadata.name=yes")));
    assertThat(informer.snapshot().keys()).containsExactly(namespace + "/yes");
    create("other", "1");
    ConfigMap last = update("yes", "2");
    informer.awaitVersion(version(last), LIMIT).join();
    assertThat(informer.snapshot().keys()).containsExactly(namespace + "/yes");
  }

  @Test
  void tweakListOptions_hasTheLastWordAboutListsAndWatches() throws Exception {
    create("yes", "1", Map.of("wanted", "yes"));
    create("no", "1", Map.of("wanted", "no"));
    Informer<ConfigMap> informer = synced(builder()
        .options(o -> o.labelSelector("wanted=no")
            .tweakListOptions(asked -> asked.withLabelSelector("wanted=yes"))));
    assertThat(informer.snapshot().keys()).containsExactly(namespace + "/yes");
    ConfigMap changed = update("yes", "2");
    informer.awaitVersion(version(changed), LIMIT).join();
    assertThat(informer.lister().namespace(namespace).get("yes").getData())
        .containsEntry("value", "2");
  }

  @Test
  void transform_changesWhatIsKept() throws Exception {
    create("a", "1", Map.of("label", "x"));
    Informer<ConfigMap> informer = synced(builder().transform(Transforms.keepOnly("data")));
    ConfigMap kept = informer.lister().namespace(namespace).get("a");
    assertThat(kept.getData()).containsEntry("value", "1");
    assertThat(kept.getMetadata().getManagedFields()).isEmpty();
    assertThat(kept.getMetadata().getCreationTimestamp()).isNull();
  }

  @Test
  void shareEqualParts_makesEqualPartsOneObject() throws Exception {
    for (boolean share : List.of(true, false)) {
      String suffix = Boolean.toString(share);
      create("a-" + suffix, "1", Map.of("app", "web", "tier", "front"));
      create("b-" + suffix, "2", Map.of("app", "web", "tier", "front"));
      Informer<ConfigMap> informer = synced(builder().options(o -> o.shareEqualParts(share)));
      Map<String, String> one = labels(informer, "a-" + suffix);
      Map<String, String> other = labels(informer, "b-" + suffix);
      assertThat(one).isEqualTo(other).containsEntry("app", "web");
      assertThat(one == other).as("shared: %s", share).isEqualTo(share);
    }
  }

  private Map<String, String> labels(Informer<ConfigMap> informer, String name) {
    return informer.lister().namespace(namespace).get(name).getMetadata().getLabels();
  }

  @Test
  void cacheForm_compactGivesEveryReaderAnObjectOfItsOwn() throws Exception {
    create("a", "1");
    Informer<ConfigMap> informer = synced(builder().cacheForm(CacheForm.COMPACT));
    ConfigMap read = informer.lister().namespace(namespace).get("a");
    assertThat(read).isNotSameAs(informer.lister().namespace(namespace).get("a"));
    Informer<ConfigMap> whole = synced(builder().cacheForm(ConfigMap.class, CacheForm.OBJECTS));
    assertThat(whole.lister().namespace(namespace).get("a"))
        .isSameAs(whole.lister().namespace(namespace).get("a"));
  }

  @Test
  void recentlyRead_isKeptAsAnObjectToo() throws Exception {
    create("a", "1");
    Informer<ConfigMap> informer =
        synced(builder().options(o -> o.cacheForm(CacheForm.COMPACT).recentlyRead(10)));
    ConfigMap read = informer.lister().namespace(namespace).get("a");
    assertThat(informer.lister().namespace(namespace).get("a")).isSameAs(read);
  }

  @Test
  void cacheDirectory_holdsWhatASecondRunBeginsWith() throws Exception {
    create("a", "1");
    SharedInformerFactory first = builder().cacheDirectory(directory).build();
    Informer<ConfigMap> informer =
        first.core().v1().configMaps().namespace(namespace).informer();
    first.start();
    informer.awaitSynced(LIMIT);
    first.close();
    assertThat(files()).isNotEmpty();
    synced(builder().cacheDirectory(directory).options(o -> o.observer(resource -> recording())));
    assertThat(requests).contains("probe", "watch").doesNotContain("list", "watch_list");
  }

  @Test
  void cacheVersion_tellsCachesOfDifferentCodeApart() throws Exception {
    create("a", "1");
    for (String version : List.of("one", "two", "two")) {
      requests.clear();
      SharedInformerFactory informers = builder()
          .transform(object -> object)
          .cacheDirectory(directory)
          .cacheVersion(version)
          .options(o -> o.watchList(WatchListPolicy.NEVER).observer(resource -> recording()))
          .build();
      Informer<ConfigMap> informer =
          informers.core().v1().configMaps().namespace(namespace).informer();
      informers.start();
      informer.awaitSynced(LIMIT);
      informers.close();
      if (version.equals("one")) {
        assertThat(requests).contains("list");
      }
    }
    assertThat(requests).as("of the third").contains("probe").doesNotContain("list");
  }

  @Test
  void cacheSecrets_writesSecretsOnlyThen() throws Exception {
    client
        .resource(new SecretBuilder()
            .withNewMetadata()
            .withName("s")
            .withNamespace(namespace)
            .endMetadata()
            .withStringData(Map.of("k", "v"))
            .build())
        .create();
    for (boolean allowed : List.of(false, true)) {
      SharedInformerFactory informers = builder()
          .cacheDirectory(directory)
          .options(o -> o.cacheSecrets(allowed))
          .build();
      Informer<Secret> informer =
          informers.core().v1().secrets().namespace(namespace).informer();
      informers.start();
      informer.awaitSynced(LIMIT);
      informers.close();
      assertThat(files().isEmpty()).isEqualTo(!allowed);
    }
  }

  @Test
  void cacheSaveInterval_savesWhileTheInformerRuns() throws Exception {
    create("a", "1");
    synced(builder()
        .cacheDirectory(directory)
        .options(o -> o.cacheSaveInterval(Duration.ofMillis(100))));
    eventually("it was saved", () -> !files().isEmpty());
  }

  @Test
  void queue_ofEitherKindBringsTheSame() throws Exception {
    create("a", "1");
    for (QueueKind kind : QueueKind.values()) {
      heard.clear();
      Informer<ConfigMap> informer = synced(builder().options(o -> o.queue(kind)));
      CountDownLatch inside = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      // While a write is held up, changes of one object wait in the queue: one kind keeps each in
      // its place, the
      // other puts them together.
      informer.indexAll("slow", map -> {
        if (map.getMetadata().getName().equals("slow-" + kind.ordinal())) {
          inside.countDown();
          awaitQuietly(release);
        }
        return List.of();
      });
      informer.addHandler(counter).awaitSynced(LIMIT);
      create("slow-" + kind.ordinal(), "1");
      inside.await();
      ConfigMap last = null;
      for (int i = 0; i < 5; i++) {
        last = update("a", kind + " " + i);
      }
      release.countDown();
      informer.awaitVersion(version(last), LIMIT).join();
      eventually("the updates are heard", () -> times("update a") > 0);
      assertThat(informer.lister().namespace(namespace).get("a").getData())
          .containsEntry("value", kind + " 4");
      if (kind == QueueKind.IN_ORDER) {
        eventually("each of them", () -> times("update a") == 5);
      }
      closeables.remove(0).close();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void watchList_neverAsksForAList() throws Exception {
    create("a", "1");
    Informer<ConfigMap> listing = synced(builder()
        .options(o -> o.watchList(WatchListPolicy.NEVER).observer(resource -> recording())));
    listing.awaitVersion(version(update("a", "2")), LIMIT).join(); // it watches by now
    assertThat(requests).startsWith("list").doesNotContain("watch_list");
    requests.clear();
    synced(builder()
        .options(o -> o.watchList(WatchListPolicy.AUTO).observer(resource -> recording())));
    assertThat(requests).startsWith("watch_list").doesNotContain("list");
  }

  @Test
  void pageSize_cutsListsIntoPages() throws Exception {
    for (int i = 0; i < 7; i++) {
      create("map-" + i, "v");
    }
    Informer<ConfigMap> informer = synced(builder()
        .options(o -> o.watchList(WatchListPolicy.NEVER)
            .pageSize(2)
            // Without a version the server does not answer from its cache, which does not page.
            .tweakListOptions(asked ->
                asked.resourceVersion().equals("0") ? asked.withResourceVersion("") : asked)
            .observer(resource -> recording())));
    assertThat(informer.snapshot().size()).isGreaterThanOrEqualTo(7);
    assertThat(requests.stream().filter("list"::equals).count()).isGreaterThanOrEqualTo(4);
  }

  @Test
  void minWatchTimeout_isAskedOfTheServer() throws Exception {
    ConcurrentLinkedQueue<Duration> asked = new ConcurrentLinkedQueue<>();
    synced(builder()
        .options(o -> o.minWatchTimeout(Duration.ofHours(2)).tweakListOptions(options -> {
          asked.add(options.watchTimeout());
          return options;
        })));
    eventually("it watches", () -> asked.stream().anyMatch(timeout -> !timeout.isZero()));
    assertThat(asked)
        .filteredOn(timeout -> !timeout.isZero())
        .allSatisfy(
            timeout -> assertThat(timeout).isBetween(Duration.ofHours(2), Duration.ofHours(4)));
  }

  @Test
  void handlerBuffer_conflatingKeepsOneCallForEachObject() throws Exception {
    create("busy", "0");
    Informer<ConfigMap> informer =
        synced(builder().options(o -> o.handlerBuffer(HandlerOptions.Buffer.CONFLATING)));
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    Registration<ConfigMap> slow = informer.addHandler(ResourceEventHandler.<ConfigMap>builder()
        .onUpdate((before, after) -> {
          calls.incrementAndGet();
          awaitQuietly(release);
        })
        .build());
    slow.awaitSynced(LIMIT);
    ConfigMap last = null;
    for (int i = 1; i <= 30; i++) {
      last = update("busy", "" + i);
    }
    informer.awaitVersion(version(last), LIMIT).join();
    release.countDown();
    eventually("it is through", () -> slow.lag().depth() == 0);
    assertThat(calls.get()).isBetween(1, 30 - 1);
  }

  @Test
  void parity_exactShowsUnchangedObjectsAfterARelist() throws Exception {
    create("a", "1");
    synced(listing().options(o -> o.parity(Parity.EXACT))).addHandler(counter);
    awaitOpenWatch();
    relist();
    eventually("the unchanged object is shown again", () -> times("update a") > 0);
  }

  @Test
  void backoff_decidesHowLongToWait() throws Exception {
    Duration pause = Duration.ofMillis(1234);
    BackoffPolicy policy = new BackoffPolicy(pause, 1, pause, 0, Duration.ofHours(1));
    ConcurrentLinkedQueue<Duration> pauses = new ConcurrentLinkedQueue<>();
    cluster.server().faults().add(Fault.status(500).resource(MAPS).verb("list").times(2));
    synced(listing()
        .options(o -> o.backoff(policy).observer(resource -> event -> {
          if (event instanceof InformerEvent.StateChanged stateChanged) {
            if (stateChanged.to() instanceof InformerState.BackingOff waiting) {
              pauses.add(Duration.between(waiting.since(), waiting.until()));
            }
          }
        })));
    assertThat(pauses).hasSize(2).containsOnly(pause);
  }

  @Test
  void observer_isMadeForEachKind() throws Exception {
    Set<String> kinds = ConcurrentHashMap.newKeySet();
    SharedInformerFactory informers = started(builder()
        .options(o -> o.observer(resource -> {
          kinds.add(resource.plural());
          return recording();
        })));
    informers.core().v1().configMaps().informer().awaitSynced(LIMIT);
    informers.core().v1().secrets().informer().awaitSynced(LIMIT);
    assertThat(kinds).containsExactlyInAnyOrder("configmaps", "secrets");
    assertThat(requests).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void watchErrorHandler_hearsOfARefusal() throws Exception {
    ConcurrentLinkedQueue<Throwable> causes = new ConcurrentLinkedQueue<>();
    cluster.server().faults().add(Fault.status(403).resource(MAPS).verb("list").nth(1));
    synced(listing().options(o -> o.watchErrorHandler(causes::add)));
    eventually("it is told", () -> !causes.isEmpty());
    assertThat(causes).anySatisfy(cause -> assertThat(cause).hasMessageContaining("forbidden"));
  }

  @Test
  void giveUpIf_endsAnInformerThatCannotStart() throws Exception {
    Informer<GenericKubernetesResource> absent = started(builder()
            .options(o -> o.giveUpIf(
                cause -> cause instanceof SourceException status && status.code() == 404)))
        .forResource(new Resource("example.com", "v1", "absents", "Absent", true))
        .informer();
    assertThatThrownBy(() -> absent.awaitSynced(LIMIT))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("404");
    assertThat(absent.isClosed()).isTrue();
  }

  @Test
  void afterStore_isCalledBeforeHandlersAre() throws Exception {
    create("a", "1");
    ConcurrentLinkedQueue<String> calls = new ConcurrentLinkedQueue<>();
    Informer<ConfigMap> informer = informer(builder()
        .kind(
            ConfigMap.class,
            o -> o.afterStore(new RevisionHandler<ConfigMap>() {
              @Override
              public void onAdd(Revision<ConfigMap> revision, boolean inInitialList) {
                calls.add("stored " + revision.object().getMetadata().getName());
              }
            })));
    informer.addKeyHandler(key -> calls.add("handler " + key.substring(key.indexOf('/') + 1)));
    informer.awaitSynced(LIMIT);
    eventually("the handler is called", () -> calls.contains("handler a"));
    assertThat(calls).containsSubsequence("stored a", "handler a");
  }

  @Test
  void initialState_isCorrectedByTheFirstList() throws Exception {
    create("a", "1");
    ConfigMap gone = new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName("gone")
        .withResourceVersion("1")
        .endMetadata()
        .build();
    Informer<ConfigMap> informer =
        informer(builder().kind(ConfigMap.class, o -> o.initialState(List.of(gone))));
    ConcurrentLinkedQueue<String> deletes = new ConcurrentLinkedQueue<>();
    informer.addHandler(ResourceEventHandler.<ConfigMap>builder()
        .onDelete(deleted -> deletes.add(deleted.key()))
        .build());
    informer.awaitSynced(LIMIT);
    eventually("what is gone is deleted", () -> deletes.contains(namespace + "/gone"));
    assertThat(informer.snapshot().keys())
        .contains(namespace + "/a")
        .doesNotContain(namespace + "/gone");
  }

  @Test
  void takeFrom_takesOverWhatWasSet() throws Exception {
    SharedInformerFactoryBuilder other = builder();
    synced(builder()
        .options(o -> o.watchList(WatchListPolicy.NEVER).observer(resource -> recording()))
        .kind(
            ConfigMap.class,
            kind -> other.options(o -> kind.takeFrom(o.watchList(WatchListPolicy.AUTO)))));
    assertThat(requests).contains("watch_list");
  }

  @Test
  void mutationDetector_makesCloseThrowWhatAReaderHasChanged() throws Exception {
    create("a", "1");
    for (boolean wanted : new boolean[] {false, true}) {
      SharedInformerFactory informers = builder()
          .options(o -> o.shareEqualParts(false))
          .mutationDetector(wanted)
          .build();
      Informer<ConfigMap> informer =
          informers.core().v1().configMaps().namespace(namespace).informer();
      informers.start();
      informer.awaitSynced(LIMIT);
      informer.lister().namespace(namespace).get("a").getMetadata().setGenerateName("changed");
      if (wanted) {
        assertThatThrownBy(informers::close)
            .isInstanceOf(MutationException.class)
            .hasMessageContaining("was changed by a reader, at metadata.generateName;");
      } else {
        informers.close();
      }
    }
  }

  @Test
  void closeTimeout_endsTheWaitForAHandler() throws Exception {
    create("a", "1");
    SharedInformerFactory informers =
        builder().options(o -> o.closeTimeout(Duration.ofMillis(10))).build();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    informers
        .core()
        .v1()
        .configMaps()
        .namespace(namespace)
        .informer()
        .addHandler(ResourceEventHandler.<ConfigMap>builder()
            .onAdd((map, initial) -> {
              inside.countDown();
              awaitQuietly(release);
            })
            .build());
    informers.start();
    inside.await();
    informers.close(); // for ever, if it waited for the call
    release.countDown();
  }

  @Test
  void discoveryCache_isAFileInItsDirectory() throws Exception {
    SharedInformerFactory informers =
        started(builder().discoveryCache(directory, Duration.ofHours(1)));
    assertThat(informers.mapper().find("cm").join()).isPresent();
    eventually("it is written", () -> !files().isEmpty());
  }

  @Test
  void discoveryLifetime_decidesHowLongAnAnswerIsUsed() throws Exception {
    SharedInformerFactory informers = started(builder().discoveryLifetime(Duration.ZERO));
    assertThat(informers.clusterKinds().kinds().join().find("lives")).isEmpty();
    client
        .resource(BindingSuite.definition(
            new Resource("options.example.com", "v1", "lives", "Life", true)))
        .create();
    eventually(
        "it is seen",
        () -> informers.clusterKinds().kinds().join().find("lives").isPresent());
  }

  @Test
  void runtime_runsEverything() throws Exception {
    create("a", "1");
    Set<String> threads = ConcurrentHashMap.newKeySet();
    try (EngineRuntime own = EngineRuntime.create("mine", 2)) {
      SharedInformerFactory informers = builder().runtime(own).build();
      Informer<ConfigMap> informer =
          informers.core().v1().configMaps().namespace(namespace).informer();
      informer.addHandler(ResourceEventHandler.<ConfigMap>builder()
          .onAdd((map, initial) -> threads.add(Thread.currentThread().getName()))
          .build());
      informers.start();
      eventually("the handler was called", () -> !threads.isEmpty());
      informers.close();
    }
    assertThat(threads).allMatch(name -> name.contains("mine"));
  }

  @Test
  void options_ofTheFactoryHoldForKindsThatSayNothing() throws Exception {
    create("a", "1", Map.of("wanted", "yes"));
    create("b", "1", Map.of("wanted", "no"));
    SharedInformerFactoryBuilder builder =
        builder().options(o -> o.labelSelector("wanted=yes")).kind(Secret.class, o -> {});
    assertThat(synced(builder).snapshot().keys()).containsExactly(namespace + "/a");
  }

  /** The keys of one form of the maps, where the factory says another selector than the form does. */
  private List<String> keysOf(
      UnaryOperator<SharedInformerFactoryBuilder> form,
      Function<SharedInformerFactory, KindInformer<?>> kind)
      throws Exception {
    create("a", "1", Map.of("wanted", "yes"));
    create("b", "1", Map.of("wanted", "no"));
    SharedInformerFactory informers =
        started(form.apply(builder().options(o -> o.labelSelector("wanted=yes"))));
    Informer<?> informer = kind.apply(informers).namespace(namespace).informer();
    informer.awaitSynced(LIMIT);
    assertThat(synced(builder().options(o -> o.labelSelector("wanted=yes")))
            .snapshot()
            .keys())
        .containsExactly(namespace + "/a");
    return List.copyOf(informer.snapshot().keys());
  }

  @Test
  void forResource_saysMoreThanTheFactory() throws Exception {
    assertThat(keysOf(
            builder -> builder.forResource(CONFIG_MAPS, o -> o.labelSelector("wanted=no")),
            informers -> informers.forResource(CONFIG_MAPS)))
        .containsExactly(namespace + "/b");
  }

  @Test
  void trees_saysMoreThanTheFactory() throws Exception {
    assertThat(keysOf(
            builder -> builder.trees(CONFIG_MAPS, o -> o.labelSelector("wanted=no")),
            informers -> informers.trees(CONFIG_MAPS)))
        .containsExactly(namespace + "/b");
  }

  @Test
  void metadata_saysMoreThanTheFactory() throws Exception {
    assertThat(keysOf(
            builder -> builder.metadata(ConfigMap.class, o -> o.labelSelector("wanted=no")),
            informers -> informers.metadata(CONFIG_MAPS)))
        .containsExactly(namespace + "/b");
  }

  @Test
  void forCodec_saysMoreThanTheFactory() throws Exception {
    ModelCodec<ConfigMap> codec = ModelCodec.of(ConfigMap.class);
    assertThat(keysOf(
            builder ->
                builder.forCodec(CONFIG_MAPS, codec, "mine", o -> o.labelSelector("wanted=no")),
            informers -> informers.forCodec(CONFIG_MAPS, codec, "mine")))
        .containsExactly(namespace + "/b");
  }

  @Test
  void kind_ofOneFormDoesNotHoldForAnother() throws Exception {
    assertThat(keysOf(
            builder -> builder.kind(ConfigMap.class, o -> o.labelSelector("wanted=no")),
            informers -> informers.metadata(ConfigMap.class)))
        .containsExactly(namespace + "/a");
  }

  @Test
  void kind_saysMoreThanTheFactory() throws Exception {
    create("a", "1", Map.of("wanted", "yes"));
    create("b", "1", Map.of("wanted", "no"));
    SharedInformerFactoryBuilder builder = builder()
        .options(o -> o.labelSelector("wanted=yes"))
        .kind(ConfigMap.class, o -> o.labelSelector("wanted=no"));
    assertThat(synced(builder).snapshot().keys()).containsExactly(namespace + "/b");
  }
}
