package dev.informant.apiserver.internal.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.internal.core.ApiResponse;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Watches over WebSockets. */
class WebSocketTest extends ServedFront {
  private static final String SOUND =
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";

  private static String handshake(String rest) {
    return "GET /w HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Origin: http://x\r\n" + rest + "\r\n";
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
          .endsWith("}\n");
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

  /** The answer to a handshake, up to the first message. */
  private String greeting(String rest) throws Exception {
    FakeStream unread = new FakeStream();
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, unread));
    StringBuilder head = new StringBuilder();
    try (Socket socket = connect()) {
      socket.getOutputStream().write(handshake(SOUND + rest).getBytes(UTF_8));
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      for (String line; (line = in.readLine()) != null && !line.isEmpty(); ) {
        head.append(line).append('\n');
      }
    }
    return head.toString();
  }

  private static String token(String text) {
    return "base64url.bearer.authorization.k8s.io."
        + Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  @Test
  void tokenAmongTheProtocolsIsReadAndNeverGivenBack() throws Exception {
    start();
    String other = "base64.binary.k8s.io";
    for (String offered : List.of(
        "Sec-WebSocket-Protocol: " + token("right") + ", " + other + "\r\n",
        "Sec-WebSocket-Protocol: " + other + "," + token("right") + "\r\n",
        "Sec-WebSocket-Protocol: " + other + "\r\nSec-WebSocket-Protocol: " + token("right")
            + "\r\n")) {
      assertThat(greeting(offered))
          .startsWith("HTTP/1.1 101 ")
          .contains("Sec-WebSocket-Protocol: " + other + "\n")
          .doesNotContain("bearer");
    }
    for (String offered : List.of(
        token("wrong") + ", " + other,
        token("right"),
        token("right") + ", " + token("right") + ", " + other,
        token("ri") + "==, " + other,
        token("right") + "!, " + other)) {
      assertThat(greeting("Sec-WebSocket-Protocol: " + offered + "\r\n"))
          .as(offered)
          .startsWith("HTTP/1.1 401 ")
          .doesNotContain("bearer");
    }
  }

  @Test
  void oneProtocolIsTakenAndOfSeveralNone() throws Exception {
    start();
    assertThat(greeting("Sec-WebSocket-Protocol: a\r\n"))
        .startsWith("HTTP/1.1 101 ")
        .contains("Sec-WebSocket-Protocol: a\n");
    assertThat(greeting("Sec-WebSocket-Protocol: \r\n")).startsWith("HTTP/1.1 101 ");
    assertThat(greeting("Sec-WebSocket-Protocol: a, b\r\n")).startsWith("HTTP/1.1 400 ");
  }

  @Test
  void protocolThatIsTooLongToBeGivenBackIsRefused() throws Exception {
    start();
    assertThat(greeting("Sec-WebSocket-Protocol: " + "a".repeat(16_000) + "\r\n"))
        .startsWith("HTTP/1.1 101 ")
        .contains("a".repeat(16_000));
    assertThat(greeting("Sec-WebSocket-Protocol: " + "a".repeat(100_000) + "\r\n"))
        .startsWith("HTTP/1.1 400 ");
  }

  @Test
  void clientThatIsKnownGetsTheOneProtocolThatItOffersBackThoughItIsAToken() throws Exception {
    start();
    assertThat(greeting(
            "Authorization: Bearer known\r\nSec-WebSocket-Protocol: " + token("right") + "\r\n"))
        .startsWith("HTTP/1.1 101 ")
        .contains("Sec-WebSocket-Protocol: " + token("right") + "\n");
  }

  @Test
  void answerToAHandshakeHasNoHeadersButItsOwn() throws Exception {
    start();
    assertThat(greeting("Sec-WebSocket-Extensions: permessage-deflate\r\n").lines())
        .containsExactlyInAnyOrder(
            "HTTP/1.1 101 Switching Protocols",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Accept: ICX+Yqv66kxgM0FcWaLWlFLwTAI=");
  }

  @Test
  void handshakeWithoutAKeyIsNoneWhereverItComesFrom() throws Exception {
    start();
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    try (Socket socket = connect()) {
      socket
          .getOutputStream()
          .write(("GET /w HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  + "Sec-WebSocket-Version: 13\r\n\r\n")
              .getBytes(UTF_8));
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      assertThat(in.readLine()).startsWith("HTTP/1.1 400");
    }
  }

  @Test
  void handshakeOfAnotherVersionIsToldTheRightOne() throws Exception {
    start();
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    try (Socket socket = connect()) {
      String other = SOUND.replace("13", "12") + "Connection: close\r\n";
      socket.getOutputStream().write(handshake(other).getBytes(UTF_8));
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.1 400 ")
          .contains("\r\nSec-WebSocket-Version: 13\r\n")
          .endsWith("missing or bad WebSocket Version");
    }
    stream.closed.get(60, TimeUnit.SECONDS);
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
  void webSocketReaderThatDoesNotReadIsCutOff() throws Exception {
    start(Duration.ofSeconds(2), null, false);
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    try (Socket socket = connect()) {
      socket.getOutputStream().write(handshake(SOUND).getBytes(UTF_8));
      assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8))
          .isEqualTo("HTTP/1.1 101");
      for (int i = 0; i < 400; i++) {
        stream.send("x".repeat(100_000));
      }
      stream.closed.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void webSocketClientThatDoesNotAnswerACloseIsCutOff() throws Exception {
    start(Duration.ofSeconds(2), null, false);
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    try (SocketChannel channel = greeted()) {
      stream.send("{}");
      readUpTo("{}\n", channel);
      stream.end();
      readUpTo("\u0088\u0002\u0003\u00e8", channel);
      stream.closed.get(60, TimeUnit.SECONDS);
      assertThatNobodyReads(channel);
    }
  }

  @Test
  void webSocketClientThatClosesAndDoesNotReadIsCutOff() throws Exception {
    start(Duration.ofSeconds(2), null, false);
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    try (SocketChannel channel = greeted()) {
      for (int i = 0; i < 400; i++) {
        stream.send("x".repeat(100_000));
      }
      byte[] close = {(byte) 0x88, (byte) 0x80, 0, 0, 0, 0};
      channel.write(ByteBuffer.wrap(close));
      stream.closed.get(60, TimeUnit.SECONDS);
      assertThatNobodyReads(channel);
    }
  }

  /** A connection that has asked for a WebSocket; what blocks on it can be interrupted. */
  private SocketChannel greeted() throws IOException {
    SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", front.port()));
    channel.write(ByteBuffer.wrap(handshake(SOUND).getBytes(UTF_8)));
    return channel;
  }

  private static void readUpTo(String end, SocketChannel channel) throws IOException {
    StringBuilder read = new StringBuilder();
    ByteBuffer one = ByteBuffer.allocate(1);
    while (read.indexOf(end) < 0) {
      assertThat(channel.read(one.clear())).as(read.toString()).isPositive();
      read.append((char) (one.get(0) & 0xff));
    }
  }

  /** The other end is not only told that no more comes: it is gone. */
  private static void assertThatNobodyReads(SocketChannel channel) {
    byte[] ping = {(byte) 0x89, (byte) 0x80, 0, 0, 0, 0};
    assertThatThrownBy(() -> {
          while (true) {
            channel.write(ByteBuffer.wrap(ping));
          }
        })
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(ClosedByInterruptException.class);
  }

  @Test
  void webSocketIsCutAtTheByteAskedFor() throws Exception {
    start();
    byte[] line = "{\"a\":1}\n".getBytes(UTF_8);
    assertThat(cutSocket(new Cut(-1, true), false)).isEqualTo("RST");
    assertThat(cutSocket(new Cut(-1, false), false)).isEmpty();
    assertThat(cutSocket(new Cut(0, true), false, line)).isEqualTo("RST");
    assertThat(cutSocket(new Cut(5, true), false, line)).isEqualTo("\u0081\b{\"a\":RST");
    assertThat(cutSocket(new Cut(5, false), false, line)).isEqualTo("\u0081\b{\"a\":");
    assertThat(cutSocket(new Cut(8, true), false, line)).isEqualTo("\u0081\b{\"a\":1}\nRST");
    assertThat(cutSocket(new Cut(10, false), false, line, line))
        .isEqualTo("\u0081\b{\"a\":1}\n\u0081\b{\"");
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
}
