package dev.informant.benchmarks.transport;

import com.sun.management.OperatingSystemMXBean;
import dev.informant.benchmarks.peers.Trusting;
import dev.informant.kubernetes.transport.ApiConnection;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.LongAdder;

/**
 * What does it cost to receive watch events, before they are decoded? Opens some watches through one HTTP client and counts
 * the events (line breaks) of each; prints the processor time of the whole process for an event, of two rounds: the second is warm.
 *
 * <p>Run by {@code benchmarks/transport}. Arguments: {@code vertx|jdk|jdk-direct URL WATCHES EVENTS}, where URL is that of {@code benchmarks/peers/replay}. {@code vertx} is the
 * client that informers use, with all that is ours about it; {@code jdk} the JDK's with its own executor, {@code jdk-direct} with one that
 * runs at once.
 */
public final class TransportReads {
  private static final String WATCH = "api/v1/pods?watch=true&resourceVersion=900000000";
  private static final OperatingSystemMXBean OS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final LongAdder events = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder calls = new LongAdder();
  private final LongAdder opened = new LongAdder();

  private TransportReads() {}

  public static void main(String[] arguments) throws Exception {
    System.setProperty("jdk.internal.httpclient.disableHostnameVerification", "true");
    URI server = URI.create(arguments[1] + "/");
    int watches = Integer.parseInt(arguments[2]);
    int count = Integer.parseInt(arguments[3]);
    TransportReads reads = new TransportReads();
    reads.open(arguments[0], server, watches);
    await(reads.opened, watches);
    HttpClient control = jdk(/* direct= */ false);
    for (int round = 1; round <= 2; round++) {
      reads.bytes.reset();
      reads.calls.reset();
      long want = reads.events.sum() + (long) watches * count;
      long cpu = OS.getProcessCpuTime();
      long began = System.nanoTime();
      control.send(
          HttpRequest.newBuilder(server.resolve("replay/start?events=" + count))
              .POST(HttpRequest.BodyPublishers.noBody())
              .build(),
          HttpResponse.BodyHandlers.discarding());
      await(reads.events, want);
      double all = (double) watches * count;
      System.out.printf(
          "{\"transport\":\"%s\",\"server\":\"%s\",\"watches\":%d,\"events\":%d,\"round\":%d,\"cpu_us_per_event\":%.1f,"
              + "\"wall_us_per_event\":%.1f,\"bytes_per_call\":%d}%n",
          arguments[0],
          server.getScheme(),
          watches,
          count,
          round,
          (OS.getProcessCpuTime() - cpu) / 1000.0 / all,
          (System.nanoTime() - began) / 1000.0 / all,
          reads.bytes.sum() / Math.max(1, reads.calls.sum()));
    }
    Runtime.getRuntime().halt(0);
  }

  private void open(String transport, URI server, int watches) throws Exception {
    if (transport.equals("vertx")) {
      Config config = new ConfigBuilder(Config.empty())
          .withMasterUrl(server.toString())
          .withTrustCerts(true)
          .build();
      ApiConnection connection = ApiConnection.of(config);
      for (int i = 0; i < watches; i++) {
        WatchedBytes.open(connection, this::received, opened::increment);
      }
    } else {
      HttpClient client = jdk(transport.equals("jdk-direct"));
      for (int i = 0; i < watches; i++) {
        client.sendAsync(HttpRequest.newBuilder(server.resolve(WATCH)).build(), head -> {
          opened.increment();
          return new CountingBody(this::received);
        });
      }
    }
  }

  private void received(int lines, int length) {
    events.add(lines);
    bytes.add(length);
    calls.increment();
  }

  private static HttpClient jdk(boolean direct) throws Exception {
    HttpClient.Builder client = HttpClient.newBuilder().sslContext(Trusting.context());
    return direct ? client.executor(Runnable::run).build() : client.build();
  }

  private static void await(LongAdder counter, long wanted) throws InterruptedException {
    while (counter.sum() < wanted) {
      Thread.sleep(2);
    }
  }
}
