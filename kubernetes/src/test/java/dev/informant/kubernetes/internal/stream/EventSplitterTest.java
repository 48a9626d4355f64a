package dev.informant.kubernetes.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.codec.DecodeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventSplitterTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<String> TYPES =
      List.of("ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR", "SOMETHING\"");

  final List<String> events = new ArrayList<>();
  final EventSplitter.Sink sink = new EventSplitter.Sink() {
    @Override
    public void event(String type, byte[] bytes, int offset, int length) {
      events.add(type + " " + new String(bytes, offset, length, StandardCharsets.UTF_8));
    }

    @Override
    public void oversized(String type, byte[] bytes, int offset, int length) {
      events.add(
          "oversized " + type + " " + ObjectHead.read(bytes, offset, length).key());
    }

    @Override
    public void broken(String description) {
      events.add("broken");
    }

    @Override
    public int begins(String type, byte[] bytes, int offset, int length) {
      int after = FirstValue.end(bytes, offset, length);
      if (after < 0
          || !EventSplitter.endsEvent(bytes, after, offset + length)
          || (!ends() && after + 1 < offset + length)) {
        return -1;
      }
      event(type, bytes, offset, after - offset);
      return after;
    }
  };

  /** Whether the sink is asked when an event begins. */
  boolean asksFirst() {
    return false;
  }

  /** Whether the sink takes an event if more follows it in the bytes it is given. */
  boolean ends() {
    return false;
  }

  final EventSplitter splitter() {
    return splitter(ListSplitter.DEFAULT_LIMIT);
  }

  final EventSplitter splitter(int limit) {
    return new EventSplitter(sink, limit, asksFirst());
  }

  @Test
  void anyChunkingOfAnyStreamGivesTheSameEvents() throws IOException {
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      RandomJson json = new RandomJson(random);
      boolean compact = random.nextBoolean();
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      List<JsonNode> expected = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        ObjectNode event = event(json, random);
        expected.add(event);
        stream.write(
            compact ? MAPPER.writeValueAsBytes(event) : json.bytes(event, /* lineBreaks= */ true));
        stream.write(random.nextBoolean() ? "\n".getBytes(StandardCharsets.UTF_8) : new byte[0]);
      }
      events.clear();
      feedInPieces(splitter(), stream.toByteArray(), random);

      assertThat(events).as("seed %d", seed).hasSameSizeAs(expected);
      for (int i = 0; i < expected.size(); i++) {
        String type = expected.get(i).get("type").textValue();
        assertThat(events.get(i)).as("seed %d", seed).startsWith(type + " ");
        assertThat(MAPPER.readTree(events.get(i).substring(type.length() + 1)))
            .as("seed %d", seed)
            .isEqualTo(expected.get(i).get("object"));
      }
    }
  }

  @Test
  void anEventIsHandedOnAtItsLastByteWithoutWaitingForALineBreak() {
    feed(splitter(), "{\"type\":\"ADDED\",\"object\":{}}");
    assertThat(events).containsExactly("ADDED {}");
  }

  @Test
  void membersBeyondTheTwoAreIgnored() {
    feed(
        splitter(),
        "{\"type\":\"ADDED\",\"object\":{},\"x\":1}{\"x\":{},\"object\":{},\"type\":\"ADDED\"}"
            + "{\"type\":\"ADDED\",\"object\":{},\"x\":{}}");
    assertThat(events).containsExactly("ADDED {}", "ADDED {}", "ADDED {}");
  }

  @Test
  void garbageCostsItsLineOnly() {
    feed(
        splitter(),
        "garbage {\"type\":\"ADDED\",\"object\":{}}\n{\"type\":\"ADDED\",\"object\":{\"a\":1}}\n");
    assertThat(events).containsExactly("broken", "ADDED {\"a\":1}");
  }

  @Test
  void anEventCutShortCostsOnlyItself() {
    for (String start : List.of(
        "{\"type\":\"ADDED\",\"object\":{\"a\":",
        "{\"type\":\"ADDED\",\"object\":{\"a\":\"x",
        "{\"ty")) {
      for (int piece = 1; piece < 60; piece++) {
        events.clear();
        EventSplitter splitter = splitter();
        String stream = start + "\n{\"type\":\"ADDED\",\"object\":{\"b\":2}}\n"
            + "{\"type\":\"DELETED\",\"object\":{\"c\":3}}\n";
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; at += piece) {
          splitter.feed(bytes, at, Math.min(piece, bytes.length - at));
        }
        assertThat(events)
            .as("%s in pieces of %d", start, piece)
            .containsExactly("broken", "ADDED {\"b\":2}", "DELETED {\"c\":3}");
      }
    }
  }

  @Test
  void anEventWithoutTypeOrObjectIsBroken() {
    feed(splitter(), "{\"type\":\"ADDED\"}\n{\"object\":{}}\n{}\n{\"type\" 5}\n");
    assertThat(events).containsExactly("broken", "broken", "broken", "broken");
  }

  @Test
  void anEventAboveTheLimitIsSkippedAndNamed() {
    String large =
        "{\"type\":\"MODIFIED\",\"object\":{\"metadata\":{\"namespace\":\"a\",\"name\":\"big\"},"
            + "\"data\":\"" + "x".repeat(200_000) + "\"}}\n";
    byte[] bytes =
        (large + "{\"type\":\"ADDED\",\"object\":{}}\n").getBytes(StandardCharsets.UTF_8);
    feedInPieces(splitter(10_000), bytes, new Random(3));
    assertThat(events).containsExactly("oversized MODIFIED a/big", "ADDED {}");
  }

  @Test
  void anEventWithoutEndIsRefused() {
    EventSplitter splitter = splitter(1000);
    feed(splitter, "{\"type\":\"MODIFIED\",\"object\":{\"data\":\"");
    String more = "x".repeat(1000);
    assertThatThrownBy(() -> {
          for (int i = 0; i < 100; i++) {
            feed(splitter, more);
          }
        })
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("has not ended");
    assertThat(events).isEmpty();
  }

  private static ObjectNode event(RandomJson json, Random random) {
    ObjectNode event = MAPPER.createObjectNode();
    boolean typeFirst = random.nextInt(4) > 0;
    String type = TYPES.get(random.nextInt(TYPES.size()));
    if (typeFirst) {
      event.put("type", type);
    }
    event.set("object", json.object(3));
    if (!typeFirst) {
      event.put("type", type);
    }
    if (random.nextInt(6) == 0) {
      event.set("other", json.value(2));
    }
    return event;
  }

  static void feed(EventSplitter splitter, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    splitter.feed(bytes, 0, bytes.length);
  }

  private static void feedInPieces(EventSplitter splitter, byte[] bytes, Random random) {
    int most = 1 + random.nextInt(random.nextBoolean() ? 3 : 100_000);
    int at = 0;
    while (at < bytes.length) {
      int length = Math.min(bytes.length - at, 1 + random.nextInt(most));
      byte[] piece = new byte[length];
      System.arraycopy(bytes, at, piece, 0, length);
      splitter.feed(piece, 0, length);
      at += length;
    }
  }
}
