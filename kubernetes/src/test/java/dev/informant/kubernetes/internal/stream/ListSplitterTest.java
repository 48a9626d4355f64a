package dev.informant.kubernetes.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.codec.DecodeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ListSplitterTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final List<String> items = new ArrayList<>();
  private final List<String> oversized = new ArrayList<>();

  private final ListSplitter.Sink sink = new ListSplitter.Sink() {
    @Override
    public void item(byte[] bytes, int offset, int length) {
      items.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
    }

    @Override
    public void oversized(byte[] bytes, int offset, int length) {
      oversized.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
    }

    @Override
    public int begins(byte[] bytes, int offset, int length) {
      int after = ends() ? FirstValue.end(bytes, offset, length) : -1;
      if (after >= 0) {
        item(bytes, offset, after - offset);
      }
      return after;
    }
  };

  boolean ends() {
    return false;
  }

  @Test
  void anyChunkingOfAnyDocumentGivesTheItemsOfAWholeParse() throws IOException {
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      RandomJson json = new RandomJson(random);
      ObjectNode document = document(json, random);
      byte[] bytes = json.bytes(document, /* lineBreaks= */ true);

      items.clear();
      ListSplitter splitter = new ListSplitter(sink);
      feedInPieces(splitter, bytes, random);

      assertThat(splitter.isComplete()).as("seed %d", seed).isTrue();
      List<JsonNode> parsed = new ArrayList<>();
      for (String item : items) {
        parsed.add(MAPPER.readTree(item));
      }
      List<JsonNode> expected = new ArrayList<>();
      JsonNode whole = MAPPER.readTree(bytes);
      whole.path("items").forEach(expected::add);
      assertThat(parsed).as("seed %d", seed).isEqualTo(expected);
      for (var member : splitter.members().entrySet()) {
        assertThat(MAPPER.readTree(member.getValue())).isEqualTo(whole.get(member.getKey()));
      }
      int notItems = whole.size() - (whole.path("items").isArray() ? 1 : 0);
      assertThat(splitter.members()).hasSize(notItems);
    }
  }

  @Test
  void anyTruncationIsNoticed() {
    byte[] bytes =
        "{\"kind\":\"PodList\",\"items\":[{\"a\":1},{\"b\":2}],\"metadata\":{\"resourceVersion\":\"5\"}}"
            .getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length < bytes.length; length++) {
      ListSplitter splitter = new ListSplitter(sink);
      splitter.feed(bytes, 0, length);
      assertThat(splitter.isComplete()).as("%d bytes", length).isFalse();
    }
  }

  @Test
  void aBrokenFrameIsRefused() {
    for (String body : List.of(
        "<html>",
        "[]",
        "{\"items\":{}}",
        "{\"items\":[{}{}]}",
        "{\"items\":[,]}",
        "{,}",
        "{\"items\":[]]",
        "{}x",
        "{\"items\" []}",
        "{\"kind\":}",
        "{\"items\":[}]",
        "404 page not found")) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      assertThatThrownBy(() -> new ListSplitter(sink).feed(bytes, 0, bytes.length))
          .as(body)
          .isInstanceOf(DecodeException.class);
    }
  }

  @Test
  void nullItemsAreNoItems() {
    feed(new ListSplitter(sink), "{\"items\":null}");
    assertThat(items).isEmpty();
  }

  @Test
  void anItemAboveTheLimitIsSkippedAndItsHeadGiven() {
    ListSplitter splitter = new ListSplitter(sink, 10_000);
    String large = "{\"metadata\":{\"name\":\"big\"},\"data\":\"" + "x".repeat(200_000) + "\"}";
    byte[] bytes =
        ("{\"items\":[{\"a\":1}," + large + ",{\"b\":2}]}").getBytes(StandardCharsets.UTF_8);
    feedInPieces(splitter, bytes, new Random(1));

    assertThat(items).containsExactly("{\"a\":1}", "{\"b\":2}");
    assertThat(splitter.isComplete()).isTrue();
    byte[] head = oversized.get(0).getBytes(StandardCharsets.UTF_8);
    assertThat(head.length).isLessThanOrEqualTo(64 << 10);
    assertThat(ObjectHead.read(head, 0, head.length).key()).isEqualTo("big");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"items\":[{\"metadata\":{\"name\":\"big\"},\"data\":\"", "{\"metadata\":\""})
  void whatDoesNotEndIsRefused(String beginning) {
    ListSplitter splitter = new ListSplitter(sink, 10_000);
    byte[] bytes = beginning.getBytes(StandardCharsets.UTF_8);
    splitter.feed(bytes, 0, bytes.length);
    byte[] more = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> {
          for (int i = 0; i < 100; i++) {
            splitter.feed(more, 0, more.length);
          }
        })
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("has not ended");
  }

  @Test
  void anItemNestedBeyondReasonIsFramedWithoutGrowingTheStack() {
    String deep = "[".repeat(200_000) + "]".repeat(200_000);
    feed(new ListSplitter(sink), "{\"items\":[" + deep + ",{}]}");
    assertThat(items).containsExactly(deep, "{}");
  }

  private static ObjectNode document(RandomJson json, Random random) {
    List<String> names =
        new ArrayList<>(List.of("kind", "apiVersion", "metadata", "items", "other", "rows"));
    Collections.shuffle(names, random);
    ObjectNode document = MAPPER.createObjectNode();
    for (String name : names) {
      if (name.equals("items")) {
        ArrayNode array = document.putArray("items");
        for (int i = random.nextInt(6); i > 0; i--) {
          array.add(random.nextInt(8) == 0 ? json.value(3) : json.object(3));
        }
      } else if (random.nextInt(4) > 0) {
        document.set(name, json.value(2));
      }
    }
    return document;
  }

  private static void feed(ListSplitter splitter, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    splitter.feed(bytes, 0, bytes.length);
  }

  /** Each piece in an array of its own, at an odd offset, wiped after use. */
  private static void feedInPieces(ListSplitter splitter, byte[] bytes, Random random) {
    int most = 1 + random.nextInt(random.nextBoolean() ? 3 : 100_000);
    int at = 0;
    while (at < bytes.length) {
      int length = Math.min(bytes.length - at, 1 + random.nextInt(most));
      int offset = random.nextInt(4);
      byte[] piece = new byte[offset + length + 3];
      Arrays.fill(piece, (byte) '"');
      System.arraycopy(bytes, at, piece, offset, length);
      splitter.feed(piece, offset, length);
      Arrays.fill(piece, (byte) '}');
      at += length;
    }
  }
}
