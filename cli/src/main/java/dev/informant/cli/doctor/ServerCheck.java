package dev.informant.cli.doctor;

import dev.informant.cli.CommandException;
import dev.informant.cli.Words;
import dev.informant.cli.cluster.ApiClient;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Finds out what a server can do that makes informers cheaper or safer. Used by one thread. */
public final class ServerCheck {
  private static final String JSON = "application/json";
  private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(10);
  private static final int CONNECT_MILLIS = 5_000;
  private static final int COMPRESSED_FROM = 128 * 1024;
  // A server sends a bookmark two seconds before the end of a watch.
  private static final int WATCH_SECONDS = 5;
  private static final String WATCH =
      "?watch=true&allowWatchBookmarks=true&timeoutSeconds=" + WATCH_SECONDS;
  private static final String EXPIRED = "\"code\":410";
  private static final String END_OF_LIST = "k8s.io/initial-events-end";
  private static final String BOOKMARKS_SENT = "sent: watches of quiet kinds can be resumed";
  private static final String BOOKMARK = "\"BOOKMARK\"";

  private final Config config;
  private final ApiClient client;
  private final InstantSource now;

  public ServerCheck(Config config, ApiClient client, InstantSource now) {
    this.config = config;
    this.client = client;
    this.now = now;
  }

  /** {@code example} is a kind that may be watched; null if there is none. */
  public List<Finding> findings(@Nullable Resource example, String namespace) {
    List<Finding> findings = new ArrayList<>();
    findings.add(version());
    findings.add(clock());
    findings.addAll(streamingLists(example, namespace));
    findings.add(compression());
    findings.add(Finding.good("transport", client.transport()));
    findings.add(http2());
    return findings;
  }

  private Finding version() {
    try {
      return Finding.good(
          "server",
          client.server() + ", " + client.get("/version").path("gitVersion").asText("?"));
    } catch (CommandException refused) {
      return Finding.remark("server", client.server() + " did not report its version", "");
    }
  }

  private Finding clock() {
    Instant before = now.instant();
    String header = client.exchange("/version", JSON, "identity").header("Date");
    Instant after = now.instant();
    if (header == null) {
      return Finding.remark("clock", "the server sent no Date header", "");
    }
    try {
      Instant there =
          ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      // The header is cut off to a second.
      Duration off = there.isAfter(after)
          ? Duration.between(after, there)
          : there.plusSeconds(1).isBefore(before)
              ? Duration.between(there.plusSeconds(1), before)
              : Duration.ZERO;
      String way = there.isAfter(after) ? "ahead of" : "behind";
      if (off.compareTo(CLOCK_TOLERANCE) <= 0) {
        return Finding.good(
            "clock",
            off.isZero()
                ? "within one second of the local clock, the precision of the Date header"
                : seconds(off) + " s " + way + " the local clock");
      }
      return Finding.problem(
          "clock",
          "the server's clock is " + Words.time(off) + " " + way + " the local clock",
          "synchronize both with NTP; otherwise leases, tokens and ages are wrong by as much");
    } catch (DateTimeParseException unreadable) {
      return Finding.remark("clock", "invalid Date header: " + header, "");
    }
  }

  /** Begun ones count. */
  private static long seconds(Duration time) {
    return time.plusSeconds(1).minusNanos(1).toSeconds();
  }

  private List<Finding> streamingLists(@Nullable Resource example, String namespace) {
    if (example == null) {
      return List.of(
          Finding.remark("watch-list", "not checked: no kind can be listed and watched", ""));
    }
    String path = "/" + example.path(example.namespaced() ? namespace : "");
    ApiClient.Heard list = client.hear(
        path + WATCH + "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
        text -> text.contains(END_OF_LIST));
    if (list.isSuccessful() && list.text().contains(END_OF_LIST)) {
      return List.of(
          Finding.good("watch-list", "supported: the initial list is streamed"),
          Finding.good("bookmarks", BOOKMARKS_SENT));
    }
    String why = list.isSuccessful()
        ? "not supported: the server did not mark the end of the initial list"
        : "refused (" + list.status() + ")";
    return List.of(
        Finding.remark(
            "watch-list",
            why + "; lists are fetched in one response or in pages",
            "upgrade to Kubernetes 1.34 or later, or enable the feature gate WatchList"),
        list.text().contains(BOOKMARK)
            ? Finding.good("bookmarks", BOOKMARKS_SENT)
            : bookmarks(path));
  }

  /** A server sends a bookmark before a watch ends if anything has changed since the version it began at. */
  private Finding bookmarks(String path) {
    String old = client
        .get(path + "?limit=1")
        .path("items")
        .path(0)
        .path("metadata")
        .path("resourceVersion")
        .asText("0");
    String heard = bookmark(path, old);
    if (!heard.contains(BOOKMARK) && heard.contains(EXPIRED)) {
      heard = bookmark(path, "0");
    }
    return heard.contains(BOOKMARK)
        ? Finding.good("bookmarks", BOOKMARKS_SENT)
        : Finding.remark(
            "bookmarks",
            "none in a watch of " + WATCH_SECONDS + " s; inconclusive if no object changed",
            "if informers list often, check for a proxy that drops bookmarks");
  }

  private String bookmark(String path, String version) {
    return client
        .hear(path + WATCH + "&resourceVersion=" + version, text -> text.contains(BOOKMARK))
        .text();
  }

  /** Servers compress only large responses, so large ones are requested. */
  private Finding compression() {
    boolean large = false;
    for (String path : List.of("/openapi/v2", "/api/v1/pods?limit=500")) {
      HttpResponse<byte[]> answer = client.exchange(path, JSON, "gzip");
      if (answer.isSuccessful() && "gzip".equalsIgnoreCase(answer.header("Content-Encoding"))) {
        return Finding.good("gzip", "large responses are compressed");
      }
      byte[] body = answer.body();
      large |= answer.isSuccessful() && body != null && body.length > COMPRESSED_FROM;
    }
    return large
        ? Finding.remark(
            "gzip",
            "responses are not compressed",
            "check --disable-compression of the server, and the proxies in front of it")
        : Finding.remark("gzip", "not checked: no response was large enough to be compressed", "");
  }

  private Finding http2() {
    URI uri = URI.create(client.server());
    if (!"https".equals(uri.getScheme())) {
      return Finding.remark("HTTP/2", "not available without TLS", "use https");
    }
    int port = uri.getPort() < 0 ? 443 : uri.getPort();
    try (SSLSocket socket =
        (SSLSocket) SSLUtils.sslContext(config).getSocketFactory().createSocket()) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
      socket.setSSLParameters(parameters);
      socket.setSoTimeout(CONNECT_MILLIS);
      socket.connect(new InetSocketAddress(uri.getHost(), port), CONNECT_MILLIS);
      socket.startHandshake();
      return "h2".equals(socket.getApplicationProtocol())
          ? Finding.good("HTTP/2", "available: watches share one connection")
          : Finding.remark(
              "HTTP/2",
              "not available: every watch uses its own connection",
              "check proxies between here and the server");
    } catch (IOException | GeneralSecurityException failed) {
      return Finding.remark("HTTP/2", "not checked: " + failed.getMessage(), "");
    }
  }
}
