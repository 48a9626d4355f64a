package dev.informant.apiserver.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.internal.core.ApiResponse;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Watches on their connections: what they send, and how they end. */
class WatchConnectionTest extends ServedFront {
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
}
