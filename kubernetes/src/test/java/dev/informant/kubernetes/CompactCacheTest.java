package dev.informant.kubernetes;

import static dev.informant.kubernetes.FakeApi.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.informer.Index;
import dev.informant.informer.Informer;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.internal.compact.CompactForm;
import dev.informant.internal.compact.Compression;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.compact.CodecBytes;
import dev.informant.kubernetes.internal.compact.Compressions;
import dev.informant.kubernetes.internal.fast.FastCodec;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.kubernetes.transport.ScriptedServer;
import dev.informant.object.LabelSelector;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cache in the compact form is read like any other. */
@Timeout(120)
class CompactCacheTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String PODS = "/api/v1/pods";

  private final FakeApi api = new FakeApi();
  private final ScriptedServer server = new ScriptedServer(api);
  private final Config config =
      new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build();
  private final List<AutoCloseable> closeables = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable closeable : closeables) {
      closeable.close();
    }
    api.over.countDown();
    server.close();
  }

  private SharedInformerFactory started(SharedInformerFactoryBuilder builder) {
    SharedInformerFactory factory = builder.build();
    closeables.add(factory);
    factory.start();
    return factory;
  }

  private void servePods() {
    api.collections.put(
        PODS,
        object("prod", "web-0", "3", ",\"spec\":{\"nodeName\":\"worker-7\"}") + ","
            + object("dev", "web-1", "4", ",\"spec\":{\"nodeName\":\"worker-8\"}"));
  }

  /** Decodes pods and counts how often. */
  private static class CountingCodec implements Codec<Pod> {
    private final FastCodec<Pod> codec = FastCodec.of(Pod.class);
    final AtomicInteger decoded = new AtomicInteger();

    @Override
    public Pod decode(byte[] bytes, int offset, int length) {
      decoded.incrementAndGet();
      return codec.decode(bytes, offset, length);
    }

    @Override
    public ObjectAccessor<Pod> accessor() {
      return codec.accessor();
    }

    @Override
    public TypeMeta expected() {
      return codec.expected();
    }

    @Override
    public TypeMeta typeOf(Pod pod) {
      return codec.typeOf(pod);
    }
  }

  @Test
  void changingWhatWasReadChangesNobodyElsesObject() throws Exception {
    servePods();
    var pods = started(SharedInformerFactory.builder(config).cacheForm(CacheForm.COMPACT))
        .core()
        .v1()
        .pods();
    LinkedBlockingQueue<Pod> seen = new LinkedBlockingQueue<>();
    for (int handler = 0; handler < 2; handler++) {
      pods.informer()
          .addHandler(ResourceEventHandler.<Pod>builder()
              .onAdd((pod, initial) -> {
                pod.getSpec().setNodeName("mine " + pod.getSpec().getNodeName());
                pod.getMetadata().setName("spoilt");
                seen.add(pod);
              })
              .build())
          .awaitSynced(LIMIT);
    }
    assertThat(seen).hasSize(4);
    assertThat(seen)
        .extracting(pod -> pod.getSpec().getNodeName())
        .containsExactlyInAnyOrder(
            "mine worker-7", "mine worker-7", "mine worker-8", "mine worker-8");
    Pod read = pods.informer().lister().namespace("prod").get("web-0");
    read.getSpec().setNodeName("mine");
    Pod again = pods.informer().lister().namespace("prod").get("web-0");
    assertThat(again.getSpec().getNodeName()).isEqualTo("worker-7");
    assertThat(again.getMetadata().getName()).isEqualTo("web-0");
    pods.informer().checkMutations();
  }

  @Test
  void indexesLabelsAndKeysAreAnsweredWithoutDecoding() throws Exception {
    api.collections.put(
        PODS,
        object("prod", "web-0", "3", ",\"spec\":{\"nodeName\":\"worker-7\"}")
            .replace("\"uid\"", "\"labels\":{\"app\":\"web\"},\"uid\""));
    CountingCodec codec = new CountingCodec();
    SharedInformerFactory informers =
        started(SharedInformerFactory.builder(config).cacheForm(CacheForm.COMPACT));
    Informer<Pod> informer =
        informers.forCodec(Resource.of(Pod.class), codec, "counting").informer();
    Index<Pod> byNode = informer.index("node", pod -> pod.getSpec().getNodeName());
    informer.awaitSynced(LIMIT);
    int before = codec.decoded.get();
    assertThat(informer.snapshot().keys()).containsExactly("prod/web-0");
    assertThat(byNode.keys("worker-7")).containsExactly("prod/web-0");
    assertThat(informer.snapshot().indexKeys("namespace", "prod")).containsExactly("prod/web-0");
    assertThat(informer.snapshot().list(LabelSelector.parse("app=db"))).isEmpty();
    assertThat(informer.lister().namespace("prod").list(LabelSelector.parse("app=db")))
        .isEmpty();
    assertThat(informer.snapshot().revision("prod/web-0").resourceVersion()).isEqualTo("3");
    assertThat(informer.snapshot().revision("prod/web-0").labels()).containsEntry("app", "web");
    assertThat(codec.decoded).hasValue(before);
    assertThat(informer.snapshot().list(LabelSelector.parse("app=web"))).hasSize(1);
    assertThat(codec.decoded).hasValue(before + 1);
  }

  @Test
  void theFormIsChosenKindByKind() throws Exception {
    servePods();
    api.collections.put("/api/v1/nodes", object("", "worker-7", "5", ""));
    SharedInformerFactory informers = started(SharedInformerFactory.builder(config)
        .cacheForm(CacheForm.COMPACT)
        .cacheForm(Node.class, CacheForm.OBJECTS));
    Informer<Pod> pods = informers.core().v1().pods().informer();
    Informer<Node> nodes = informers.core().v1().nodes().informer();
    pods.awaitSynced(LIMIT);
    nodes.awaitSynced(LIMIT);
    assertThat(pods.snapshot().get("prod/web-0")).isNotSameAs(pods.snapshot().get("prod/web-0"));
    assertThat(nodes.snapshot().get("worker-7")).isSameAs(nodes.snapshot().get("worker-7"));
  }

  @Test
  void theTransformHoldsForWhatIsKept() throws Exception {
    servePods();
    Transform<Object> namesOnly = Transforms.keepOnly("metadata.name");
    Informer<Pod> kept = started(
            SharedInformerFactory.builder(config).transform(namesOnly).cacheForm(CacheForm.COMPACT))
        .core()
        .v1()
        .pods()
        .informer();
    Informer<Pod> stripped = started(SharedInformerFactory.builder(config)
            .transform(Transforms.stripManagedFields())
            .cacheForm(CacheForm.COMPACT))
        .core()
        .v1()
        .pods()
        .informer();
    kept.awaitSynced(LIMIT);
    stripped.awaitSynced(LIMIT);
    Pod pod = kept.snapshot().get("prod/web-0");
    assertThat(pod.getSpec()).isNull();
    Pod whole = stripped.snapshot().get("prod/web-0");
    assertThat(whole.getSpec().getNodeName()).isEqualTo("worker-7");
    assertThat(whole.getMetadata().getManagedFields()).isEmpty();
  }

  @Test
  void eventsUpdateAndDeleteWhatIsKept() throws Exception {
    servePods();
    Informer<Pod> pods = started(SharedInformerFactory.builder(config).cacheForm(CacheForm.COMPACT))
        .core()
        .v1()
        .pods()
        .informer();
    LinkedBlockingQueue<String> calls = new LinkedBlockingQueue<>();
    pods.addHandler(ResourceEventHandler.<Pod>builder()
            .onUpdate((before, after) ->
                calls.add(before.getSpec().getNodeName() + " " + after.getSpec().getNodeName()))
            .onDelete(deleted -> calls.add("gone " + deleted.object().getSpec().getNodeName()))
            .build())
        .awaitSynced(LIMIT);
    String moved = object("prod", "web-0", "11", ",\"spec\":{\"nodeName\":\"worker-9\"}");
    api.send("MODIFIED", moved);
    assertThat(calls.poll(60, TimeUnit.SECONDS)).isEqualTo("worker-7 worker-9");
    api.send("DELETED", moved.replace("\"11\"", "\"12\""));
    assertThat(calls.poll(60, TimeUnit.SECONDS)).isEqualTo("gone worker-9");
    assertThat(pods.snapshot().keys()).containsExactly("dev/web-1");
  }

  /** Deflate that remembers what it was to be trained on. */
  private static final class Recording implements Compression {
    final LinkedBlockingQueue<List<byte[]>> trained = new LinkedBlockingQueue<>();

    @Override
    public String name() {
      return "recording";
    }

    @Override
    public Coder coder(byte[] dictionary) {
      return Compression.deflate().coder(dictionary);
    }

    @Override
    public byte @Nullable [] train(List<byte[]> samples) {
      trained.add(samples);
      return Compression.deflate().train(samples);
    }
  }

  private void serve(String path, String data) {
    StringBuilder items = new StringBuilder();
    for (int number = 0; number < 300; number++) {
      items
          .append(number == 0 ? "" : ",")
          .append(object("prod", "one-" + number, "" + (number + 1), data));
    }
    api.collections.put(path, items.toString());
  }

  @Test
  void noDictionaryIsTrainedOnSecretsInCachesOrInFiles(@TempDir Path directory) throws Exception {
    serve("/api/v1/secrets", ",\"data\":{\"password\":\"aHVudGVyMg==\"}");
    serve("/api/v1/configmaps", ",\"data\":{\"motto\":\"festina lente\"}");
    for (CacheForm form : CacheForm.values()) {
      Recording ofSecrets = new Recording();
      Recording ofOthers = new Recording();
      SharedInformerFactory informers = started(SharedInformerFactory.builder(config)
          .cacheForm(form)
          .cacheDirectory(directory.resolve(form.name()))
          .kind(Secret.class, secrets -> secrets.compression(ofSecrets).cacheSecrets(true))
          .kind(ConfigMap.class, others -> others.compression(ofOthers)));
      var secrets = informers.core().v1().secrets().informer();
      var others = informers.core().v1().configMaps().informer();
      informers.start();
      secrets.awaitSynced(LIMIT);
      others.awaitSynced(LIMIT);
      assertThat(secrets.snapshot().size()).isEqualTo(300);
      informers.close(); // saves both
      assertThat(ofOthers.trained.poll(60, TimeUnit.SECONDS))
          .as("the others, %s", form)
          .isNotNull();
      assertThat(ofSecrets.trained).as("Secrets, %s", form).isEmpty();
      try (Stream<Path> files = Files.list(directory.resolve(form.name()))) {
        assertThat(files).hasSize(2);
      }
    }
  }

  @Test
  void aModelThatCannotBeWrittenIsRefusedWithATransformOnly() {
    servePods();
    SharedInformerFactory informers = started(SharedInformerFactory.builder(config)
        .transform(Transforms.stripLastApplied())
        .cacheForm(CacheForm.COMPACT));
    var kind = informers.forCodec(Resource.of(Pod.class), new CountingCodec(), "counting");
    assertThatThrownBy(kind::informer)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("encoder()")
        .hasMessageContaining("pods/v1");
  }

  private static byte[] pod(int number) {
    Random random = new Random(number);
    String app = "shop-" + number % 20;
    StringBuilder json = new StringBuilder("{\"metadata\":{\"name\":\"" + app + "-"
        + Integer.toHexString(random.nextInt()) + "\",\"namespace\":\"team-" + number % 7
        + "\",\"uid\":\"" + new UUID(random.nextLong(), random.nextLong())
        + "\",\"resourceVersion\":\"" + (1000 + number) + "\",\"labels\":{\"app\":\"" + app
        + "\",\"tier\":\"backend\"}},\"spec\":{\"nodeName\":\"node-" + random.nextInt(300)
        + "\",\"containers\":[");
    for (int container = 0; container < 3; container++) {
      json.append(container == 0 ? "" : ",")
          .append("{\"name\":\"c" + container + "\",\"image\":\"registry.example/" + app + ":1."
              + number % 4 + "\",\"env\":[{\"name\":\"LOG_LEVEL\",\"value\":\"info\"},{\"name\":"
              + "\"REGION\",\"value\":\"eu-west-" + random.nextInt(3) + "\"}],\"resources\":"
              + "{\"limits\":{\"cpu\":\"500m\",\"memory\":\"256Mi\"},\"requests\":{\"cpu\":\"100m\","
              + "\"memory\":\"128Mi\"}},\"livenessProbe\":{\"httpGet\":{\"path\":\"/healthz\",\"port\":"
              + "8080,\"scheme\":\"HTTP\"},\"periodSeconds\":10,\"timeoutSeconds\":3},"
              + "\"terminationMessagePath\":\"/dev/termination-log\",\"imagePullPolicy\":"
              + "\"IfNotPresent\"}");
    }
    return json.append(
            "],\"restartPolicy\":\"Always\"},\"status\":{\"phase\":\"Running\",\"podIP\":\"10.1."
                + random.nextInt(250) + "." + random.nextInt(250) + "\",\"startTime\":"
                + "\"2026-11-16T10:00:" + (10 + random.nextInt(50)) + "Z\"}}")
        .toString()
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Counts bytes; the collector and its mood have no part in it. */
  @ParameterizedTest
  @ValueSource(strings = {"zstd", "deflate"})
  void anObjectTakesASmallPartOfItsJson(String name) {
    Compression compression =
        name.equals("zstd") ? Compressions.available() : Compression.deflate();
    assertThat(compression.name()).isEqualTo(name); // zstd is on the class path of the tests
    FastCodec<Pod> codec = FastCodec.of(Pod.class);
    CompactForm<Pod> form = CompactForm.builder(codec.accessor(), new CodecBytes<>(codec))
        .compression(compression)
        .build();
    long json = 0;
    List<Revision<Pod>> held = new ArrayList<>();
    for (int number = 0; number < 3000; number++) {
      byte[] bytes = pod(number);
      json += bytes.length;
      Pod decoded = codec.decode(bytes.clone(), 0, bytes.length);
      held.add(form.hold(
          decoded.getMetadata().getUid(),
          decoded.getMetadata().getResourceVersion(),
          decoded,
          bytes));
    }
    assertThat(form.archiving().dictionaries()).isNotEmpty();
    long packed = 0;
    for (Revision<Pod> revision : held) {
      packed += form.archiving().packed(revision).length;
    }
    assertThat(packed).as("of %d bytes of JSON", json).isLessThan(json / 6);
    for (int number = 0; number < held.size(); number += 97) {
      byte[] bytes = pod(number);
      assertThat(held.get(number).object()).isEqualTo(codec.decode(bytes, 0, bytes.length));
    }
    assertThat(new CodecBytes<>(ModelCodec.of(Pod.class)).write(held.get(0).object()))
        .isNotEmpty();
  }
}
