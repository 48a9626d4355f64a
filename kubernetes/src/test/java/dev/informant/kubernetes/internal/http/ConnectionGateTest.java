package dev.informant.kubernetes.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class ConnectionGateTest {
  private static final Duration NEVER = Duration.ofHours(1);

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger connections = new AtomicInteger();
  private final HttpServer server = get(vertx
      .createHttpServer()
      .connectionHandler(connection -> connections.incrementAndGet())
      .requestHandler(request -> request.response().end("ok"))
      .listen(0, "127.0.0.1"));

  @AfterEach
  void close() {
    get(vertx.close());
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  private HttpClient client(HttpVersion version) {
    return vertx.createHttpClient(new HttpClientOptions()
        .setProtocolVersion(version)
        .setHttp2ClearTextUpgrade(false)
        .setMaxPoolSize(100)
        .setHttp2MaxPoolSize(100));
  }

  private static Future<String> ask(ConnectionGate gate, HttpClient client, int port) {
    return ask(gate, client, port, "/");
  }

  private static Future<String> ask(ConnectionGate gate, HttpClient client, int port, String path) {
    return gate.pass(() -> client.request(HttpMethod.GET, port, "127.0.0.1", path))
        .compose(HttpClientRequest::send)
        .compose(response -> response.body().map(body -> body.toString()));
  }

  @Test
  void requestsThatComeTogetherShareOneConnection() {
    ConnectionGate gate = new ConnectionGate(vertx, NEVER, NEVER);
    HttpClient client = client(HttpVersion.HTTP_2);
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      answers.add(ask(gate, client, server.actualPort()));
    }
    get(Future.all(answers));
    assertThat(connections).hasValue(1);
  }

  @Test
  void aServerOfTheOldProtocolIsNotHeldUp() {
    ConnectionGate gate = new ConnectionGate(vertx, NEVER, NEVER);
    HttpClient client = client(HttpVersion.HTTP_1_1);
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      answers.add(ask(gate, client, server.actualPort()));
    }
    get(Future.all(answers));
    assertThat(answers).allSatisfy(answer -> assertThat(answer.result()).isEqualTo("ok"));
  }

  @Test
  void whatKeepsTheFirstFromConnectingIsToldToAllWhoWait() {
    ConnectionGate gate = new ConnectionGate(vertx, NEVER, NEVER);
    Promise<HttpClientRequest> first = Promise.promise();
    AtomicInteger others = new AtomicInteger();
    Future<HttpClientRequest> one = gate.pass(first::future);
    Future<HttpClientRequest> two = gate.pass(() -> {
      others.incrementAndGet();
      return Future.failedFuture("not to be asked");
    });
    first.fail("refused");
    assertThat(one.cause()).hasMessage("refused");
    assertThat(two.cause()).hasMessage("refused");
    assertThat(others).hasValue(0);
    // and the next one tries for itself
    assertThat(gate.pass(() -> Future.failedFuture("again")).cause()).hasMessage("again");
  }

  @Test
  void aFirstRequestThatCannotBeMadeHoldsUpNobody() {
    ConnectionGate gate = new ConnectionGate(vertx, NEVER, NEVER);
    Future<HttpClientRequest> first = gate.pass(() -> {
      throw new IllegalStateException("cannot be made");
    });
    assertThat(first.cause()).hasMessage("cannot be made");
    assertThat(get(ask(gate, client(HttpVersion.HTTP_2), server.actualPort()))).isEqualTo("ok");
  }

  @Test
  void aConnectionThatReceivedGoAwayGetsNoNewRequestsAndTheNextOnesShareAnother() {
    List<HttpConnection> accepted = new CopyOnWriteArrayList<>();
    List<HttpConnection> asked = new CopyOnWriteArrayList<>();
    Promise<HttpServerResponse> watch = Promise.promise();
    HttpServer leaving = get(vertx
        .createHttpServer()
        .connectionHandler(accepted::add)
        .requestHandler(request -> {
          asked.add(request.connection());
          if (request.path().equals("/watch")) {
            request.response().write("begun ");
            watch.complete(request.response());
          } else {
            request.response().end("ok");
          }
        })
        .listen(0, "127.0.0.1"));
    int port = leaving.actualPort();
    ConnectionGate gate = new ConnectionGate(vertx, NEVER, NEVER);
    HttpClient client = client(HttpVersion.HTTP_2);
    assertThat(get(ask(gate, client, port))).isEqualTo("ok");
    Future<String> watched = ask(gate, client, port, "/watch");
    HttpServerResponse stream = get(watch.future());
    assertThat(accepted).hasSize(1);
    HttpConnection first = accepted.get(0);

    // The watch keeps the connection open, as at a server that drains its connections.
    int lastStream = stream.streamId();
    get(first.goAway(0, lastStream).ping(Buffer.buffer(new byte[Long.BYTES])));
    // The client has answered the ping, so it has read the GOAWAY before it.
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      answers.add(ask(gate, client, port));
    }
    get(Future.all(answers));
    assertThat(asked.stream().filter(connection -> connection == first)).hasSize(2);
    assertThat(accepted).as("one connection for all later requests").hasSize(2);
    stream.end("ended");
    assertThat(get(watched)).as("the open stream is not cut").isEqualTo("begun ended");
  }

  @Test
  void aRequestThatGetsItsConnectionAfterGoAwayDoesNotShareItAgain() {
    AtomicInteger pingTimers = new AtomicInteger();
    Vertx counted = Proxies.of(Vertx.class, (proxy, method, arguments) -> {
      if (method.getName().equals("setPeriodic")) {
        pingTimers.incrementAndGet();
      }
      return Proxies.call(vertx, method, arguments);
    });
    List<HttpConnection> accepted = new CopyOnWriteArrayList<>();
    Promise<HttpServerResponse> watch = Promise.promise();
    HttpServer leaving = get(vertx
        .createHttpServer()
        .connectionHandler(accepted::add)
        .requestHandler(request -> {
          request.response().setChunked(true).write("begun ");
          watch.complete(request.response());
        })
        .listen(0, "127.0.0.1"));
    int port = leaving.actualPort();
    ConnectionGate gate = new ConnectionGate(counted, NEVER, NEVER);
    HttpClient client = client(HttpVersion.HTTP_2);
    ask(gate, client, port, "/watch");
    HttpServerResponse stream = get(watch.future()); // keeps the connection open

    HttpClientRequest early = get(client.request(HttpMethod.GET, port, "127.0.0.1", "/"));
    Promise<HttpClientRequest> late = Promise.promise();
    Future<HttpClientRequest> passed = gate.pass(late::future);
    // The client has read the GOAWAY when it has answered the ping after it.
    get(accepted.get(0).goAway(0, stream.streamId()).ping(Buffer.buffer(new byte[Long.BYTES])));
    late.complete(early);
    get(passed);
    assertThat(pingTimers).as("timers that send pings").hasValue(1);

    Promise<HttpClientRequest> opening = Promise.promise();
    AtomicInteger others = new AtomicInteger();
    gate.pass(opening::future);
    gate.pass(() -> {
      others.incrementAndGet();
      return Future.failedFuture("too early");
    });
    assertThat(others).as("requests that did not wait for a new connection").hasValue(0);
  }

  @Test
  void aConnectionWhosePeerHasGoneIsReplaced() {
    List<NetSocket> lines = new ArrayList<>();
    NetServer relay = get(vertx
        .createNetServer()
        .connectHandler(in -> {
          in.pause();
          vertx.createNetClient().connect(server.actualPort(), "127.0.0.1").onSuccess(out -> {
            synchronized (lines) {
              lines.add(in);
              lines.add(out);
            }
            in.handler(out::write);
            out.handler(in::write);
            in.closeHandler(closed -> out.close());
            in.resume();
          });
        })
        .listen(0, "127.0.0.1"));
    ConnectionGate gate = new ConnectionGate(vertx, Duration.ofMillis(200), Duration.ofSeconds(5));
    HttpClient client = client(HttpVersion.HTTP_2);
    assertThat(get(ask(gate, client, relay.actualPort()))).isEqualTo("ok");
    // Nothing passes any more, and nobody closes anything: as when a machine has vanished.
    synchronized (lines) {
      lines.forEach(NetSocket::pause);
    }
    // The request under way learns of it when the ping is not answered, and not by a deadline of
    // its own.
    Future<String> lost = ask(gate, client, relay.actualPort());
    assertThat(lost.toCompletionStage().toCompletableFuture().handle((answer, failure) -> failure))
        .succeedsWithin(Duration.ofSeconds(60))
        .isNotNull();
    assertThat(get(ask(gate, client, relay.actualPort()))).isEqualTo("ok");
    assertThat(connections.get()).isGreaterThan(1);
  }
}
