package dev.informant.apiserver.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.internal.core.ApiResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the bodies of answers are compressed, and cut where a test asks for it. */
class AnswerBodyTest extends ServedFront {
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
}
