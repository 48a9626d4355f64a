package dev.informant.kubernetes.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.fast.FastCodec;
import dev.informant.kubernetes.internal.stream.InPlaceCodec;
import dev.informant.object.ObjectAccessor;
import dev.informant.source.Item;
import dev.informant.source.ListerWatcher.WatchReceiver;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Counts, not times: what watch events cost from the bytes of the socket to the receiver, through the decoder that ships. */
@Timeout(120)
class WatchCostTest {
  private static final int PODS = 50;
  private static final int EVENTS = 2_000;
  private static final int CHUNK = 64 << 10;

  /** 2 100 as it is; 4 700 where an update takes no part over, 14 400 where nothing is shared. */
  private static final long MOST_BYTES = 3_000;

  private final Counting codec = new Counting();
  private int received;
  private final WatchReader<Pod> reader = new WatchReader<>(
      "pods",
      new ObjectDecoder<>(codec, /* leaveOutManagedFields= */ true, /* keepBytes= */ false),
      new WatchReceiver<>() {
        @Override
        public void opened() {}

        @Override
        public void events(List<WatchEvent<Pod>> events) {
          for (WatchEvent<Pod> event : events) {
            assertThat(event)
                .isInstanceOfSatisfying(
                    WatchEvent.Modified.class,
                    modified -> assertThat(modified.item()).isInstanceOf(Item.Good.class));
          }
          received += events.size();
        }

        @Override
        public void closed() {}

        @Override
        public void failed(SourceException failure) {
          throw new AssertionError(failure);
        }
      },
      1 << 20);

  private final BodyPump.Content content = reader.opened();

  /** The codec of an informer with the usual options; counts what it is asked. */
  private static final class Counting implements InPlaceCodec<Pod> {
    private final FastCodec<Pod> codec =
        FastCodec.of(Pod.class).sharingEqualParts().withoutManagedFields();
    int decoded;
    int attempts;

    @Override
    public Pod decode(byte[] bytes, int offset, int length) {
      decoded++;
      return codec.decode(bytes, offset, length);
    }

    @Override
    public @Nullable First<Pod> decodeFirst(byte[] bytes, int offset, int length, boolean changed) {
      First<Pod> first = codec.decodeFirst(bytes, offset, length, changed);
      attempts++;
      decoded += first == null ? 0 : 1;
      return first;
    }

    @Override
    public ObjectAccessor<Pod> accessor() {
      return codec.accessor();
    }

    @Override
    public TypeMeta expected() {
      return codec.expected();
    }

    @Override
    public TypeMeta typeOf(Pod pod) {
      return codec.typeOf(pod);
    }

    @Override
    public boolean leavesOutManagedFields() {
      return codec.leavesOutManagedFields();
    }
  }

  @Test
  void anEventIsDecodedOnceHoweverTheBytesAreCut() {
    byte[] stream = stream(0, EVENTS);
    int chunks = feed(stream);

    assertThat(received).isEqualTo(EVENTS);
    assertThat(codec.decoded).as("objects made").isEqualTo(EVENTS);
    assertThat(codec.attempts).as("times the decoder was asked").isBetween(1, EVENTS + chunks);
  }

  @Test
  void anEventOfNineKilobytesAllocatesAThirdOfThat() {
    feed(stream(0, 10 * PODS)); // plans, linking, caches, and a first version of each pod
    byte[] stream = stream(10 * PODS, EVENTS);
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = thread.getCurrentThreadAllocatedBytes();
    feed(stream);
    long each = (thread.getCurrentThreadAllocatedBytes() - before) / EVENTS;

    assertThat(stream.length / EVENTS).isBetween(9_000, 10_000);
    assertThat(each).as("bytes allocated for each event").isLessThan(MOST_BYTES);
  }

  /** Returns in how many pieces. */
  private int feed(byte[] stream) {
    int chunks = 0;
    for (int at = 0; at < stream.length; at += CHUNK, chunks++) {
      content.accept(stream, at, Math.min(CHUNK, stream.length - at));
      reader.deliver();
    }
    return chunks;
  }

  private static byte[] stream(int first, int count) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int number = first; number < first + count; number++) {
      out.writeBytes(event(number).getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  /** Another version of one of the pods, with another status, as a kubelet reports it. */
  private static String event(int number) {
    int pod = number % PODS;
    StringBuilder managed = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      managed.append(i == 0 ? "" : ",").append("\"f:field").append(i).append("\":{\".\":{}}");
    }
    StringBuilder containers = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      containers
          .append(i == 0 ? "" : ",")
          .append("{\"name\":\"c" + i + "\",\"image\":\"registry.example/team/image-" + pod
              + ":v1\",\"env\":[{\"name\":\"A\",\"value\":\"" + ("text" + pod + " ").repeat(90)
              + "\"}],\"resources\":{\"limits\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}},"
              + "\"ports\":[{\"containerPort\":80,\"protocol\":\"TCP\"}]}");
    }
    return "{\"type\":\"MODIFIED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web-"
        + pod + "\",\"namespace\":\"prod\",\"uid\":\"uid-" + pod + "\",\"resourceVersion\":\""
        + (100_000 + number)
        + "\",\"labels\":{\"app\":\"web\"},\"managedFields\":[{\"manager\":\"m\","
        + "\"fieldsV1\":{" + managed + "}}]},\"spec\":{\"containers\":[" + containers
        + "],\"nodeName\":\"n\"},\"status\":{\"phase\":\"Running\",\"podIP\":\"10.0.0." + pod
        + "\",\"message\":\"seen " + number + "\"}}}\n";
  }
}
