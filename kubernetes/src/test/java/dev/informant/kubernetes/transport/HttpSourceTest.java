package dev.informant.kubernetes.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.stream.InPlaceCodec;
import dev.informant.object.ObjectAccessor;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class HttpSourceTest {
  private static final String TOKEN = "s3cr3t-token";
  private final List<AutoCloseable> closeables = new ArrayList<>();
  private final EngineRuntime runtime = EngineRuntime.create("test", 2);
  private final RecordingReceiver<ConfigMap> receiver = new RecordingReceiver<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable closeable : closeables) {
      closeable.close();
    }
    runtime.close();
  }

  // ---- lists

  @Test
  void aListIsCutIntoItems() throws Exception {
    ScriptedServer server = serve((request, out) -> ScriptedServer.answer(
        out,
        200,
        list(
            "{\"resourceVersion\":\"42\",\"continue\":\"c\",\"remainingItemCount\":7}",
            map("a"),
            map("b"))));
    list(
        server,
        ListOptions.NONE.withLimit(2).withLabelSelector("a in (b, c)").withResourceVersion("0"));

    assertThat(receiver.awaitEnd()).isEqualTo(new ListMetadata("42", "c", 7));
    assertThat(names()).containsExactly("a", "b");
    assertThat(receiver.opened).isCompleted();
    ScriptedServer.Request request = server.takeRequest();
    assertThat(request.target())
        .isEqualTo(
            "/api/v1/namespaces/prod/configmaps?labelSelector=a%20in%20%28b%2C%20c%29&limit=2&resourceVersion=0");
    assertThat(request.headers())
        .containsEntry("accept", "application/json")
        .containsEntry("accept-encoding", "gzip")
        .containsEntry("authorization", "Bearer " + TOKEN);
  }

  @Test
  void compressedListsInSeveralMembersAreRead() throws Exception {
    byte[] body =
        list("{\"resourceVersion\":\"1\"}", map("ä"), map("b")).getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int at = 0; at < body.length; at += 20) {
      members.write(gzip(Arrays.copyOfRange(body, at, Math.min(at + 20, body.length))));
    }
    byte[] compressed = members.toByteArray();
    ScriptedServer server = serve((request, out) -> {
      out.write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n")
          .getBytes(StandardCharsets.UTF_8));
      for (byte b : compressed) {
        ScriptedServer.chunk(out, new byte[] {b});
      }
      ScriptedServer.endChunks(out);
    });
    list(server, ListOptions.NONE);
    assertThat(receiver.awaitEnd()).isInstanceOf(ListMetadata.class);
    assertThat(names()).containsExactly("ä", "b");
  }

  @Test
  void optionalPartsOfGzipHeadersOfAnyLengthAreSkipped() throws Exception {
    byte[] body = list("{\"resourceVersion\":\"1\"}", map("a")).getBytes(StandardCharsets.UTF_8);
    for (int length : new int[] {0, 1, 127, 128, 255, 256, 0x8000, 0xffff}) {
      byte[] plain = gzip(body);
      ByteArrayOutputStream marked = new ByteArrayOutputStream();
      plain[3] = 2 | 4 | 8 | 16; // a checksum of the header, extra field, name and comment follow
      marked.write(plain, 0, 10);
      marked.write(length);
      marked.write(length >> 8);
      marked.write(new byte[length]);
      marked.write("name\0comment\0cs".getBytes(StandardCharsets.UTF_8));
      marked.write(plain, 10, plain.length - 10);
      RecordingReceiver<ConfigMap> one = new RecordingReceiver<>();
      ScriptedServer server = serve((request, out) ->
          ScriptedServer.answer(out, 200, "Content-Encoding: gzip\r\n", marked.toByteArray()));
      one.begun(source(server).list(ListOptions.NONE, one.list()));
      assertThat(one.awaitEnd()).as("extra field of " + length + " bytes").isNotNull();
      assertThat(one.items).hasSize(1);
    }
  }

  @Test
  void aTruncatedCompressedListFails() throws Exception {
    byte[] whole = gzip(list("{}", map("a")).getBytes(StandardCharsets.UTF_8));
    for (int cut : new int[] {5, 20, whole.length - 3}) {
      RecordingReceiver<ConfigMap> one = new RecordingReceiver<>();
      ScriptedServer server = serve((request, out) ->
          ScriptedServer.answer(out, 200, "Content-Encoding: gzip\r\n", Arrays.copyOf(whole, cut)));
      one.begun(source(server).list(ListOptions.NONE, one.list()));
      assertThat(one.awaitFailure().kind()).isEqualTo(SourceException.Kind.NETWORK);
    }
  }

  @Test
  void aBodyShorterThanItsLengthFails() throws Exception {
    byte[] body = list("{}", map("a"), map("b")).getBytes(StandardCharsets.UTF_8);
    ScriptedServer server = serve((request, out) -> {
      out.write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
              + body.length + "\r\n\r\n")
          .getBytes(StandardCharsets.UTF_8));
      out.write(body, 0, body.length - 10);
      out.flush();
      throw new IOException("cut");
    });
    list(server, ListOptions.NONE);
    assertThat(receiver.awaitFailure().kind()).isEqualTo(SourceException.Kind.NETWORK);
    assertThat(receiver.opened).isCompleted();
  }

  @Test
  void aListThatEndsProperlyInTheMiddleFails() throws Exception {
    ScriptedServer server = serve((request, out) -> {
      ScriptedServer.beginChunks(out);
      ScriptedServer.chunk(out, "{\"kind\":\"ConfigMapList\",\"items\":[" + map("a"));
      ScriptedServer.endChunks(out);
    });
    list(server, ListOptions.NONE);
    assertThat(receiver.awaitFailure().kind()).isEqualTo(SourceException.Kind.DECODE);
  }

  @Test
  void anUndecodableItemHarmsOnlyItself() throws Exception {
    String broken =
        "{\"metadata\":{\"name\":\"bad\",\"namespace\":\"prod\",\"uid\":\"u\",\"resourceVersion\":\"9\","
            + "\"managedFields\":[{\"x\":1}]},\"data\":{\"secret\":5}}";
    ScriptedServer server = serve(
        (request, out) -> ScriptedServer.answer(out, 200, list("{}", map("a"), broken, map("c"))));
    receiver.begun(HttpSource.builder(
            connection(server), Resource.of(ConfigMap.class), ModelCodec.of(ConfigMap.class))
        .runtime(runtime)
        .leaveOutManagedFields(true)
        .build()
        .list(ListOptions.NONE, receiver.list()));
    assertThat(receiver.awaitEnd()).isInstanceOf(ListMetadata.class);
    assertThat(receiver.items).hasSize(3);
    Item.Bad<ConfigMap> bad = (Item.Bad<ConfigMap>) receiver.items.get(1);
    assertThat(bad.key()).isEqualTo("prod/bad");
    assertThat(bad.uid()).isEqualTo("u");
    assertThat(bad.resourceVersion()).isEqualTo("9");
    assertThat(bad.cause()).hasMessageContaining("data.secret");
  }

  @Test
  void itemsNobodyWantsAreNotDecoded() throws Exception {
    AtomicInteger decoded = new AtomicInteger();
    ScriptedServer server = serve((request, out) ->
        ScriptedServer.answer(out, 200, list("{\"resourceVersion\":\"42\"}", map("a"), map("b"))));
    HttpSource<ConfigMap> source = HttpSource.builder(
            connection(server), Resource.of(ConfigMap.class), counting(decoded))
        .runtime(runtime)
        .build();
    receiver.begun(source.list(ListOptions.NONE.withLimit(2), receiver.probe()));
    assertThat(receiver.awaitEnd()).isEqualTo(new ListMetadata("42", "", 0));
    assertThat(receiver.items).isEmpty();
    assertThat(decoded).hasValue(0);

    RecordingReceiver<ConfigMap> wanting = new RecordingReceiver<>();
    wanting.begun(source.list(ListOptions.NONE.withLimit(2), wanting.list()));
    wanting.awaitEnd();
    assertThat(wanting.items).hasSize(2);
    assertThat(decoded.get()).as("asked as one begins, and for both").isGreaterThan(2);
  }

  @Test
  void aProbeOfACollectionOfAnotherKindIsRefused() throws Exception {
    String secret = "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}";
    ScriptedServer server =
        serve((request, out) -> ScriptedServer.answer(out, 200, list("{}", secret)));
    receiver.begun(source(server).list(ListOptions.NONE.withLimit(1), receiver.probe()));
    assertThat(receiver.awaitFailure()).hasMessageContaining("v1 Secret");
  }

  /** Reads configuration maps and counts how often it is asked; it is never sure where one ends. */
  private static Codec<ConfigMap> counting(AtomicInteger decoded) {
    ModelCodec<ConfigMap> maps = ModelCodec.of(ConfigMap.class);
    return new InPlaceCodec<>() {
      @Override
      public boolean leavesOutManagedFields() {
        return false;
      }

      @Override
      public @Nullable First<ConfigMap> decodeFirst(
          byte[] bytes, int offset, int length, boolean changed) {
        decoded.incrementAndGet();
        return null;
      }

      @Override
      public ConfigMap decode(byte[] bytes, int offset, int length) {
        decoded.incrementAndGet();
        return maps.decode(bytes, offset, length);
      }

      @Override
      public ObjectAccessor<ConfigMap> accessor() {
        return maps.accessor();
      }

      @Override
      public TypeMeta expected() {
        return maps.expected();
      }

      @Override
      public TypeMeta typeOf(ConfigMap object) {
        return maps.typeOf(object);
      }
    };
  }

  @Test
  void managedFieldsAreLeftOutWhenAsked() throws Exception {
    String object = "{\"metadata\":{\"managedFields\":[{\"manager\":\"m\"}],\"name\":\"a\"}}";
    ScriptedServer server =
        serve((request, out) -> ScriptedServer.answer(out, 200, list("{}", object)));
    receiver.begun(HttpSource.builder(
            connection(server), Resource.of(ConfigMap.class), ModelCodec.of(ConfigMap.class))
        .runtime(runtime)
        .leaveOutManagedFields(true)
        .build()
        .list(ListOptions.NONE, receiver.list()));
    receiver.awaitEnd();
    ConfigMap map = ((Item.Good<ConfigMap>) receiver.items.get(0)).object();
    assertThat(map.getMetadata().getManagedFields()).isEmpty();
    assertThat(map.getMetadata().getName()).isEqualTo("a");
  }

  @Test
  void whatIsNoListIsRefused() throws Exception {
    for (String body : List.of(
        "{\"kind\":\"Table\",\"rows\":[]}",
        "{\"kind\":\"ConfigMap\"}",
        "<html>",
        "{\"kind\":\"X\",\"items\":[}]}")) {
      RecordingReceiver<ConfigMap> one = new RecordingReceiver<>();
      ScriptedServer server = serve((request, out) -> ScriptedServer.answer(out, 200, body));
      one.begun(source(server).list(ListOptions.NONE, one.list()));
      assertThat(one.awaitFailure().kind()).as(body).isEqualTo(SourceException.Kind.DECODE);
    }
  }

  @Test
  void aPageThatIsNotJsonIsNamed() throws Exception {
    ScriptedServer server = serve((request, out) -> {
      out.write("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"
          .getBytes(StandardCharsets.UTF_8));
      out.flush();
    });
    list(server, ListOptions.NONE);
    assertThat(receiver.awaitFailure())
        .hasMessageContaining("text/html")
        .hasMessageContaining(server.url());
  }

  @Test
  void metadataIsAskedForAsSuch() throws Exception {
    ScriptedServer server = serve(
        (request, out) -> ScriptedServer.answer(
            out,
            200,
            "{\"kind\":\"PartialObjectMetadataList\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{},\"items\":["
                + "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"name\":\"a\"}}]}"));
    RecordingReceiver<PartialObjectMetadata> metadata = new RecordingReceiver<>();
    metadata.begun(
        HttpSource.builder(connection(server), Resource.of(ConfigMap.class), ModelCodec.metadata())
            .runtime(runtime)
            .build()
            .list(ListOptions.NONE, metadata.list()));
    assertThat(metadata.awaitEnd()).isInstanceOf(ListMetadata.class);
    assertThat(metadata.items.get(0)).isInstanceOf(Item.Good.class);
    assertThat(server.takeRequest().headers().get("accept"))
        .isEqualTo("application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1");
  }

  @Test
  void fullObjectsInsteadOfMetadataAreRefused() throws Exception {
    ScriptedServer server =
        serve((request, out) -> ScriptedServer.answer(out, 200, list("{}", map("a"))));
    RecordingReceiver<PartialObjectMetadata> metadata = new RecordingReceiver<>();
    metadata.begun(
        HttpSource.builder(connection(server), Resource.of(ConfigMap.class), ModelCodec.metadata())
            .runtime(runtime)
            .build()
            .list(ListOptions.NONE, metadata.list()));
    assertThat(metadata.awaitFailure().kind()).isEqualTo(SourceException.Kind.DECODE);
  }

  // ---- errors

  @Test
  void aStatusBecomesItsException() throws Exception {
    ScriptedServer server = serve((request, out) -> ScriptedServer.answer(
        out,
        403,
        "",
        ("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"configmaps is forbidden: User"
                + " \\\"x\\\" cannot list\",\"reason\":\"Forbidden\",\"code\":403}")
            .getBytes(StandardCharsets.UTF_8)));
    list(server, ListOptions.NONE);
    SourceException failure = receiver.awaitFailure();
    assertThat(failure.code()).isEqualTo(403);
    assertThat(failure.reason()).isEqualTo("Forbidden");
    assertThat(failure)
        .hasMessageContaining("User \"x\" cannot list")
        .hasMessageContaining("configmaps/v1")
        .hasMessageContaining(server.url())
        .hasMessageNotContaining(TOKEN);
    assertThat(receiver.opened).isNotCompleted();
  }

  @Test
  void aServerErrorIsReportedAtOnceAndNotRetried() throws Exception {
    ScriptedServer server =
        serve((request, out) -> ScriptedServer.answer(out, 503, "Retry-After: 3\r\n", new byte[0]));
    list(server, ListOptions.NONE);
    SourceException failure = receiver.awaitFailure();
    assertThat(failure.code()).isEqualTo(503);
    assertThat(failure.reason()).isEmpty();
    assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(3));
    server.takeRequest();
    assertThat(server.requestsNotTaken()).isZero();
  }

  @Test
  void plainTextRefusalsAreUnderstood() throws Exception {
    ScriptedServer server = serve((request, out) -> {
      out.write(
          ("HTTP/1.1 429 X\r\nContent-Type: text/plain\r\nRetry-After: 1\r\nContent-Length: 14\r\n\r\n"
                  + "Try it later.\n")
              .getBytes(StandardCharsets.UTF_8));
      out.flush();
    });
    list(server, ListOptions.NONE);
    SourceException failure = receiver.awaitFailure();
    assertThat(failure.isTooManyRequests()).isTrue();
    assertThat(failure).hasMessageContaining("Try it later.");
    assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void theRetryAfterHeaderWinsOverTheBody() throws Exception {
    assertThat(retryAfter("Retry-After: 3\r\n", 7)).isEqualTo(Duration.ofSeconds(3));
    assertThat(retryAfter("Retry-After: 7\r\n", 3)).isEqualTo(Duration.ofSeconds(7));
    assertThat(retryAfter("Retry-After: 0\r\n", 3)).isEqualTo(Duration.ZERO);
  }

  @Test
  void theBodySaysWhenToRetryIfTheHeaderDoesNot() throws Exception {
    assertThat(retryAfter("", 7)).isEqualTo(Duration.ofSeconds(7));
    assertThat(retryAfter("Retry-After: Wed, 21 Oct 2026 07:28:00 GMT\r\n", 7))
        .isEqualTo(Duration.ofSeconds(7));
    assertThat(retryAfter("", 0)).isNull();
  }

  private @Nullable Duration retryAfter(String header, int inBody) throws Exception {
    byte[] status =
        ("{\"kind\":\"Status\",\"code\":503,\"reason\":\"ServiceUnavailable\",\"details\":"
                + "{\"retryAfterSeconds\":" + inBody + "}}")
            .getBytes(StandardCharsets.UTF_8);
    RecordingReceiver<ConfigMap> one = new RecordingReceiver<>();
    ScriptedServer server =
        serve((request, out) -> ScriptedServer.answer(out, 503, header, status));
    one.begun(source(server).list(ListOptions.NONE, one.list()));
    return one.awaitFailure().retryAfter();
  }

  @Test
  void aVersionTheServerHasNotReachedIsToldInAllThreeForms() throws Exception {
    for (String form : List.of(
        "\"reason\":\"Timeout\",\"message\":\"x\",\"details\":{\"causes\":[{\"reason\":\"ResourceVersionTooLarge\"}]}",
        "\"reason\":\"Timeout\",\"message\":\"x\",\"details\":{\"causes\":[{\"message\":\"Too large resource version\"}]}",
        "\"reason\":\"Timeout\",\"message\":\"Timeout: Too large resource version: 5, current: 3\"")) {
      RecordingReceiver<ConfigMap> one = new RecordingReceiver<>();
      ScriptedServer server = serve((request, out) ->
          ScriptedServer.answer(out, 504, "{\"kind\":\"Status\",\"code\":504," + form + "}"));
      one.begun(source(server).list(ListOptions.NONE, one.list()));
      SourceException failure = one.awaitFailure();
      assertThat(failure.isTooLargeResourceVersion()).as(form).isTrue();
      assertThat(failure.code()).isEqualTo(504);
    }
  }

  @Test
  void nobodyListeningIsConnectionRefused() throws Exception {
    ScriptedServer server = serve((request, out) -> {});
    server.close();
    list(server, ListOptions.NONE);
    assertThat(receiver.awaitFailure().kind()).isEqualTo(SourceException.Kind.CONNECTION_REFUSED);
  }

  @Test
  void aConnectionCutBeforeAnyAnswerIsNetwork() throws Exception {
    ScriptedServer server = serve((request, out) -> {
      throw new IOException("cut");
    });
    list(server, ListOptions.NONE);
    assertThat(receiver.awaitFailure().kind()).isEqualTo(SourceException.Kind.NETWORK);
    assertThat(receiver.opened).isNotCompleted();
  }

  @Test
  void aServerThatNeverAnswersIsGivenUp() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    ScriptedServer server = serve((request, out) -> over.await());
    receiver.begun(HttpSource.builder(
            connection(server), Resource.of(ConfigMap.class), ModelCodec.of(ConfigMap.class))
        .runtime(runtime)
        .patience(Duration.ofMillis(50))
        .build()
        .watch(ListOptions.NONE, receiver.watch()));
    assertThat(receiver.awaitFailure())
        .hasMessageContaining("no data received")
        .extracting(SourceException::kind)
        .isEqualTo(SourceException.Kind.NETWORK);
    over.countDown();
  }

  @Test
  void refusedCredentialsAreReadAgainOnce() throws Exception {
    ScriptedServer server = serve(
        (request, out) -> ScriptedServer.answer(
            out,
            401,
            "{\"kind\":\"Status\",\"code\":401,\"reason\":\"Unauthorized\",\"message\":\"Unauthorized\"}"));
    list(server, ListOptions.NONE);
    SourceException failure = receiver.awaitFailure();
    assertThat(failure.code()).isEqualTo(401);
    assertThat(failure).hasMessageNotContaining(TOKEN);
    server.takeRequest();
    assertThat(server.requestsNotTaken()).isLessThanOrEqualTo(1);
  }

  // ---- watches

  @Test
  void eventsArriveAsTheyAreSentWhateverTheChunks() throws Exception {
    CompletableFuture<Void> seen = new CompletableFuture<>();
    String stream =
        event("ADDED", map("ünïcode-漢")) + event("MODIFIED", map("b")) + event("DELETED", map("c"))
            + event(
                "BOOKMARK",
                "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"7\",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}")
            + event(
                "ERROR",
                "{\"kind\":\"Status\",\"reason\":\"Expired\",\"code\":410,\"message\":\"too old\"}")
            + event("SURPRISE", "{}") + event("ADDED", "{\"kind\":\"Status\",\"status\":\"x\"}")
            + event(
                "ADDED",
                "{\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"bad\",\"namespace\":\"n\"},\"data\":5}")
            + "nonsense\n";
    ScriptedServer server = serve((request, out) -> {
      ScriptedServer.beginChunks(out);
      for (byte b : stream.getBytes(StandardCharsets.UTF_8)) {
        ScriptedServer.chunk(out, new byte[] {b});
      }
      seen.join();
      ScriptedServer.endChunks(out);
    });
    receiver.begun(source(server)
        .watch(
            ListOptions.NONE
                .withResourceVersion("5")
                .withAllowWatchBookmarks(true)
                .withWatchTimeout(Duration.ofSeconds(300))
                .withSendInitialEvents(true)
                .withResourceVersionMatch("NotOlderThan"),
            receiver.watch()));

    assertThat(receiver.opened.get(60, TimeUnit.SECONDS)).isEqualTo("opened");
    assertThat(receiver.takeEvent())
        .isInstanceOfSatisfying(
            WatchEvent.Added.class,
            added -> assertThat(((ConfigMap) ((Item.Good<?>) added.item()).object())
                    .getMetadata()
                    .getName())
                .isEqualTo("ünïcode-漢"));
    assertThat(receiver.takeEvent()).isInstanceOf(WatchEvent.Modified.class);
    assertThat(receiver.takeEvent()).isInstanceOf(WatchEvent.Deleted.class);
    assertThat(receiver.takeEvent()).isEqualTo(new WatchEvent.Bookmark<>("7", true));
    assertThat(receiver.takeEvent())
        .isInstanceOfSatisfying(
            WatchEvent.Error.class,
            error -> assertThat(error.cause().isExpired()).isTrue());
    assertThat(receiver.takeEvent()).isInstanceOf(WatchEvent.Unexpected.class);
    assertThat(receiver.takeEvent()).isInstanceOf(WatchEvent.Unexpected.class);
    assertThat(receiver.takeEvent())
        .isInstanceOfSatisfying(
            WatchEvent.Added.class,
            added -> assertThat(((Item.Bad<?>) added.item()).key()).isEqualTo("n/bad"));
    assertThat(receiver.takeEvent()).isInstanceOf(WatchEvent.Unexpected.class);
    assertThat(receiver.end).isNotDone();
    seen.complete(null);
    assertThat(receiver.awaitEnd()).isEqualTo("closed");
    ScriptedServer.Request request = server.takeRequest();
    assertThat(request.target())
        .isEqualTo(
            "/api/v1/namespaces/prod/configmaps?allowWatchBookmarks=true&resourceVersion=5"
                + "&resourceVersionMatch=NotOlderThan&sendInitialEvents=true&timeoutSeconds=300&watch=true");
    assertThat(request.headers()).containsEntry("accept-encoding", "identity");
    assertThat(receiver.threads).allMatch(name -> name.startsWith("test/pipeline"));
  }

  @Test
  void aWatchCutInsideAnEventIsALostConnectionAfterItsOpening() throws Exception {
    ScriptedServer server = serve((request, out) -> {
      ScriptedServer.beginChunks(out);
      ScriptedServer.chunk(out, event("ADDED", map("a")) + "{\"type\":\"ADD");
      throw new IOException("cut");
    });
    receiver.begun(source(server).watch(ListOptions.NONE, receiver.watch()));
    assertThat(receiver.takeEvent()).isInstanceOf(WatchEvent.Added.class);
    assertThat(receiver.awaitFailure().kind()).isEqualTo(SourceException.Kind.NETWORK);
    assertThat(receiver.opened).isCompleted();
  }

  @Test
  void aWatchEndedProperlyInsideAnEventIsClosed() throws Exception {
    ScriptedServer server = serve((request, out) -> {
      ScriptedServer.beginChunks(out);
      ScriptedServer.chunk(out, event("ADDED", map("a")) + "{\"type\":\"ADD");
      ScriptedServer.endChunks(out);
    });
    receiver.begun(source(server).watch(ListOptions.NONE, receiver.watch()));
    assertThat(receiver.takeEvent()).isInstanceOf(WatchEvent.Added.class);
    assertThat(receiver.awaitEnd()).isEqualTo("closed");
  }

  @Test
  void aWatchThatIsRefusedFailsToOpen() throws Exception {
    ScriptedServer server = serve(
        (request, out) -> ScriptedServer.answer(
            out,
            422,
            "{\"kind\":\"Status\",\"code\":422,\"reason\":\"Invalid\",\"message\":\"sendInitialEvents\"}"));
    receiver.begun(source(server).watch(ListOptions.NONE, receiver.watch()));
    assertThat(receiver.awaitFailure().reason()).isEqualTo("Invalid");
    assertThat(receiver.opened).isNotCompleted();
  }

  // ---- flow

  @Test
  void nothingMoreIsReadThanTheReceiverAsksForAndABit() throws Exception {
    CompletableFuture<Long> written = new CompletableFuture<>();
    String large = event(
        "ADDED",
        "{\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},\"data\":{\"x\":\""
            + "y".repeat(100_000) + "\"}}");
    CountDownLatch release = new CountDownLatch(1);
    ScriptedServer server = serve((request, out) -> {
      ScriptedServer.beginChunks(out);
      for (int i = 0; i < 300; i++) {
        ScriptedServer.chunk(out, large);
      }
      written.complete(30_000_000L);
      release.await();
    });
    receiver.greedy = false;
    var exchange = receiver.begun(source(server).watch(ListOptions.NONE, receiver.watch()));
    assertThat(receiver.batches.poll(60, TimeUnit.SECONDS)).isPositive();
    // 30 MB fit neither our read-ahead nor the sockets' buffers: the server stands until we ask.
    assertThat(receiver.batches.poll(200, TimeUnit.MILLISECONDS)).isNull();
    assertThat(written).isNotDone();
    receiver.greedy = true;
    exchange.more();
    assertThat(written.get(60, TimeUnit.SECONDS)).isPositive();
    for (int i = 0; i < 300; i++) {
      assertThat(receiver.takeEvent()).isInstanceOf(WatchEvent.Added.class);
    }
    release.countDown();
  }

  @Test
  void cancelEndsTheConnectionAndTheCalls() throws Exception {
    CompletableFuture<String> serverSaw = new CompletableFuture<>();
    ScriptedServer server = serve((request, out) -> {
      ScriptedServer.beginChunks(out);
      try {
        while (true) {
          ScriptedServer.chunk(out, event("ADDED", map("a")));
        }
      } catch (IOException closed) {
        serverSaw.complete("closed");
        throw closed;
      }
    });
    var exchange = receiver.begun(source(server).watch(ListOptions.NONE, receiver.watch()));
    receiver.takeEvent();
    exchange.cancel();
    assertThat(serverSaw.get(60, TimeUnit.SECONDS)).isEqualTo("closed");
    assertThat(receiver.end).isNotDone();
  }

  @Test
  void cancellingWhatHasEndedDoesNotHarmTheNextRequestOnTheConnection() throws Exception {
    ScriptedServer server = serve((request, out) -> ScriptedServer.answer(
        out, 403, "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\"}"));
    HttpSource<ConfigMap> source = source(server);
    for (int i = 0; i < 20; i++) {
      RecordingReceiver<ConfigMap> one = new RecordingReceiver<>();
      RecordingReceiver<ConfigMap> two = new RecordingReceiver<>();
      var first = one.begun(source.list(ListOptions.NONE, one.list()));
      assertThat(one.awaitFailure()).hasMessageContaining("403");
      two.begun(source.list(ListOptions.NONE, two.list()));
      first.cancel();
      assertThat(two.awaitFailure()).hasMessageContaining("403");
    }
  }

  // ---- fixtures

  private ScriptedServer serve(ScriptedServer.Answer answer) {
    ScriptedServer server = new ScriptedServer(answer);
    closeables.add(server);
    return server;
  }

  private ApiConnection connection(ScriptedServer server) {
    Config config = new ConfigBuilder(Config.empty())
        .withMasterUrl(server.url())
        .withOauthToken(TOKEN)
        .build();
    ApiConnection connection = ApiConnection.of(config);
    closeables.add(0, connection);
    return connection;
  }

  private HttpSource<ConfigMap> source(ScriptedServer server) {
    return HttpSource.builder(
            connection(server), Resource.of(ConfigMap.class), ModelCodec.of(ConfigMap.class))
        .runtime(runtime)
        .namespace("prod")
        .build();
  }

  private void list(ScriptedServer server, ListOptions options) {
    receiver.begun(source(server).list(options, receiver.list()));
  }

  private List<String> names() {
    return receiver.items.stream()
        .map(item -> ((Item.Good<ConfigMap>) item).object().getMetadata().getName())
        .toList();
  }

  private static String map(String name) {
    return "{\"metadata\":{\"name\":\"" + name
        + "\",\"namespace\":\"prod\"},\"data\":{\"k\":\"v\"}}";
  }

  private static String list(String metadata, String... items) {
    return "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":" + metadata
        + ",\"items\":[" + String.join(",", items) + "]}\n";
  }

  private static String event(String type, String object) {
    return "{\"type\":\"" + type + "\",\"object\":" + object + "}\n";
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }
}
