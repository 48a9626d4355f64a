package dev.informant.apiserver.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests on their way to the backend, and those that do not get there. */
class RequestTest extends ServedFront {
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
  void clientThatStopsInTheMiddleOfItsBodyIsToldSoAndNobodyElse() throws Exception {
    Logger log = Logger.getLogger(ApiHandler.class.getName());
    List<LogRecord> records = new CopyOnWriteArrayList<>();
    Handler keeper = new Handler() {
      @Override
      public void publish(LogRecord record) {
        records.add(record);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
    log.addHandler(keeper);
    start(Duration.ofMillis(300), null, false);
    try (Socket socket = connect()) {
      socket
          .getOutputStream()
          .write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf".getBytes(UTF_8));
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.1 408 Request Timeout\r\n")
          .contains("Connection: close\r\n", "\"kind\":\"Status\"", "\"reason\":\"Timeout\"");
    } finally {
      log.removeHandler(keeper);
    }
    assertThat(records).isEmpty();
    assertThat(requests).isEmpty();
  }

  @Test
  void statusLinesHaveTheWordsOfTheRealServer() throws Exception {
    start();
    Map<Integer, String> words = Map.of(
        404, "Not Found",
        413, "Request Entity Too Large",
        422, "Unprocessable Entity",
        429, "Too Many Requests",
        500, "Internal Server Error",
        503, "Service Unavailable",
        504, "Gateway Timeout");
    for (Map.Entry<Integer, String> entry : words.entrySet()) {
      answer = complete(entry.getKey(), "{}");
      for (String upgrade : List.of("", "Upgrade: websocket\r\nConnection: Upgrade\r\n")) {
        try (Socket socket = connect()) {
          String request = "GET / HTTP/1.1\r\nHost: x\r\n" + upgrade + "\r\n";
          socket.getOutputStream().write(request.getBytes(UTF_8));
          BufferedReader in =
              new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
          assertThat(in.readLine())
              .isEqualTo("HTTP/1.1 " + entry.getKey() + " " + entry.getValue());
        }
      }
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
}
