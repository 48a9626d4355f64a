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
import dev.informant.kubernetes.SharedInformerFactoryBuilder;
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
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.api.model.PodTemplate;
import io.fabric8.kubernetes.api.model.ServiceAccount;
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
import java.util.function.Supplier;

/**
 * The program under test: the informers of {@link SoakSubject#ALL} on one connection. It answers {@code synced}, {@code report},
 * {@code memory} and {@code restart}, each line with one line of JSON, and ends with its input.
 */
public final class SoakClient {
  /** Grows to a few seconds only: faults come more often than the backoff would ever be reset. */
  static final BackoffPolicy BACKOFF = new BackoffPolicy(
      Duration.ofMillis(200), 2, Duration.ofSeconds(4), 0.5, Duration.ofSeconds(20));

  private final KubernetesClient client;
  private final Path caches;
  private final List<Opened> opened = new ArrayList<>();

  /** An informer and the factory that made it. */
  private static final class Opened {
    final WatchedInformer<?> watched;
    final Supplier<SharedInformerFactory> start;
    SharedInformerFactory factory;

    Opened(WatchedInformer<?> watched, Supplier<SharedInformerFactory> start) {
      this.watched = watched;
      this.start = start;
      this.factory = start.get();
    }

    void restart() {
      factory.close();
      watched.restarts();
      factory = start.get();
    }
  }

  private SoakClient(KubernetesClient client, Path caches) {
    this.client = client;
    this.caches = caches;
  }

  public static void main(String[] arguments) throws IOException {
    KubernetesClient client = new KubernetesClientBuilder()
        .withConfig(Kubeconfig.load(Path.of(arguments[0])))
        .build();
    SoakClient program = new SoakClient(client, Path.of(arguments[1]));
    SoakSubject.ALL.forEach(program::open);
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      System.out.println(program.answer(line));
    }
    program.opened.forEach(each -> each.factory.close());
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
      case "typed", "conflating", "typed-namespace", "typed-shard", "warm" ->
        typed(subject, options -> {});
      case "quiet-few" -> quiet(subject, ServiceAccount.class);
      case "quiet-many" -> quiet(subject, PodTemplate.class);
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

  private <T extends HasMetadata> void quiet(SoakSubject subject, Class<T> model) {
    this.<T>add(
        subject,
        ModelCodec.of(model).accessor(),
        object -> "",
        object -> "0",
        options -> {},
        factory -> factory.kind(model));
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
    opened.add(new Opened(watched, () -> {
      SharedInformerFactoryBuilder builder = SharedInformerFactory.builder(client)
          .options(options -> change.accept(options
              .observer(resource -> watched)
              .backoff(BACKOFF)
              .namespace(subject.namespace())
              .labelSelector(selector)));
      if (subject.warm()) {
        builder.cacheDirectory(caches.resolve(subject.name()));
      }
      SharedInformerFactory factory = builder.build();
      Informer<T> informer = kind.apply(factory).informer();
      watched.follow(informer);
      factory.start();
      return factory;
    }));
  }

  /** Closes what is warm, continues from the saved caches, and returns how long the slowest took to sync, in milliseconds. */
  private JsonNode restart() {
    long begin = System.nanoTime();
    List<Opened> warm =
        opened.stream().filter(each -> each.watched.subject().warm()).toList();
    warm.forEach(Opened::restart);
    warm.forEach(each -> each.factory.awaitSynced(Duration.ofMinutes(2)));
    return RawApi.JSON.getNodeFactory().numberNode((System.nanoTime() - begin) / 1_000_000);
  }

  private JsonNode answer(String question) {
    return switch (question) {
      case "synced" ->
        RawApi.JSON
            .getNodeFactory()
            .booleanNode(opened.stream().allMatch(each -> each.watched.isSynced()));
      case "report" -> {
        ArrayNode all = RawApi.JSON.createArrayNode();
        opened.forEach(each -> all.add(each.watched.report()));
        yield all;
      }
      case "memory" -> memory();
      case "restart" -> restart();
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
