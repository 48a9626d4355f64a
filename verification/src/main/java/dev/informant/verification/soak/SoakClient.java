package dev.informant.verification.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.informer.Informer;
import dev.informant.informer.QueueKind;
import dev.informant.kubernetes.CacheForm;
import dev.informant.kubernetes.InformerOptions;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.codec.TreeCodec;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.ObjectAccessor;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.WatchListPolicy;
import dev.informant.verification.chaos.Churn;
import dev.informant.verification.chaos.RawApi;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The program under test: the informers of {@link SoakSubject#ALL} on one connection. It answers {@code synced}, {@code report} and
 * {@code memory}, each line with one line of JSON, and ends with its input.
 */
public final class SoakClient {
  /** Grows to a few seconds only: faults come more often than the backoff would ever be reset. */
  static final BackoffPolicy BACKOFF = new BackoffPolicy(
      Duration.ofMillis(200), 2, Duration.ofSeconds(4), 0.5, Duration.ofSeconds(20));

  private final KubernetesClient client;
  private final List<SharedInformerFactory> factories = new ArrayList<>();
  private final List<WatchedInformer<?>> informers = new ArrayList<>();

  private SoakClient(KubernetesClient client) {
    this.client = client;
  }

  public static void main(String[] arguments) throws IOException {
    KubernetesClient client = new KubernetesClientBuilder()
        .withConfig(Kubeconfig.load(Path.of(arguments[0])))
        .build();
    SoakClient program = new SoakClient(client);
    SoakSubject.ALL.forEach(program::open);
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      System.out.println(program.answer(line));
    }
    program.factories.forEach(SharedInformerFactory::close);
    client.close();
  }

  private void open(SoakSubject subject) {
    switch (subject.name()) {
      case "delta-fifo" -> typed(subject, options -> options.queue(QueueKind.DELTA_FIFO));
      case "paged" ->
        typed(subject, options -> options.watchList(WatchListPolicy.NEVER).pageSize(500));
      case "resync" -> typed(subject, options -> options.resync(Duration.ofSeconds(10)));
      case "trees" -> {
        Resource resource = Resource.of(ConfigMap.class);
        add(
            subject,
            new TreeCodec(resource.type()).accessor(),
            tree -> tree.path("data").path("value").asText(),
            tree ->
                tree.path("metadata").path("annotations").path(Churn.WRITTEN).asText(),
            options -> {},
            factory -> factory.trees(resource));
      }
      case "metadata" ->
        this.<PartialObjectMetadata>add(
            subject,
            ModelCodec.metadata().accessor(),
            object -> "",
            object -> object.getMetadata().getAnnotations().getOrDefault(Churn.WRITTEN, "0"),
            options -> {},
            factory -> factory.metadata(ConfigMap.class));
      case "generic-namespace" -> {
        Resource resource = Resource.of(ConfigMap.class);
        this.<GenericKubernetesResource>add(
            subject,
            ModelCodec.generic(resource.type()).accessor(),
            object -> String.valueOf(object.<Object>get("data", "value")),
            object -> object.getMetadata().getAnnotations().getOrDefault(Churn.WRITTEN, "0"),
            options -> {},
            factory -> factory.forResource(resource));
      }
      case "typed", "conflating", "typed-namespace", "typed-shard" -> typed(subject, options -> {});
      case "compact" -> typed(subject, options -> options.cacheForm(CacheForm.COMPACT));
      default ->
        throw new IllegalArgumentException(
            "nothing says how " + subject.name() + " is built; say it here");
    }
  }

  private void typed(SoakSubject subject, Consumer<InformerOptions<Object>> change) {
    this.<ConfigMap>add(
        subject,
        ModelCodec.of(ConfigMap.class).accessor(),
        map -> map.getData().getOrDefault("value", ""),
        map -> map.getMetadata().getAnnotations().getOrDefault(Churn.WRITTEN, "0"),
        options -> change.accept(options.transform(Transforms.stripManagedFields())),
        factory -> factory.core().v1().configMaps());
  }

  private <T> void add(
      SoakSubject subject,
      ObjectAccessor<T> accessor,
      Function<T, String> value,
      Function<T, String> written,
      Consumer<InformerOptions<Object>> change,
      Function<SharedInformerFactory, KindInformer<T>> kind) {
    WatchedInformer<T> watched = new WatchedInformer<>(subject, accessor, value, written);
    String selector =
        Churn.SELECTOR + (subject.shard().isEmpty() ? "" : ",shard=" + subject.shard());
    SharedInformerFactory factory = SharedInformerFactory.builder(client)
        .options(options -> change.accept(options
            .observer(resource -> watched)
            .backoff(BACKOFF)
            .namespace(subject.namespace())
            .labelSelector(selector)))
        .build();
    Informer<T> informer = kind.apply(factory).informer();
    watched.follow(informer);
    factories.add(factory);
    informers.add(watched);
    factory.start();
  }

  private JsonNode answer(String question) {
    return switch (question) {
      case "synced" ->
        RawApi.JSON
            .getNodeFactory()
            .booleanNode(informers.stream().allMatch(WatchedInformer::isSynced));
      case "report" -> {
        ArrayNode all = RawApi.JSON.createArrayNode();
        informers.forEach(informer -> all.add(informer.report()));
        yield all;
      }
      case "memory" -> memory();
      default -> throw new IllegalArgumentException("unknown question: " + question);
    };
  }

  private static ObjectNode memory() {
    return RawApi.JSON
        .createObjectNode()
        .put("usedMegabytes", LiveSet.measured() / 1e6)
        .put("threads", ManagementFactory.getThreadMXBean().getThreadCount());
  }
}
