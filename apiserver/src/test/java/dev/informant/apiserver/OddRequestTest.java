package dev.informant.apiserver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.faults.Fault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Request lines and headers that no client library sends; the expected answers are a kube-apiserver's. */
@Timeout(120)
class OddRequestTest {
  private static ApiServer server;

  @BeforeAll
  static void start() {
    server = ApiServer.builder().plainHttp().start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Everything the server sends, up to the end of the connection. */
  private static String raw(String request) throws IOException {
    int port = URI.create(server.url()).getPort();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static String get(String target) throws IOException {
    String reply = raw("GET " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assertThat(reply).doesNotContainIgnoringCase("<html").doesNotContain("\tat ");
    return reply;
  }

  @Test
  void aPathThatIsNoneIsABadRequestInPlainWords() throws Exception {
    for (String target :
        new String[] {"/api/v1/namespaces/%zz", "/api/%", "/api/v1/%2", "api/v1"}) {
      assertThat(get(target))
          .as(target)
          .startsWith("HTTP/1.1 400 Bad Request\r\n")
          .contains("Content-Type: text/plain; charset=utf-8\r\n")
          .endsWith("\r\n\r\n400 Bad Request");
    }
  }

  @Test
  void anUnknownVersionOfHttpIsNamed() throws Exception {
    assertThat(raw("GET /api HTTP/9.9\r\nHost: x\r\n\r\n"))
        .startsWith("HTTP/1.1 505 HTTP Version Not Supported")
        .endsWith("\r\n\r\n505 HTTP Version Not Supported: unsupported protocol version");
  }

  @Test
  void aRequestWithoutAHostIsNamed() throws Exception {
    assertThat(raw("GET /api HTTP/1.1\r\n\r\n"))
        .startsWith("HTTP/1.1 400 Bad Request")
        .endsWith("\r\n\r\n400 Bad Request: missing required Host header");
  }

  @Test
  void headersWithoutEndAreRefusedInPlainWords() throws Exception {
    int port = URI.create(server.url()).getPort();
    byte[] endless =
        ("GET /api HTTP/1.1\r\nHost: x\r\nX: " + "x".repeat(1100 * 1024)).getBytes(ISO_8859_1);
    ByteArrayOutputStream reply = new ByteArrayOutputStream();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(60_000);
      CompletableFuture.runAsync(() -> {
        try {
          socket.getOutputStream().write(endless);
        } catch (IOException refusedBeforeItsEnd) {
          // That is the point.
        }
      });
      // What the server did not read makes the end of the connection a reset, after its answer.
      try {
        for (int next = socket.getInputStream().read();
            next >= 0;
            next = socket.getInputStream().read()) {
          reply.write(next);
        }
      } catch (SocketException reset) {
        assertThat(reply.size()).isPositive();
      }
    }
    assertThat(reply.toString(ISO_8859_1))
        .startsWith("HTTP/1.1 431 Request Header Fields Too Large")
        .doesNotContainIgnoringCase("<html")
        .contains("text/plain");
  }

  @Test
  void aHeaderThatComesBackMayBeLong() throws Exception {
    for (int length : new int[] {16_000, 100_000}) {
      String id = "x".repeat(length);
      assertThat(raw(
              "GET /api HTTP/1.1\r\nHost: x\r\nAudit-Id: " + id + "\r\nConnection: close\r\n\r\n"))
          .startsWith("HTTP/1.1 200 OK\r\n")
          .contains("Audit-Id: " + id.substring(0, 16_000));
    }
  }

  @Test
  void aHeaderThatComesBackWithARefusalMayBeLong() throws Exception {
    String id = "x".repeat(100_000);
    String rest = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAudit-Id: " + id + "\r\n";
    assertThat(raw("GET /api" + rest + "Authorization: Bearer wrong\r\n\r\n"))
        .startsWith("HTTP/1.1 401 ")
        .contains("Audit-Id: " + id.substring(0, 16_000));
    assertThat(raw("POST /api/v1/namespaces" + rest + "Content-Length: 99999999999\r\n\r\n"))
        .startsWith("HTTP/1.1 413 ")
        .contains("Audit-Id: " + id.substring(0, 16_000));
    server.faults().add(Fault.status(503).resource("nodes").times(1));
    assertThat(raw("GET /api/v1/nodes" + rest + "\r\n"))
        .startsWith("HTTP/1.1 503 ")
        .contains("Audit-Id: " + id.substring(0, 16_000));
  }

  @Test
  void anEncodingWithoutANameIsNone() throws Exception {
    for (String encoding : new String[] {";", ";;q=1", ",;", ";gzip"}) {
      assertThat(raw("GET /openapi/v2 HTTP/1.1\r\nHost: x\r\nAccept-Encoding: " + encoding
              + "\r\nConnection: close\r\n\r\n"))
          .as(encoding)
          .startsWith("HTTP/1.1 200 OK\r\n");
    }
  }
}
