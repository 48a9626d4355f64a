package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.internal.compact.Compression;
import dev.informant.kubernetes.transport.ScriptedServer;
import dev.informant.runtime.EngineRuntime;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What keeps a processor busy for long is done where no handler waits for it. */
@Timeout(120)
class BackgroundWorkTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir
  Path directory;

  private final FakeApi api = new FakeApi();
  private final ScriptedServer server = new ScriptedServer(api);
  private final Config config =
      new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build();
  private final EngineRuntime runtime = EngineRuntime.create("own", 1);
  private final CompletableFuture<String> trainer = new CompletableFuture<>();
  private final Set<String> readers = ConcurrentHashMap.newKeySet();

  @BeforeEach
  void servePods() {
    api.collections.put(
        "/api/v1/pods",
        IntStream.range(0, 2000)
            .mapToObj(i -> FakeApi.object(
                "team-" + i % 7, "pod-" + i, "" + (i + 1), ",\"spec\":{\"nodeName\":\"n\"}"))
            .collect(Collectors.joining(",")));
  }

  @AfterEach
  void close() throws Exception {
    api.over.countDown();
    server.close();
    runtime.close();
  }

  /** Notes which threads train, and which decompress. */
  private final class Watched implements Compression {
    private final Compression deflate = Compression.deflate();

    @Override
    public String name() {
      return deflate.name();
    }

    @Override
    public byte @Nullable [] train(List<byte[]> samples) {
      trainer.complete(Thread.currentThread().getName());
      return deflate.train(samples);
    }

    @Override
    public Coder coder(byte[] dictionary) {
      Coder coder = deflate.coder(dictionary);
      return new Coder() {
        @Override
        public byte[] dictionary() {
          return coder.dictionary();
        }

        @Override
        public int bound(int length) {
          return coder.bound(length);
        }

        @Override
        public int compress(byte[] source, byte[] target, int at) {
          return coder.compress(source, target, at);
        }

        @Override
        public void decompress(byte[] source, int from, byte[] target) {
          readers.add(Thread.currentThread().getName());
          coder.decompress(source, from, target);
        }
      };
    }
  }

  private void sync(SharedInformerFactoryBuilder builder) throws Exception {
    try (SharedInformerFactory factory = builder
        .runtime(runtime)
        .options(options -> options.compression(new Watched()))
        .build()) {
      factory.start();
      factory.core().v1().pods().informer().awaitSynced(LIMIT);
    }
  }

  @Test
  void dictionariesAreTrainedInTheBackground() throws Exception {
    sync(SharedInformerFactory.builder(config).cacheForm(CacheForm.COMPACT));
    assertThat(trainer.get(60, TimeUnit.SECONDS)).startsWith("own/background");
  }

  @Test
  void savedCachesAreReadInTheBackground() throws Exception {
    sync(SharedInformerFactory.builder(config).cacheDirectory(directory));
    readers.clear();
    sync(SharedInformerFactory.builder(config).cacheDirectory(directory));
    assertThat(readers).isNotEmpty().allMatch(name -> name.startsWith("own/background"));
  }
}
