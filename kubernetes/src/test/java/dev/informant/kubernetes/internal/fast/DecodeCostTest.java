package dev.informant.kubernetes.internal.fast;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.informant.kubernetes.internal.stream.EventSplitter;
import dev.informant.kubernetes.internal.stream.InPlaceCodec;
import io.fabric8.kubernetes.api.model.Pod;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Counts, not times: what an event costs that comes in two halves. WatchCostTest counts the usual way. */
@Timeout(120)
class DecodeCostTest {
  private static final int EVENTS = 2_000;
  /** Nearly three times what it is; a second copy of the bytes, or a tree in between, is far above it. */
  private static final long MOST_BYTES = 16_000;

  private final FastCodec<Pod> codec =
      FastCodec.of(Pod.class).sharingEqualParts().withoutManagedFields();

  @Test
  void anEventOfNineKilobytesAllocatesFewerThanSixteen() {
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    feed(500); // plans, linking, caches
    long before = thread.getCurrentThreadAllocatedBytes();
    int decoded = feed(EVENTS);
    long each = (thread.getCurrentThreadAllocatedBytes() - before) / EVENTS;

    assertThat(decoded).isEqualTo(EVENTS);
    assertThat(each).as("bytes allocated for each event").isLessThan(MOST_BYTES);
  }

  @Test
  void anEventInTwoHalvesIsDecodedOnceAndNotLookedThroughBefore() {
    assertThat(feed(100)).as("decodes").isEqualTo(100);
  }

  /** Returns how many objects the codec made. */
  private int feed(int count) {
    int[] decodes = {0};
    EventSplitter.Sink sink = new EventSplitter.Sink() {
      @Override
      public int begins(String type, byte[] bytes, int offset, int length) {
        InPlaceCodec.First<Pod> first =
            codec.decodeFirst(bytes, offset, length, /* changed= */ false);
        decodes[0] += first == null ? 0 : 1;
        return first == null ? -1 : first.end();
      }

      @Override
      public void event(String type, byte[] bytes, int offset, int length) {
        throw new AssertionError("an ordinary event was looked through");
      }

      @Override
      public void oversized(String type, byte[] bytes, int offset, int length) {
        throw new AssertionError("oversized");
      }

      @Override
      public void broken(String description) {
        throw new AssertionError(description);
      }
    };
    EventSplitter splitter = new EventSplitter(sink, 1 << 20, /* asksFirst= */ true);
    for (int i = 0; i < count; i++) {
      byte[] event = event(i);
      int half = event.length / 2; // as chunks of a socket are: never whole events
      splitter.feed(event, 0, half);
      splitter.feed(event, half, event.length - half);
    }
    return decodes[0];
  }

  private final byte[] template = template().getBytes(StandardCharsets.UTF_8);

  /** The same array each time, with another version: the test's own allocations must not count. */
  private byte[] event(int number) {
    int at = 73;
    for (int digits = number, place = 4; place >= 0; place--, digits /= 10) {
      template[at + place] = (byte) ('0' + digits % 10);
    }
    return template;
  }

  private static String template() {
    StringBuilder managed = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      managed.append(i == 0 ? "" : ",").append("\"f:field").append(i).append("\":{\".\":{}}");
    }
    StringBuilder containers = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      containers
          .append(i == 0 ? "" : ",")
          .append("{\"name\":\"c")
          .append(i)
          .append(
              "\",\"image\":\"registry.example/team/image:v1\",\"env\":[{\"name\":\"A\",\"value\":\"")
          .append("text ".repeat(100))
          .append("\"}],\"resources\":{\"limits\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}},")
          .append("\"ports\":[{\"containerPort\":80,\"protocol\":\"TCP\"}]}");
    }
    return "{\"type\":\"MODIFIED\",\"object\":{\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":\"00000\","
        + "\"name\":\"a\",\"namespace\":\"b\",\"managedFields\":[{\"manager\":\"m\",\"fieldsV1\":{"
        + managed
        + "}}]},\"spec\":{\"containers\":[" + containers
        + "],\"nodeName\":\"n\"},\"status\":{\"phase\":\"Running\"},\"apiVersion\":\"v1\"}}\n";
  }
}
