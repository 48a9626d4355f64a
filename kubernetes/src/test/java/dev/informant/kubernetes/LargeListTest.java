package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.Informer;
import dev.informant.kubernetes.transport.ScriptedServer;
import dev.informant.source.WatchListPolicy;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A list much larger than the cache it becomes is never held, neither as bytes nor as objects. Heap is looked at
 * after a collection, while the list is under way: what is alive then is what the list needs.
 */
@Timeout(300)
class LargeListTest {
  private static final int PODS = 20_000;
  private static final int LOOKS = 4;
  private static final long MEGABYTE = 1 << 20;

  /** Six kilobytes of pod, of which a transform keeps little: what it drops must not pile up. */
  private static final String FILLER = "x".repeat(6_000);

  private final List<Long> whileListing = new CopyOnWriteArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);

  private static long liveHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(
          least, Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
    }
    return least;
  }

  private void write(ScriptedServer.Request request, OutputStream out)
      throws IOException, InterruptedException {
    if (request.isWatch()) {
      ScriptedServer.beginChunks(out);
      over.await();
      return;
    }
    ScriptedServer.beginChunks(out);
    ScriptedServer.chunk(
        out,
        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"10\"},\"items\":[");
    for (int i = 0; i < PODS; i++) {
      ScriptedServer.chunk(
          out,
          (i == 0 ? "" : ",") + "{\"metadata\":{\"namespace\":\"n\",\"name\":\"pod-" + i
              + "\",\"uid\":\"u" + i + "\",\"resourceVersion\":\"" + (i + 1)
              + "\",\"annotations\":{\"big\":\"" + FILLER + i
              + "\"}},\"spec\":{\"nodeName\":\"node-" + i % 100
              + "\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
      if ((i + 1) % (PODS / LOOKS) == 0) {
        whileListing.add(liveHeap());
      }
    }
    ScriptedServer.chunk(out, "]}");
    ScriptedServer.endChunks(out);
  }

  @Test
  void aListNeedsLittleMoreHeapThanTheCacheItBecomes() {
    ScriptedServer server = new ScriptedServer(this::write);
    Config config =
        new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build();
    long before = liveHeap();
    try (SharedInformerFactory informers = SharedInformerFactory.builder(config)
        .options(options -> options.watchList(WatchListPolicy.NEVER))
        .kind(Pod.class, options -> options.transform(Transforms.keepOnly("spec.nodeName")))
        .build()) {
      Informer<Pod> pods = informers.core().v1().pods().informer();
      informers.start();
      pods.awaitSynced(Duration.ofMinutes(4));
      assertThat(pods.snapshot().size()).isEqualTo(PODS);
      long cache = liveHeap() - before;
      long sent = (long) PODS * FILLER.length();
      assertThat(whileListing).hasSize(LOOKS);
      assertThat(whileListing)
          .allSatisfy(alive -> assertThat(alive - before)
              .as(
                  "alive while %d MB were sent; the cache is %d MB",
                  sent / MEGABYTE, cache / MEGABYTE)
              .isLessThan(cache * 5 / 4 + 16 * MEGABYTE));
      // Otherwise it would show nothing. The mutation detector's copies are in it.
      assertThat(cache).isLessThan(sent * 3 / 4);
    } finally {
      over.countDown();
      server.close();
    }
  }

  /** The first objects arrive while the server has not even made up its mind about the rest. */
  @Test
  void objectsAreDecodedWhileTheListIsStillBeingSent() throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    ScriptedServer server = new ScriptedServer((request, out) -> {
      ScriptedServer.beginChunks(out);
      if (request.isWatch()) {
        over.await();
        return;
      }
      ScriptedServer.chunk(
          out, "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"10\"},\"items\":[");
      ScriptedServer.chunk(out, FakeApi.object("n", "first", "1", ""));
      seen.await(); // for ever, if the client waits for the whole list
      ScriptedServer.chunk(out, "," + FakeApi.object("n", "second", "2", "") + "]}");
      ScriptedServer.endChunks(out);
    });
    Config config =
        new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build();
    try (SharedInformerFactory informers = SharedInformerFactory.builder(config)
        .options(options -> options.watchList(WatchListPolicy.NEVER))
        .kind(
            Pod.class,
            options -> options.transform(pod -> {
              seen.countDown();
              return pod;
            }))
        .build()) {
      Informer<Pod> pods = informers.core().v1().pods().informer();
      informers.start();
      pods.awaitSynced(Duration.ofMinutes(2));
      assertThat(pods.snapshot().keys()).containsExactlyInAnyOrder("n/first", "n/second");
    } finally {
      over.countDown();
      server.close();
    }
  }
}
