package dev.informant.apiserver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
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
    String reply = raw("GET /api HTTP/1.1\r\nHost: x\r\nX: " + "x".repeat(2 << 20));
    assertThat(reply)
        .startsWith("HTTP/1.1 431 Request Header Fields Too Large")
        .endsWith("\r\n\r\n431 Request Header Fields Too Large");
  }
}
