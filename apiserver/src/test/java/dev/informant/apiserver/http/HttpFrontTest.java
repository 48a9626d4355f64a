package dev.informant.apiserver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.core.ApiRequest;
import dev.informant.apiserver.core.ApiResponse;
import dev.informant.apiserver.tls.CertificateAuthority;
import dev.informant.apiserver.tls.ServerTls;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class HttpFrontTest {
  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

  private final BlockingQueue<ApiRequest> requests = new LinkedBlockingQueue<>();
  private final FakeStream stream = new FakeStream();
  private volatile Backend.Answer answer = complete(200, "{\"a\":[1,{}],\"b\":\"x:,\\\"\"}");
  private HttpFront front;

  @AfterEach
  void stop() {
    if (front != null) {
      front.close();
    }
  }

  private void start(Duration idle, SSLContext tls, boolean compressWatches) throws IOException {
    front = new HttpFront(
        new HttpOptions("127.0.0.1", 0, tls, 1000, 1000, idle, compressWatches),
        (authorization, certificates) ->
            "Bearer wrong".equals(authorization) ? null : Identity.ANONYMOUS,
        request -> {
          requests.add(request);
          return CompletableFuture.completedFuture(answer);
        });
    front.start();
  }

  private void start() throws IOException {
    start(Duration.ofSeconds(90), null, false);
  }

  private static Backend.Answer complete(int status, String body) {
    return new Backend.Answer(new ApiResponse.Complete(status, JSON, body.getBytes(UTF_8)));
  }

  private HttpRequest.Builder get(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front.port() + path));
  }

  /** A connection that does not wait for ever: a blocked read cannot be interrupted. */
  private Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", front.port());
    socket.setSoTimeout(60_000);
    return socket;
  }

  /** A client whose connection is open: with HTTP/2 the upgrade has taken place. */
  private HttpClient client(HttpClient.Version version) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(version).build();
    Backend.Answer kept = answer;
    answer = complete(200, "{}");
    assertThat(client.send(get("/").build(), BodyHandlers.ofString()).version()).isEqualTo(version);
    requests.clear();
    answer = kept;
    return client;
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void requestReachesTheBackendWithItsPartsDecoded(HttpClient.Version version) throws Exception {
    start();
    HttpResponse<String> response = client(version)
        .send(
            get("/api/v1/namespaces/a%20b/pods?labelSelector=a%3Db%2Cc&x=1+2&watch&x=3&a;b=1")
                .header("Audit-Id", "abc")
                .POST(HttpRequest.BodyPublishers.ofString("body"))
                .build(),
            BodyHandlers.ofString());
    ApiRequest request = requests.take();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/api/v1/namespaces/a b/pods");
    assertThat(request.query())
        .isEqualTo(Map.of(
            "labelSelector", List.of("a=b,c"), "x", List.of("1 2", "3"), "watch", List.of("")));
    assertThat(new String(request.body(), UTF_8)).isEqualTo("body");
    assertThat(response.version()).isEqualTo(version);
    assertThat(response.headers().firstValue("audit-id")).contains("abc");
    assertThat(response.headers().firstValue("cache-control")).contains("no-cache, private");
    assertThat(response.body()).isEqualTo("{\"a\":[1,{}],\"b\":\"x:,\\\"\"}");
  }

  @Test
  void curlGetsIndentedJson() throws Exception {
    start();
    String body = client(HttpClient.Version.HTTP_1_1)
        .send(get("/").header("User-Agent", "curl/8.1").build(), BodyHandlers.ofString())
        .body();
    assertThat(body).isEqualTo("{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": \"x:,\\\"\"\n}");
  }

  @Test
  void wrongCredentialsAreAnsweredWithAStatus() throws Exception {
    start();
    HttpResponse<String> response = client(HttpClient.Version.HTTP_1_1)
        .send(get("/").header("Authorization", "Bearer wrong").build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(response.body()).contains("\"reason\":\"Unauthorized\",\"code\":401");
    assertThat(requests).isEmpty();
  }

  @Test
  void refusalOverHttp2TakesNoMoreStreamsAndLeavesThoseThereAlone() throws Exception {
    start();
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    try (RawHttp2 client = new RawHttp2(connect())) {
      client.get(1, "/", null);
      assertThat(client.next().isHeaders(1)).isTrue();
      client.get(3, "/", "Bearer wrong");
      assertThat(client.next().isHeaders(3)).isTrue();
      RawHttp2.Frame body = client.next();
      while (!body.endsStream(3)) {
        body = client.next();
      }
      RawHttp2.Frame farewell = client.next();
      assertThat(farewell.isGoAway()).isTrue();
      assertThat(farewell.lastStream()).isEqualTo(3);
      assertThat(farewell.error()).isZero();
      stream.send("still here");
      assertThat(client.next().text(1)).isEqualTo("still here\n");
      stream.end();
      RawHttp2.Frame last = client.next();
      assertThat(last.endsStream(1)).isTrue();
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  void quietWatchOutlivesARefusalOnItsConnection() throws Exception {
    start(Duration.ofMillis(300), null, false);
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    try (RawHttp2 client = new RawHttp2(connect())) {
      client.get(1, "/", null);
      assertThat(client.next().isHeaders(1)).isTrue();
      client.get(3, "/", "Bearer wrong");
      while (!client.next().isGoAway()) {}
      assertThat(
              stream.closed.completeOnTimeout(null, 1500, TimeUnit.MILLISECONDS).get())
          .as("idle for several times as long as a connection may be")
          .isNull();
      stream.send("still here");
      assertThat(client.next().text(1)).isEqualTo("still here\n");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1})
  void cutAnswerIsAResetStreamOfHttp2(long afterBytes) throws Exception {
    start();
    answer = new Backend.Answer(complete(200, "{}").response(), new Cut(afterBytes, true));
    try (RawHttp2 client = new RawHttp2(connect())) {
      client.get(1, "/", null);
      RawHttp2.Frame frame = client.next();
      while (!frame.isReset(1)) {
        assertThat(frame.endsStream(1)).isFalse();
        frame = client.next();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void oversizedBodyIsRefused(HttpClient.Version version) throws Exception {
    start();
    for (HttpRequest.BodyPublisher body : List.of(
        HttpRequest.BodyPublishers.ofString("x".repeat(1001)),
        HttpRequest.BodyPublishers.ofString("x".repeat(5000)),
        HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[1001])))) {
      HttpResponse<String> response =
          client(version).send(get("/").POST(body).build(), BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(413);
      assertThat(response.body())
          .contains("Request entity too large: limit is 1000", "RequestEntityTooLarge");
    }
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void watchSendsHeadersAtOnceThenEachEvent(HttpClient.Version version) throws Exception {
    start(Duration.ofMillis(1500), null, false);
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    HttpResponse<InputStream> response =
        client(version).send(get("/watch").build(), BodyHandlers.ofInputStream());
    BufferedReader lines = new BufferedReader(new InputStreamReader(response.body(), UTF_8));
    for (int i = 0; i < 3; i++) {
      stream.send("event " + i);
      assertThat(lines.readLine()).isEqualTo("event " + i);
    }
    // Quiet for longer than the idle time: the watch must live on.
    assertThat(
            stream.closed.completeOnTimeout(null, 3500, TimeUnit.MILLISECONDS).get())
        .isNull();
    stream.send("late");
    assertThat(lines.readLine()).isEqualTo("late");
    for (int i = 0; i < 10_000; i++) {
      stream.send("burst " + i);
    }
    stream.end();
    for (int i = 0; i < 10_000; i++) {
      assertThat(lines.readLine()).isEqualTo("burst " + i);
    }
    assertThat(lines.readLine()).isNull();
  }

  @Test
  void connectionIsUsableAfterAWatchHasEnded() throws Exception {
    start();
    try (Socket socket = connect()) {
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      for (int i = 0; i < 3; i++) {
        FakeStream round = new FakeStream();
        answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, round));
        socket.getOutputStream().write("GET /w HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
        assertThat(in.readLine()).isEqualTo("HTTP/1.1 200 OK");
        round.send("round " + i);
        round.end();
        String line = in.readLine();
        while (!line.equals("0")) {
          line = in.readLine();
        }
        assertThat(in.readLine()).isEmpty();
      }
    }
  }

  @Test
  void clientThatLeavesIsNoticedWithoutAnEvent() throws Exception {
    start();
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    Socket socket = connect();
    socket.getOutputStream().write("GET /w HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
    assertThat(socket.getInputStream().read()).isEqualTo('H');
    socket.close();
    stream.closed.get(60, TimeUnit.SECONDS);
  }

  @Test
  void http2ClientThatLeavesIsNoticedWithoutAnEvent() throws Exception {
    start();
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    InputStream body = client(HttpClient.Version.HTTP_2)
        .send(get("/watch").build(), BodyHandlers.ofInputStream())
        .body();
    body.close();
    stream.closed.get(60, TimeUnit.SECONDS);
  }

  @Test
  void halfClosedWatchIsClosed() throws Exception {
    start();
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    try (Socket socket = connect()) {
      socket.getOutputStream().write("GET /w HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
      assertThat(socket.getInputStream().read()).isEqualTo('H');
      socket.shutdownOutput();
      stream.closed.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void http2ReaderThatDoesNotReadIsCutOff() throws Exception {
    start(Duration.ofSeconds(2), null, false);
    HttpClient client = client(HttpClient.Version.HTTP_2);
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    CompletableFuture<HttpResponse<Void>> unread = client.sendAsync(
        get("/w").build(), info -> HttpResponse.BodySubscribers.fromSubscriber(new Unreading()));
    for (int i = 0; i < 400; i++) {
      stream.send("x".repeat(100_000));
    }
    stream.closed.get(60, TimeUnit.SECONDS);
    unread.cancel(true);
  }

  private static final class Unreading implements Flow.Subscriber<List<ByteBuffer>> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> item) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }

  @Test
  void firstRequestMayBringABodyOrOpenAWatch() throws Exception {
    start();
    HttpClient cold = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    cold.send(
        get("/").POST(HttpRequest.BodyPublishers.ofString("kept")).build(),
        BodyHandlers.ofString());
    assertThat(new String(requests.take().body(), UTF_8)).isEqualTo("kept");
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    HttpClient other =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    other
        .send(get("/pods?watch=1").build(), BodyHandlers.ofInputStream())
        .body()
        .close();
    stream.closed.get(60, TimeUnit.SECONDS);
  }

  @Test
  void readerThatDoesNotReadIsCutOff() throws Exception {
    start(Duration.ofSeconds(2), null, false);
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    try (Socket socket = connect()) {
      socket.getOutputStream().write("GET /w HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
      assertThat(socket.getInputStream().read()).isEqualTo('H');
      for (int i = 0; i < 200; i++) {
        stream.send("x".repeat(100_000));
      }
      stream.closed.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void headersBeyondTheLimitAreRefused() throws Exception {
    start();
    try (Socket socket = connect()) {
      String head = "GET / HTTP/1.1\r\nHost: x\r\nX: " + "x".repeat(1100 * 1024) + "\r\n\r\n";
      CompletableFuture.runAsync(() -> {
        try {
          socket.getOutputStream().write(head.getBytes(UTF_8));
        } catch (IOException refusedBeforeItsEnd) {
          // That is the point.
        }
      });
      assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8))
          .isEqualTo("HTTP/1.1 431");
    }
    assertThat(requests).isEmpty();
  }

  @Test
  void streamsOfAConnectionAreLimited() throws Exception {
    start();
    try (RawHttp2 client = new RawHttp2(connect())) {
      assertThat(client.maxStreams()).isEqualTo(1000);
    }
  }

  @Test
  void manyWatchesShareAFewThreads() throws Exception {
    List<FakeStream> streams = new CopyOnWriteArrayList<>();
    front = new HttpFront(
        new HttpOptions("127.0.0.1", 0, null, 1000, 1000, Duration.ofSeconds(90), false),
        (authorization, certificates) -> Identity.ANONYMOUS,
        request -> {
          if (request.path().equals("/")) {
            return CompletableFuture.completedFuture(answer);
          }
          FakeStream one = new FakeStream();
          streams.add(one);
          return CompletableFuture.completedFuture(
              new Backend.Answer(new ApiResponse.Watch(200, JSON, one)));
        });
    front.start();
    HttpClient client = client(HttpClient.Version.HTTP_2);
    List<InputStream> open = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      open.add(client.send(get("/w").build(), BodyHandlers.ofInputStream()).body());
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.getName().startsWith("informant-apiserver"))
        .hasSizeLessThan(100);
    streams.forEach(one -> one.send("event"));
    for (InputStream body : open) {
      assertThat(new String(body.readNBytes(6), UTF_8)).isEqualTo("event\n");
      body.close();
    }
  }

  @Test
  void garbageIsAnsweredOrClosedAndTheNextClientIsServed() throws Exception {
    start(Duration.ofSeconds(2), null, false);
    for (String garbage : List.of(
        "\u0000\u0001\u0016\u0003 nonsense\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\ngarbage that is no frame at all, really none",
        "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\n")) {
      try (Socket socket = connect()) {
        socket.getOutputStream().write(garbage.getBytes(UTF_8));
        socket.shutdownOutput();
        socket.getInputStream().readAllBytes();
      } catch (SocketException cutOff) {
        assertThat(cutOff).hasMessageMatching("(?i).*(reset|broken pipe).*");
      }
    }
    assertThat(client(HttpClient.Version.HTTP_1_1)
            .send(get("/").build(), BodyHandlers.ofString())
            .statusCode())
        .isEqualTo(200);
  }

  @Test
  void webSocketCarriesOneMessagePerEvent() throws Exception {
    start();
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    WebSocket socket = HttpClient.newHttpClient()
        .newWebSocketBuilder()
        .header("Origin", "http://127.0.0.1")
        .buildAsync(
            URI.create("ws://127.0.0.1:" + front.port() + "/api/v1/pods?watch=1"),
            new WebSocket.Listener() {
              private final StringBuilder text = new StringBuilder();

              @Override
              public CompletionStage<?> onText(WebSocket ws, CharSequence data, boolean last) {
                text.append(data);
                if (last) {
                  messages.add(text.toString());
                  text.setLength(0);
                }
                ws.request(1);
                return null;
              }

              @Override
              public CompletionStage<?> onClose(WebSocket ws, int code, String reason) {
                messages.add("closed " + code);
                return null;
              }
            })
        .get(60, TimeUnit.SECONDS);
    for (int i = 0; i < 500; i++) {
      stream.send("{\"n\":" + i + ",\"fill\":\"" + "x".repeat(i * 50) + "\"}");
    }
    for (int i = 0; i < 500; i++) {
      assertThat(messages.poll(60, TimeUnit.SECONDS))
          .startsWith("{\"n\":" + i + ",")
          .endsWith("}");
    }
    stream.end();
    assertThat(messages.poll(60, TimeUnit.SECONDS)).isEqualTo("closed 1000");
    socket.abort();
  }

  @Test
  void webSocketWithoutAnOriginIsRefusedAsByTheRealServer() throws Exception {
    start();
    for (String origin : List.of("", "Origin: nowhere\r\n", "Origin: http://[\r\n")) {
      FakeStream unread = new FakeStream();
      answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, unread));
      try (Socket socket = connect()) {
        socket
            .getOutputStream()
            .write(("GET /w HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + origin
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
                .getBytes(UTF_8));
        BufferedReader in =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
        assertThat(in.readLine()).startsWith("HTTP/1.1 403");
      }
      unread.closed.get(60, TimeUnit.SECONDS);
    }
  }

  private static String handshake(String rest) {
    return "GET /w HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Origin: http://x\r\n" + rest + "\r\n";
  }

  private static final String SOUND =
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sec-WebSocket-Version: 13\r\n",
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key:\r\n",
        SOUND + "Sec-WebSocket-Extensions: ;;=;\r\n",
        SOUND + "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99\r\n",
      })
  void malformedWebSocketHandshakeIsABadRequestAndEndsItsWatch(String headers) throws Exception {
    start();
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    try (Socket socket = connect()) {
      socket.getOutputStream().write(handshake(headers).getBytes(UTF_8));
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      assertThat(in.readLine())
          .isIn("HTTP/1.1 400 Bad Request", "HTTP/1.1 101 Switching Protocols");
    }
    stream.closed.get(60, TimeUnit.SECONDS);
  }

  @Test
  void webSocketHandshakeWithoutAKeyIsRefusedAsByTheRealServer() throws Exception {
    start();
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    try (Socket socket = connect()) {
      String malformed = handshake("Connection: close\r\nSec-WebSocket-Version: 13\r\n");
      socket.getOutputStream().write(malformed.getBytes(UTF_8));
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.1 400 ")
          .endsWith("mismatch challenge/response");
    }
    stream.closed.get(60, TimeUnit.SECONDS);
  }

  /** What comes after the handshake's answer; ends with "RST" if the connection was reset. */
  private String cutSocket(Cut cut, boolean binary, byte[]... frames) throws Exception {
    FakeStream cutStream = new FakeStream();
    Map<String, String> headers =
        binary ? Map.of("Content-Type", "application/vnd.kubernetes.protobuf;stream=watch") : JSON;
    answer = new Backend.Answer(new ApiResponse.Watch(200, headers, cutStream), cut);
    for (byte[] frame : frames) {
      cutStream.send(frame);
    }
    ByteArrayOutputStream got = new ByteArrayOutputStream();
    try (Socket socket = connect()) {
      socket.getOutputStream().write(handshake(SOUND).getBytes(UTF_8));
      try {
        for (int next; (next = socket.getInputStream().read()) >= 0; ) {
          got.write(next);
        }
      } catch (SocketException reset) {
        got.writeBytes("RST".getBytes(UTF_8));
      }
    }
    cutStream.closed.get(60, TimeUnit.SECONDS);
    String all = got.toString(ISO_8859_1);
    int end = all.indexOf("\r\n\r\n");
    return end < 0 ? all : all.substring(end + 4);
  }

  @Test
  void webSocketIsCutAtTheByteAskedFor() throws Exception {
    start();
    byte[] line = "{\"a\":1}\n".getBytes(UTF_8);
    assertThat(cutSocket(new Cut(-1, true), false)).isEqualTo("RST");
    assertThat(cutSocket(new Cut(-1, false), false)).isEmpty();
    assertThat(cutSocket(new Cut(0, true), false, line)).isEqualTo("RST");
    assertThat(cutSocket(new Cut(5, true), false, line)).isEqualTo("\u0081\u0007{\"a\":RST");
    assertThat(cutSocket(new Cut(5, false), false, line)).isEqualTo("\u0081\u0007{\"a\":");
    assertThat(cutSocket(new Cut(7, true), false, line)).isEqualTo("\u0081\u0007{\"a\":1}RST");
    assertThat(cutSocket(new Cut(9, false), false, line, line))
        .isEqualTo("\u0081\u0007{\"a\":1}\u0081\u0007{\"");
    assertThat(cutSocket(new Cut(3, true), false, "x".repeat(300).getBytes(UTF_8)))
        .isEqualTo("\u0081\u007e\u0001\u002cxxxRST");
    assertThat(cutSocket(new Cut(3, true), false, "x".repeat(70_000).getBytes(UTF_8)))
        .isEqualTo("\u0081\u007f\0\0\0\0\0\u0001\u0011\u0070xxxRST");
    assertThat(cutSocket(new Cut(2, true), true, new byte[] {0, 0, 0, 3, 'a', 'b', 'c'}))
        .isEqualTo("\u0082\u0003abRST");
  }

  @Test
  void bytesThatAreNoFrameReachABinarySocketAsTheyAre() throws Exception {
    start();
    byte[] sound = {0, 0, 0, 2, 'o', 'k'};
    assertThat(cutSocket(new Cut(8, false), true, new byte[] {7}, "{\"a\":".getBytes(UTF_8), sound))
        .isEqualTo("\u0082\u0001\u0007\u0082\u0005{\"a\":\u0082\u0002ok");
  }

  @Test
  void webSocketReaderThatDoesNotReadIsCutOff() throws Exception {
    start(Duration.ofSeconds(2), null, false);
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    try (Socket socket = connect()) {
      socket
          .getOutputStream()
          .write(("GET /w HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  + "Origin: http://x\r\nSec-WebSocket-Version: 13\r\n"
                  + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
              .getBytes(UTF_8));
      assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8))
          .isEqualTo("HTTP/1.1 101");
      for (int i = 0; i < 400; i++) {
        stream.send("x".repeat(100_000));
      }
      stream.closed.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void refusedWebSocketWatchGetsTheStatus() throws Exception {
    start();
    answer = complete(403, "{}");
    try (Socket socket = connect()) {
      socket
          .getOutputStream()
          .write(("GET /w HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
              .getBytes(UTF_8));
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      assertThat(in.readLine()).startsWith("HTTP/1.1 403");
    }
  }

  @Test
  void largeBodyIsCompressedForThoseWhoAskAndNeverHeldWhole() throws Exception {
    start();
    AtomicInteger pulled = new AtomicInteger();
    for (String accept : List.of("gzip", "identity")) {
      Iterator<byte[]> chunks = IntStream.range(0, 300)
          .mapToObj(i -> {
            pulled.incrementAndGet();
            return ("chunk " + i + " ").repeat(300).getBytes(UTF_8);
          })
          .iterator();
      answer = new Backend.Answer(new ApiResponse.Chunked(200, JSON, chunks));
      HttpResponse<byte[]> response = client(HttpClient.Version.HTTP_1_1)
          .send(get("/").header("Accept-Encoding", accept).build(), BodyHandlers.ofByteArray());
      byte[] body = response.body();
      boolean gzip = accept.equals("gzip");
      assertThat(response.headers().firstValue("content-encoding").isPresent()).isEqualTo(gzip);
      if (!gzip) {
        assertThat(response.headers().firstValue("content-length")).isEmpty();
      } else {
        assertThat(response.headers().firstValue("vary")).contains("Accept-Encoding");
        body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
      }
      assertThat(new String(body, UTF_8))
          .startsWith("chunk 0 ")
          .contains("chunk 150 ")
          .endsWith("chunk 299 ");
    }
    assertThat(pulled).hasValue(600);
  }

  @Test
  void smallBodyIsNeverCompressed() throws Exception {
    start();
    HttpResponse<byte[]> response = client(HttpClient.Version.HTTP_1_1)
        .send(get("/").header("Accept-Encoding", "gzip").build(), BodyHandlers.ofByteArray());
    assertThat(response.headers().firstValue("content-encoding")).isEmpty();
    assertThat(response.headers().firstValue("content-length")).contains("24");
  }

  @Test
  void watchWithInitialEventsIsCompressedMemberByMemberIfAskedFor() throws Exception {
    start(Duration.ofSeconds(90), null, /* compressWatches= */ true);
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    HttpResponse<InputStream> response = client(HttpClient.Version.HTTP_1_1)
        .send(
            get("/api/v1/pods?watch=1&allowWatchBookmarks=true")
                .header("Accept-Encoding", "gzip")
                .build(),
            BodyHandlers.ofInputStream());
    assertThat(response.headers().firstValue("content-encoding")).contains("gzip");
    for (int i = 0; i < 3; i++) {
      stream.send("event " + i);
      byte[] member = GzipChunks.member(("event " + i + "\n").getBytes(UTF_8));
      assertThat(response.body().readNBytes(member.length)).isEqualTo(member);
    }
  }

  @Test
  void cutBodyEndsAtTheByteAskedFor() throws Exception {
    start();
    answer = new Backend.Answer(complete(200, "0123456789").response(), new Cut(4, false));
    try (Socket socket = connect()) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
      String all = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(all).contains("Content-Length: 10").endsWith("\r\n\r\n0123");
    }
    answer = new Backend.Answer(complete(200, "0123456789").response(), new Cut(4, true));
    try (Socket socket = connect()) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
      assertThatThrownBy(() -> socket.getInputStream().readAllBytes())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
    assertThatThrownBy(
            () -> client(HttpClient.Version.HTTP_2).send(get("/").build(), BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void stoppedFrontRefusesAndListensAgainOnTheSamePort() throws Exception {
    start();
    int port = front.port();
    front.stopListening();
    assertThatThrownBy(() -> new Socket("127.0.0.1", port)).isInstanceOf(ConnectException.class);
    front.listen();
    assertThat(front.port()).isEqualTo(port);
    assertThat(client(HttpClient.Version.HTTP_2)
            .send(get("/").build(), BodyHandlers.ofString())
            .statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void tlsOffersBothVersionsWithACertificateTheAuthorityVouchesFor(HttpClient.Version version)
      throws Exception {
    CertificateAuthority authority = CertificateAuthority.create("test-ca", Instant.now());
    start(
        Duration.ofSeconds(90),
        ServerTls.context(
            authority.issueServer("server", List.of("localhost", "127.0.0.1", "::1")), authority),
        false);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", authority.certificate().certificate());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    HttpClient client =
        HttpClient.newBuilder().sslContext(context).version(version).build();
    for (String host : List.of("localhost", "127.0.0.1")) {
      HttpResponse<String> response = client.send(
          HttpRequest.newBuilder(URI.create("https://" + host + ":" + front.port() + "/"))
              .build(),
          BodyHandlers.ofString());
      assertThat(response.version()).isEqualTo(version);
      assertThat(response.statusCode()).isEqualTo(200);
    }
    // plain HTTP on the TLS port must end, not hang
    try (Socket socket = connect()) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
      try {
        socket.getInputStream().readAllBytes();
      } catch (SocketException reset) {
        assertThat(reset).hasMessageContaining("reset");
      }
    }
    // and a TLS watch's leaving client is noticed
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    InputStream body = client
        .send(
            HttpRequest.newBuilder(URI.create("https://localhost:" + front.port() + "/"))
                .build(),
            BodyHandlers.ofInputStream())
        .body();
    stream.send("x");
    assertThat(body.read()).isEqualTo('x');
    body.close();
    stream.closed.get(60, TimeUnit.SECONDS);
  }

  @Test
  void closedFrontListensNoMore() throws Exception {
    start();
    front.close();
    front.listen();
    assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
    front.stopListening();
    front.close();
  }

  @Test
  void portStaysShutThoughARestartMeetsTheClose() throws Exception {
    for (int i = 0; i < 10; i++) {
      start();
      HttpFront closing = front;
      CompletableFuture<Void> restarts = CompletableFuture.runAsync(() -> {
        try {
          for (int j = 0; j < 20; j++) {
            closing.stopListening();
            closing.listen();
          }
        } catch (IOException failure) {
          throw new UncheckedIOException(failure);
        }
      });
      closing.close();
      restarts.get(60, TimeUnit.SECONDS);
      assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void aPortThatSomebodyHasTakenMeanwhileIsWaitedFor() throws Exception {
    start();
    front.stopListening();
    CompletableFuture<Void> listening;
    try (ServerSocket other = taken(front.port())) {
      listening = CompletableFuture.runAsync(() -> {
        try {
          front.listen();
        } catch (IOException failure) {
          throw new UncheckedIOException(failure);
        }
      });
      assertThat(other.isBound()).isTrue();
      assertThat(listening).isNotDone();
    }
    listening.get(60, TimeUnit.SECONDS);
    assertThat(client(HttpClient.Version.HTTP_1_1)
            .send(get("/").build(), BodyHandlers.ofString())
            .statusCode())
        .isEqualTo(200);
  }

  /** The port of a listener that has just been closed may not be free at once. */
  private static ServerSocket taken(int port) throws Exception {
    for (int tries = 1; ; tries++) {
      ServerSocket socket = new ServerSocket();
      try {
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
      } catch (BindException stillInUse) {
        socket.close();
        assertThat(tries).isLessThan(600);
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }
}
