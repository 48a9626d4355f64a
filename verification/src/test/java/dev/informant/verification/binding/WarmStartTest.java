package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.faults.Fault;
import dev.informant.informer.Deleted;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.CacheForm;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.SharedInformerFactoryBuilder;
import dev.informant.kubernetes.Transform;
import dev.informant.kubernetes.Transforms;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that is started again goes on from the cache its last run saved. */
@Timeout(120)
@SuppressWarnings("try") // faults are in place for the length of a block
class WarmStartTest extends ClusterFixture {
  private static final String MAPS = "configmaps";
  private static final String SMALL_KIND = "informant.smallKind";

  @TempDir
  Path directory;

  private EmbeddedCluster cluster;
  private CacheForm form = CacheForm.OBJECTS;
  private Consumer<SharedInformerFactoryBuilder> more = builder -> {};
  private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> states = new ConcurrentLinkedQueue<>();
  private volatile CompletableFuture<Void> watching = new CompletableFuture<>();
  private final ConcurrentLinkedQueue<String> calls = new ConcurrentLinkedQueue<>();

  private final ResourceEventHandler<ConfigMap> recorder = new ResourceEventHandler<>() {
    @Override
    public void onAdd(ConfigMap map, boolean initial) {
      calls.add("add " + map.getMetadata().getName() + " " + map.getData().get("value"));
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap after) {
      calls.add(
          "update " + after.getMetadata().getName() + " " + after.getData().get("value"));
    }

    @Override
    public void onDelete(Deleted<ConfigMap> deleted) {
      calls.add("delete " + deleted.key().substring(deleted.key().indexOf('/') + 1));
    }
  };

  @Override
  Config config() throws IOException {
    if (cluster == null) {
      cluster = EmbeddedCluster.start(ApiServer.builder());
      closeables.add(cluster);
    }
    return cluster.config();
  }

  private SharedInformerFactory factory() throws Exception {
    requests.clear();
    states.clear();
    calls.clear();
    InformerObserver observer = event -> {
      if (event instanceof InformerEvent.Requested requested) {
        requests.add(requested.verb() + " " + requested.resourceVersion());
      } else if (event instanceof InformerEvent.StateChanged stateChanged) {
        states.add(stateChanged.to().getClass().getSimpleName());
        if (stateChanged.to() instanceof InformerState.Watching) {
          watching.complete(null);
        }
      }
    };
    SharedInformerFactoryBuilder builder = builder()
        .cacheDirectory(directory.resolve("caches"))
        .cacheForm(form)
        .options(options -> options.observer(resource -> observer));
    more.accept(builder);
    SharedInformerFactory informers = builder.build();
    informers.start();
    return informers;
  }

  private Map<String, String> values(Informer<ConfigMap> informer) {
    Map<String, String> values = new TreeMap<>();
    informer
        .snapshot()
        .forEach(map -> values.put(map.getMetadata().getName(), map.getData().get("value")));
    return values;
  }

  /** One run of the program, from its start until it has synced, and then {@code during}. */
  private Map<String, String> run(Consumer<Informer<ConfigMap>> during) throws Exception {
    try (SharedInformerFactory informers = factory()) {
      Informer<ConfigMap> informer =
          informers.core().v1().configMaps().namespace(namespace).informer();
      Registration<ConfigMap> registration = informer.addHandler(recorder);
      registration.awaitSynced(LIMIT);
      during.accept(informer);
      return values(informer);
    }
  }

  private Map<String, String> run() throws Exception {
    return run(informer -> {});
  }

  private Path file() throws IOException {
    return files().stream()
        .filter(file -> file.getFileName().toString().startsWith(MAPS))
        .filter(file -> file.getFileName().toString().endsWith(".cache"))
        .findFirst()
        .orElseThrow();
  }

  private List<Path> files() throws IOException {
    Path caches = directory.resolve("caches");
    if (!Files.isDirectory(caches)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(caches)) {
      return files.toList();
    }
  }

  private boolean listed() {
    return requests.stream()
        .anyMatch(request -> request.startsWith("watch_list") || request.startsWith("list"));
  }

  private List<String> warnings(ThrowingRunnable action) throws Exception {
    ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
    Handler handler = new Handler() {
      @Override
      public void publish(LogRecord line) {
        lines.add(line.getMessage());
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
    Logger logger = Logger.getLogger("dev.informant");
    logger.addHandler(handler);
    try {
      action.run();
    } finally {
      logger.removeHandler(handler);
    }
    return lines.stream().filter(line -> line.contains("cache of")).toList();
  }

  private interface ThrowingRunnable {
    void run() throws Exception;
  }

  @ParameterizedTest
  @EnumSource(CacheForm.class)
  void aSmallQuietKindIsListedAtOnceThoughNothingConfirmsItsCache(CacheForm cacheForm)
      throws Exception {
    System.clearProperty(SMALL_KIND);
    form = cacheForm;
    for (int i = 0; i < 5; i++) {
      create("map-" + i, "1");
    }
    assertThat(run()).hasSize(5);
    client
        .resource(new SecretBuilder()
            .withNewMetadata()
            .withName("other")
            .withNamespace(namespace)
            .endMetadata()
            .build())
        .create(); // another kind moves the version, and no bookmark comes
    assertThat(run()).hasSize(5);
    assertThat(listed()).as("requests: %s", requests).isTrue();
    assertThat(states).startsWith("Warm").contains("Listing");
    assertThat(calls).hasSize(5);
  }

  @ParameterizedTest
  @EnumSource(CacheForm.class)
  void aLargeQuietKindIsConfirmedByTheBookmarkOfAShortWatchAndNotListed(CacheForm cacheForm)
      throws Exception {
    form = cacheForm;
    for (int i = 0; i < 5; i++) {
      create("map-" + i, "1");
    }
    assertThat(run()).hasSize(5);
    client
        .resource(new SecretBuilder()
            .withNewMetadata()
            .withName("other")
            .withNamespace(namespace)
            .endMetadata()
            .build())
        .create(); // another kind moves the version
    assertThat(run()).hasSize(5);
    assertThat(listed()).as("requests: %s", requests).isFalse();
    assertThat(states).startsWith("Warm").doesNotContain("Listing");
    assertThat(calls).hasSize(5);
  }

  /** Most tests are about following the watch, which small kinds would not. */
  @BeforeEach
  void everyKindIsLarge() {
    System.setProperty(SMALL_KIND, "-1");
  }

  @AfterEach
  void smallKindsAreSmallAgain() {
    System.clearProperty(SMALL_KIND);
  }

  @ParameterizedTest
  @EnumSource(CacheForm.class)
  void onlyWhatChangedMeanwhileIsFetched(CacheForm cacheForm) throws Exception {
    form = cacheForm;
    for (int i = 0; i < 150; i++) {
      create("map-" + i, "1");
    }
    assertThat(run()).hasSize(150);
    assertThat(listed()).isTrue();
    delete("map-7");
    create("new", "1");
    update("map-8", "2");
    CompletableFuture<Void> confirmed = new CompletableFuture<>();
    watching = confirmed;
    Map<String, String> values =
        run(informer -> confirmed.orTimeout(60, TimeUnit.SECONDS).join());
    assertThat(listed()).as("requests: %s", requests).isFalse();
    assertThat(states).startsWith("Warm").contains("Watching");
    assertThat(values).hasSize(150).containsEntry("map-8", "2").containsKey("new");
    assertThat(values).doesNotContainKey("map-7");
    assertThat(calls).contains("add map-7 1", "delete map-7", "update map-8 2", "add new 1");
    assertThat(calls).hasSize(150 + 3);
    update("map-9", "3"); // and once more, now from the file that the warm run has saved
    assertThat(run()).hasSize(150).containsEntry("map-9", "3");
    assertThat(listed()).isFalse();
  }

  @Test
  void handlersAreFedWhileTheServerIsSilentAndNobodyIsSyncedByThat() throws Exception {
    create("a", "1");
    run();
    try (var lists =
            cluster.server().faults().add(Fault.status(503).resource(MAPS).verb("list"));
        SharedInformerFactory informers = factory()) {
      Informer<ConfigMap> informer =
          informers.core().v1().configMaps().namespace(namespace).informer();
      Registration<ConfigMap> registration = informer.addHandler(recorder);
      eventually("the handler is fed", () -> calls.contains("add a 1"));
      eventually("the failure is known", () -> informer.state().cause() != null);
      assertThat(informer.isSynced()).isFalse();
      assertThat(registration.isSynced()).isFalse();
      lists.close();
      registration.awaitSynced(LIMIT);
    }
    assertThat(calls).containsExactly("add a 1");
  }

  @ParameterizedTest
  @EnumSource(CacheForm.class)
  void anExpiredVersionIsListedAndWhatVanishedIsDeleted(CacheForm cacheForm) throws Exception {
    form = cacheForm;
    create("stays", "1");
    create("goes", "1");
    run();
    delete("goes");
    update("stays", "2");
    cluster.server().faults().compact();
    assertThat(run()).containsExactlyEntriesOf(Map.of("stays", "2"));
    assertThat(calls).contains("add goes 1", "delete goes", "update stays 2");
  }

  @Test
  void aServerWithAnotherHistoryIsBelieved() throws Exception {
    for (int i = 0; i < 20; i++) {
      create("map-" + i, "1");
    }
    run();
    cluster.server().faults().restartWithOtherHistory(5);
    Map<String, String> atServer = new TreeMap<>();
    client
        .configMaps()
        .inNamespace(namespace)
        .list()
        .getItems()
        .forEach(map -> atServer.put(map.getMetadata().getName(), map.getData().get("value")));
    assertThat(run()).isEqualTo(atServer);
  }

  @Test
  void aTornFileIsIgnoredWithOneLine() throws Exception {
    for (int i = 0; i < 12; i++) {
      create("map-" + i, "1");
    }
    run();
    Path file = file();
    byte[] whole = Files.readAllBytes(file);
    int step = Math.max(1, whole.length / 12);
    for (int length = 0; length < whole.length; length += step) {
      Files.write(file, Arrays.copyOf(whole, length));
      List<String> lines = warnings(() -> assertThat(run()).hasSize(12));
      assertThat(lines).as("cut at %d", length).hasSize(1);
      assertThat(lines.get(0)).contains("is not used").contains(file.toString());
      assertThat(calls).hasSize(12);
    }
  }

  private int sizeAt(EmbeddedCluster other) throws Exception {
    try (SharedInformerFactory informers =
        builder(other.config()).cacheDirectory(directory.resolve("caches")).build()) {
      informers.start();
      Informer<ConfigMap> informer =
          informers.core().v1().configMaps().namespace(namespace).informer();
      informer.awaitSynced(LIMIT);
      return informer.snapshot().size();
    }
  }

  private EmbeddedCluster another() throws IOException {
    EmbeddedCluster other = EmbeddedCluster.start(ApiServer.builder().seed(99));
    closeables.add(other);
    return other;
  }

  @Test
  void theFileOfAnotherClusterIsIgnoredWithOneLine() throws Exception {
    create("a", "1");
    run();
    byte[] foreign = Files.readAllBytes(file());
    Files.delete(file());
    EmbeddedCluster other = another();
    sizeAt(other);
    Files.write(file(), foreign); // as if the other had come to this address
    List<String> lines = warnings(() -> assertThat(sizeAt(other)).isZero());
    assertThat(lines).singleElement().asString().contains("it is of another cluster");
  }

  @Test
  void clustersThatShareADirectoryHaveFilesOfTheirOwn() throws Exception {
    create("a", "1");
    run();
    EmbeddedCluster other = another();
    assertThat(warnings(() -> assertThat(sizeAt(other)).isZero())).isEmpty();
    assertThat(files()).hasSize(2);
    update("a", "2");
    assertThat(run()).containsEntry("a", "2");
    assertThat(listed()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void whileTheServerAnswersNothingHandlersHaveTheSavedObjects(int status) throws Exception {
    create("a", "1");
    run();
    update("a", "2");
    try (var everything = cluster.server().faults().add(Fault.status(status));
        SharedInformerFactory informers = factory()) {
      Informer<ConfigMap> informer =
          informers.core().v1().configMaps().namespace(namespace).informer();
      Registration<ConfigMap> registration = informer.addHandler(recorder);
      eventually("the handler is fed", () -> calls.contains("add a 1"));
      eventually("the failure is known", () -> informer.state().cause() != null);
      assertThat(informer.isSynced()).isFalse();
      everything.close();
      registration.awaitSynced(LIMIT);
      assertThat(values(informer)).containsEntry("a", "2");
    }
    assertThat(listed()).as("requests: %s", requests).isFalse();
    assertThat(calls).containsExactly("add a 1", "update a 2");
  }

  @Test
  void whereKubeSystemMayNotBeReadTheAddressTellsTheCluster() throws Exception {
    try (var forbidden = cluster
        .server()
        .faults()
        .add(Fault.status(403).resource("namespaces").verb("get").name("kube-system"))) {
      create("a", "1");
      run();
      update("a", "2");
      assertThat(run()).containsEntry("a", "2");
      assertThat(listed()).isFalse();
    }
    update("a", "3");
    assertThat(run()).containsEntry("a", "3"); // now told by its uid: another identity
    assertThat(listed()).isTrue();
  }

  private static Transform<Object> own(String value) {
    return object -> {
      if (object instanceof ConfigMap map) {
        map.setData(Map.of("value", value));
      }
      return object;
    };
  }

  @Test
  void aTransformOfOnesOwnNeedsACacheVersion() throws Exception {
    create("a", "1");
    more = builder -> builder.transform(own("mine"));
    List<String> lines = warnings(this::run);
    assertThat(lines).singleElement().asString().contains("cacheVersion").contains("configmaps");
    assertThat(files()).isEmpty();
    more = builder -> builder.transform(own("mine")).cacheVersion("1");
    run();
    assertThat(files()).hasSize(1);
    more = builder -> builder.transform(own("yours")).cacheVersion("2");
    lines = warnings(() -> assertThat(run()).containsEntry("a", "yours"));
    assertThat(lines).singleElement().asString().contains("it is of another cacheVersion");
    more = builder -> builder.transform(Transforms.stripManagedFields());
    lines = warnings(this::run);
    assertThat(lines).hasSize(1);
    update("a", "4");
    lines = warnings(this::run); // ready-made transforms have an identity
    assertThat(lines).isEmpty();
    assertThat(listed()).isFalse();
  }

  @Test
  void secretsAreWrittenOnlyIfAskedForAndDeletedWhenTheyAreNoLonger() throws Exception {
    client
        .resource(new SecretBuilder()
            .withNewMetadata()
            .withName("password")
            .withNamespace(namespace)
            .endMetadata()
            .addToStringData("key", "hunter2")
            .build())
        .create();
    for (boolean asked : new boolean[] {false, true, false}) {
      more = builder -> builder.kind(Secret.class, options -> options.cacheSecrets(asked));
      try (SharedInformerFactory informers = factory()) {
        Informer<Secret> secrets =
            informers.core().v1().secrets().namespace(namespace).informer();
        secrets.awaitSynced(LIMIT);
        assertThat(secrets.snapshot().size()).isEqualTo(1);
      }
      assertThat(files()).hasSize(asked ? 1 : 0);
    }
  }

  @Test
  void filesAreTheOwnersAlone() throws Exception {
    create("a", "1");
    run();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(new String(Files.readAllBytes(file()), StandardCharsets.ISO_8859_1))
        .contains("configmaps");
  }

  @Test
  void selectorsAndNamespacesHaveFilesOfTheirOwn() throws Exception {
    create("a", "1", Map.of("app", "web"));
    create("b", "1", Map.of("app", "db"));
    run();
    more = builder -> builder.options(options -> options.labelSelector("app=web"));
    assertThat(run()).containsOnlyKeys("a");
    assertThat(files()).hasSize(2);
    update("a", "2");
    assertThat(run()).containsOnlyKeys("a");
    assertThat(listed()).isFalse();
  }
}
