package dev.informant.verification.figures;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * Many watches of one resource, a hundred to a connection, and events that must reach all of them. Its methods may
 * be called from one thread.
 */
final class Fanout {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final int PER_CONNECTION = 100;
  private static final int OPENING = 50;
  private static final long PATIENCE_SECONDS = 300;
  private static final Pattern VERSION = Pattern.compile("\"resourceVersion\":\"([0-9]+)\"");

  private final Load load;
  private final int watches;
  private final SSLContext trust;
  private volatile CountDownLatch expected = new CountDownLatch(0);
  private final AtomicInteger ended = new AtomicInteger();

  Fanout(Subject subject, Load load, int watches) throws IOException {
    this.load = load;
    this.watches = watches;
    this.trust = subject.trust();
  }

  /** Opens all watches; they stay open until this process ends. */
  void open() throws IOException, InterruptedException {
    String list =
        new String(load.send(load.request(MAPS + "?limit=1").build()), StandardCharsets.UTF_8);
    Matcher version = VERSION.matcher(list);
    if (!version.find()) {
      throw new IOException("a list without a resourceVersion");
    }
    HttpRequest watch = load.request(
            MAPS + "?watch=1&timeoutSeconds=1000&resourceVersion=" + version.group(1))
        .build();
    ExecutorService executor = Executors.newFixedThreadPool(4, task -> {
      Thread thread = new Thread(task, "watcher");
      thread.setDaemon(true);
      return thread;
    });
    CountDownLatch opened = new CountDownLatch(watches);
    Semaphore opening = new Semaphore(OPENING);
    List<HttpClient> clients = new ArrayList<>();
    for (int i = 0; i < watches; i++) {
      if (i % PER_CONNECTION == 0) {
        HttpClient client =
            HttpClient.newBuilder().sslContext(trust).executor(executor).build();
        // The first answer makes the connection that the others share.
        client.send(load.request("/version").build(), HttpResponse.BodyHandlers.discarding());
        clients.add(client);
      }
      opening.acquire();
      clients
          .get(i / PER_CONNECTION)
          .sendAsync(watch, head -> {
            if (head.statusCode() == 200) {
              opened.countDown();
            }
            opening.release();
            return HttpResponse.BodySubscribers.fromSubscriber(new Lines());
          })
          .whenComplete((answer, failure) -> ended.incrementAndGet());
    }
    await(opened, "watches are open");
  }

  /** Changes one object {@code events} times; returns how long until every watch has had every event. */
  Duration send(int events) throws IOException, InterruptedException {
    CountDownLatch all = new CountDownLatch(Math.multiplyExact(watches, events));
    expected = all;
    long begun = System.nanoTime();
    for (int i = 0; i < events; i++) {
      load.send(load.request(MAPS)
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(
              "{\"metadata\":{\"generateName\":\"fanout-\"},\"data\":{\"k\":\"" + "v".repeat(500)
                  + "\"}}"))
          .build());
    }
    await(all, "events have arrived");
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private void await(CountDownLatch latch, String what) throws IOException, InterruptedException {
    if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("after " + PATIENCE_SECONDS + " s not all " + what + ": "
          + latch.getCount() + " are missing, and " + ended + " watches have ended");
    }
  }

  /** Counts the lines of one watch. */
  private final class Lines implements Flow.Subscriber<List<ByteBuffer>> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      for (ByteBuffer buffer : buffers) {
        while (buffer.hasRemaining()) {
          if (buffer.get() == '\n') {
            expected.countDown();
          }
        }
      }
    }

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }
}
