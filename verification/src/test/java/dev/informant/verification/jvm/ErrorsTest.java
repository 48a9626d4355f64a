package dev.informant.verification.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.HealthCheck;
import dev.informant.informer.Index;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.fast.FastCodec;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.HttpSource;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.ObjectAccessor;
import dev.informant.source.BackoffPolicy;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever Error comes out of code that is called by an informer, it is reported, harms nobody else, and the cache
 * comes to hold what the server holds. Only an OutOfMemoryError outside of a handler ends the informer.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class ErrorsTest {
  private static final BackoffPolicy QUICK = new BackoffPolicy(
      Duration.ofMillis(20), 2, Duration.ofMillis(200), 0, Duration.ofSeconds(10));

  private enum Place {
    HANDLER,
    FILTER,
    TRANSFORM,
    INDEX,
    OBSERVER
  }

  /** Throws three times when it is armed. */
  private static final class Mine {
    private final Supplier<Error> error;
    private final AtomicInteger left = new AtomicInteger();

    Mine(Supplier<Error> error) {
      this.error = error;
    }

    void step() {
      if (left.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
        throw error.get();
      }
    }
  }

  private static Error error(String name) {
    return switch (name) {
      case "OutOfMemoryError" -> new OutOfMemoryError("planted");
      case "InternalError" -> new InternalError("planted");
      case "StackOverflowError" -> new StackOverflowError("planted");
      case "NoClassDefFoundError" -> new NoClassDefFoundError("planted");
      default -> new AssertionError("planted");
    };
  }

  @ParameterizedTest
  @CsvSource({
    "HANDLER,OutOfMemoryError",
    "HANDLER,StackOverflowError",
    "HANDLER,AssertionError",
    "FILTER,OutOfMemoryError",
    "FILTER,NoClassDefFoundError",
    "TRANSFORM,InternalError",
    "TRANSFORM,NoClassDefFoundError",
    "TRANSFORM,StackOverflowError",
    "INDEX,InternalError",
    "INDEX,NoClassDefFoundError",
    "OBSERVER,StackOverflowError",
    "OBSERVER,AssertionError"
  })
  void anErrorIsReportedAndRepaired(Place place, String name) throws Exception {
    Mine mine = new Mine(() -> error(name));
    Set<String> reported = ConcurrentHashMap.newKeySet();
    InformerObserver observer = new Reports(reported, place == Place.OBSERVER ? mine : null);
    try (ApiServer server = ApiServer.builder().plainHttp().start();
        KubernetesClient client =
            new KubernetesClientBuilder().withConfig(config(server)).build();
        SharedInformerFactory informers = SharedInformerFactory.builder(config(server))
            .options(options -> options
                .backoff(QUICK)
                .observer(resource -> observer)
                .transform(object -> {
                  if (place == Place.TRANSFORM) {
                    mine.step();
                  }
                  return object;
                }))
            .build()) {
      Informer<ConfigMap> maps = informers.core().v1().configMaps().informer();
      Index<ConfigMap> byValue = maps.indexAll("value", map -> {
        if (place == Place.INDEX) {
          mine.step();
        }
        return List.of(map.getData().getOrDefault("value", ""));
      });
      Map<String, String> told = new ConcurrentHashMap<>();
      ResourceEventHandler<ConfigMap> teller = ResourceEventHandler.<ConfigMap>builder()
          .onAdd((map, initial) -> told.put(map.getMetadata().getName(), value(map)))
          .onUpdate((before, after) -> told.put(after.getMetadata().getName(), value(after)))
          .build();
      maps.addHandler(teller);
      HandlerOptions<ConfigMap> options = HandlerOptions.defaults();
      Registration<ConfigMap> troubled = maps.addHandler(
          ResourceEventHandler.<ConfigMap>builder()
              .onAdd((map, initial) -> trouble(place, Place.HANDLER, mine))
              .onUpdate((before, after) -> trouble(place, Place.HANDLER, mine))
              .build(),
          options.withFilter(map -> {
            trouble(place, Place.FILTER, mine);
            return true;
          }));
      informers.start();
      maps.awaitSynced(Duration.ofSeconds(60));
      mine.left.set(3);
      for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 10; i++) {
          write(client, "map-" + i, Integer.toString(round));
        }
      }
      eventually("the mine is used up", () -> mine.left.get() == 0);
      // What was left out by a failing transform comes back with the next state.
      for (int i = 0; i < 10; i++) {
        write(client, "map-" + i, "last");
      }
      eventually(
          "the cache holds the last states: " + maps.state(),
          () -> maps.snapshot().list().stream()
                  .filter(map -> value(map).equals("last"))
                  .count()
              == 10);
      eventually(
          "so does the other handler",
          () -> told.values().stream().filter("last"::equals).count() == 10);
      eventually("the index too", () -> byValue.get("last").size() == 10);
      assertThat(troubled.isActive()).isTrue();
      if (place != Place.OBSERVER) {
        eventually(
            "it was reported", () -> reported.stream().anyMatch(said -> said.contains(name)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void outOfMemoryInTheDecoderEndsTheInformer(boolean inTheFirstList) throws Exception {
    Mine mine = new Mine(() -> error("OutOfMemoryError"));
    try (ApiServer server = ApiServer.builder().plainHttp().start();
        KubernetesClient client =
            new KubernetesClientBuilder().withConfig(config(server)).build();
        ApiConnection connection = ApiConnection.of(config(server))) {
      Codec<ConfigMap> codec = new Mined<>(FastCodec.of(ConfigMap.class), mine);
      write(client, "map", "first");
      try (SharedIndexInformer<ConfigMap> maps = SharedIndexInformer.builder(
              HttpSource.builder(connection, Resource.of(ConfigMap.class), codec)
                  .build(),
              codec.accessor())
          .backoff(QUICK)
          .build()) {
        mine.left.set(inTheFirstList ? 1 : 0);
        maps.start();
        if (!inTheFirstList) {
          maps.awaitSynced(Duration.ofSeconds(60));
          mine.left.set(1);
          write(client, "map", "second");
        }
        eventually(
            "the state names the cause",
            () -> maps.state() instanceof InformerState.Closed closed
                && closed.cause() instanceof OutOfMemoryError);
        assertThat(HealthCheck.of(() -> List.of(maps)).look().isLive()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = "InternalError")
  void anErrorOfTheDecoderIsReportedAndRepaired(String name) throws Exception {
    Mine mine = new Mine(() -> error(name));
    Set<String> reported = ConcurrentHashMap.newKeySet();
    try (ApiServer server = ApiServer.builder().plainHttp().start();
        KubernetesClient client =
            new KubernetesClientBuilder().withConfig(config(server)).build();
        ApiConnection connection = ApiConnection.of(config(server))) {
      Codec<ConfigMap> codec = new Mined<>(FastCodec.of(ConfigMap.class), mine);
      for (int i = 0; i < 10; i++) {
        write(client, "map-" + i, "first");
      }
      try (SharedIndexInformer<ConfigMap> maps = SharedIndexInformer.builder(
              HttpSource.builder(connection, Resource.of(ConfigMap.class), codec)
                  .build(),
              codec.accessor())
          .backoff(QUICK)
          .observer(new Reports(reported, null))
          .build()) {
        mine.left.set(3);
        maps.start();
        eventually("all are cached in the end", () -> holds(maps, "first"));
        assertThat(mine.left).hasValue(0);
        eventually(
            "it was reported", () -> reported.stream().anyMatch(said -> said.contains(name)));
        reported.clear();
        mine.left.set(3);
        for (int i = 0; i < 10; i++) {
          write(client, "map-" + i, "second");
        }
        eventually("the mine is used up", () -> mine.left.get() == 0);
        for (int i = 0; i < 10; i++) {
          write(client, "map-" + i, "last");
        }
        eventually("all changes are cached in the end", () -> holds(maps, "last"));
        eventually(
            "it was reported again", () -> reported.stream().anyMatch(said -> said.contains(name)));
      }
    }
  }

  private static boolean holds(Informer<ConfigMap> maps, String value) {
    return maps.snapshot().list().stream()
            .filter(map -> value(map).equals(value))
            .count()
        == 10;
  }

  /** Decodes as another codec does, but steps on the mine first. */
  private record Mined<T>(Codec<T> whole, Mine mine) implements Codec<T> {
    @Override
    public T decode(byte[] bytes, int offset, int length) {
      mine.step();
      return whole.decode(bytes, offset, length);
    }

    @Override
    public ObjectAccessor<T> accessor() {
      return whole.accessor();
    }

    @Override
    public TypeMeta expected() {
      return whole.expected();
    }

    @Override
    public TypeMeta typeOf(T object) {
      return whole.typeOf(object);
    }
  }

  private static void trouble(Place place, Place here, Mine mine) {
    if (place == here) {
      mine.step();
    }
  }

  private static String value(ConfigMap map) {
    return map.getData() == null ? "" : map.getData().getOrDefault("value", "");
  }

  private static void write(KubernetesClient client, String name, String value) {
    client
        .resource(new ConfigMapBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace("default")
            .endMetadata()
            .withData(Map.of("value", value))
            .build())
        .createOr(existing -> existing.update());
  }

  private static Config config(ApiServer server) {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(server.url())
        .withConnectionTimeout(120_000)
        .withRequestTimeout(120_000)
        .build();
  }

  private static void eventually(String what, BooleanSupplier condition)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    CountDownLatch never = new CountDownLatch(1);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      never.await(20, TimeUnit.MILLISECONDS);
    }
  }

  private static final class Reports implements InformerObserver {
    private final Set<String> reported;
    private final @Nullable Mine mine;

    Reports(Set<String> reported, @Nullable Mine mine) {
      this.reported = reported;
      this.mine = mine;
    }

    private void heard(Throwable failure) {
      for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
        reported.add(cause.toString());
      }
    }

    @Override
    public void onEvent(InformerEvent event) {
      if (event instanceof InformerEvent.Received) {
        received();
      } else if (event instanceof InformerEvent.Failed failed) {
        failed(failed.cause());
      } else if (event instanceof InformerEvent.Skipped skipped) {
        skipped(skipped.cause());
      } else if (event instanceof InformerEvent.HandlerFailed handlerFailed) {
        handlerFailed(handlerFailed.cause());
      } else if (event instanceof InformerEvent.IndexFailed indexFailed) {
        indexFailed(indexFailed.cause());
      }
    }

    private void received() {
      if (mine != null) {
        mine.step();
      }
    }

    private void failed(Throwable cause) {
      heard(cause);
    }

    private void skipped(Throwable cause) {
      heard(cause);
    }

    private void handlerFailed(Throwable failure) {
      heard(failure);
    }

    private void indexFailed(Throwable failure) {
      heard(failure);
    }
  }
}
