package dev.informant.benchmarks.transport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import dev.informant.benchmarks.peers.Trusting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;

/**
 * What does it cost to receive watch events, before they are decoded? Opens some watches through one {@link Transport} and counts
 * what comes; prints the processor time of the whole process for an event, of two rounds: the second is warm. A round is over when
 * the server has sent every event and nothing has come for a while.
 *
 * <p>Run by {@code benchmarks/transport}. Arguments: {@code TRANSPORT URL WATCHES EVENTS}, where URL is that of
 * {@code benchmarks/peers/replay} and nobody else watches there.
 */
public final class TransportReads {
  private static final int QUIET_MILLIS = 1000;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final OperatingSystemMXBean OS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final URI server;
  private final HttpClient control;
  private final Received received = new Received();

  private TransportReads(URI server) throws Exception {
    this.server = server;
    this.control = HttpClient.newBuilder().sslContext(Trusting.context()).build();
  }

  public static void main(String[] arguments) throws Exception {
    System.setProperty("jdk.internal.httpclient.disableHostnameVerification", "true");
    Transport transport =
        Transport.valueOf(arguments[0].toUpperCase(Locale.ROOT).replace('-', '_'));
    int watches = Integer.parseInt(arguments[2]);
    int count = Integer.parseInt(arguments[3]);
    TransportReads reads = new TransportReads(URI.create(arguments[1] + "/"));
    transport.open(reads.server, watches, reads.received);
    while (reads.received.opened.sum() < watches) {
      Thread.sleep(2);
    }
    for (int round = 1; round <= 2; round++) {
      System.out.println(reads.round(arguments[0], watches, count, round));
    }
    Runtime.getRuntime().halt(0);
  }

  private String round(String transport, int watches, int count, int round) throws Exception {
    long all = (long) watches * count;
    long sent = sent();
    received.bytes.reset();
    received.pieces.reset();
    long cpu = OS.getProcessCpuTime();
    get("replay/start?events=" + count);
    double micros;
    do {
      awaitQuiet();
      micros = (OS.getProcessCpuTime() - cpu) / 1000.0;
    } while (sent() - sent < all);
    return String.format(
        Locale.ROOT,
        "{\"transport\":\"%s\",\"server\":\"%s\",\"watches\":%d,\"events\":%d,\"round\":%d,\"cpu_us_per_event\":%.1f,"
            + "\"bytes_per_event\":%d,\"bytes_per_piece\":%d}",
        transport,
        server.getScheme(),
        watches,
        count,
        round,
        micros / all,
        received.bytes.sum() / all,
        received.bytes.sum() / Math.max(1, received.pieces.sum()));
  }

  private void awaitQuiet() throws InterruptedException {
    long before = -1;
    for (long now = 0; now == 0 || now != before; now = received.bytes.sum()) {
      before = now;
      Thread.sleep(QUIET_MILLIS);
    }
  }

  private long sent() throws IOException, InterruptedException {
    return get("replay/stats").path("events_sent").asLong();
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(server.resolve(path)).build();
    return JSON.readTree(
        control.send(request, HttpResponse.BodyHandlers.ofByteArray()).body());
  }
}
