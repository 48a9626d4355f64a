package dev.informant.benchmarks.stages;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.internal.compact.CompactForm;
import dev.informant.internal.compact.Compression;
import dev.informant.kubernetes.codec.HasMetadataAccessor;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.internal.compact.CodecBytes;
import dev.informant.kubernetes.internal.compact.Compressions;
import dev.informant.kubernetes.internal.fast.FastCodec;
import dev.informant.kubernetes.internal.stream.EventSplitter;
import dev.informant.kubernetes.internal.stream.ManagedFields;
import dev.informant.object.Revision;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a pod of 9.5 KB cost at each stage, and what would copying, hashing or inflating the same bytes cost?
 * {@code copy} is the floor of any transport, {@code sha256} and {@code inflate} are what TLS-like and gzip work
 * cost; {@code split} finds the end of an event, {@code decode} makes the object of it in one pass, {@code decodeChanged} does so for
 * a pod of which an earlier version was decoded, as watch events are; {@code modelLibrary} is Jackson with the models' own
 * deserialisers. {@code hold} takes the bytes of a pod into a compact cache and {@code read} makes an object of them again;
 * {@code compress} and {@code decompress} are what zstd with a dictionary alone does to the same bytes, the limit of the two. Run by
 * {@code benchmarks/stages}.
 */
@BenchmarkMode(Mode.AverageTime)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 4, time = 2)
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class StageBenchmark {
  private static final int PODS = 2_000;

  private final byte[][] pods = new byte[PODS][];
  private final byte[][] events = new byte[PODS][];
  private final byte[][] compressed = new byte[PODS][];
  private final byte[] room = new byte[1 << 16];
  private final FastCodec<Pod> fast =
      FastCodec.of(Pod.class).sharingEqualParts().withoutManagedFields();
  private final byte[][] changed = new byte[PODS][];
  private final byte[][] bare = new byte[PODS][]; // without managed fields
  private final byte[][] packed = new byte[PODS][];
  private final Pod[] objects = new Pod[PODS];
  private final List<Revision<Pod>> held = new ArrayList<>();
  private final CompactForm<Pod> compact = CompactForm.builder(
          HasMetadataAccessor.<Pod>instance(), new CodecBytes<>(FastCodec.of(Pod.class)))
      .compression(Compressions.available())
      .build();
  private Compression.Coder coder;
  private boolean turned;
  private final ModelCodec<Pod> library = ModelCodec.of(Pod.class);
  private final ObjectMapper trees = new ObjectMapper();
  private MessageDigest sha;
  private int at;

  @Setup
  public void prepare() throws Exception {
    sha = MessageDigest.getInstance("SHA-256");
    List<String> lines;
    try (var all = Files.lines(Path.of(System.getProperty("pods")))) {
      lines = all.limit(PODS).toList();
    }
    for (int i = 0; i < PODS; i++) {
      pods[i] = lines.get(i).getBytes(StandardCharsets.UTF_8);
      events[i] = ("{\"type\":\"ADDED\",\"object\":" + lines.get(i) + "}\n")
          .getBytes(StandardCharsets.UTF_8);
      Deflater deflater = new Deflater(1);
      deflater.setInput(pods[i]);
      deflater.finish();
      compressed[i] = Arrays.copyOf(room, deflater.deflate(room));
      deflater.end();
      changed[i] = lines
          .get(i)
          .replaceFirst("\"resourceVersion\":\"", "\"resourceVersion\":\"9")
          .replaceFirst("\"phase\":\"[A-Za-z]*\"", "\"phase\":\"Changed\"")
          .getBytes(StandardCharsets.UTF_8);
      objects[i] = fast.decode(pods[i], 0, pods[i].length);
      byte[] cut = pods[i].clone();
      int gap = ManagedFields.cut(cut, 0, cut.length);
      bare[i] = Arrays.copyOfRange(cut, gap, cut.length);
    }
    pack();
  }

  private void pack() {
    for (int i = 0; i < PODS; i++) {
      held.add(hold(i));
    }
    Compression zstd = Compressions.available();
    coder = zstd.coder(zstd.train(Arrays.asList(bare).subList(0, PODS / 2)));
    for (int i = 0; i < PODS; i++) {
      packed[i] = Arrays.copyOf(room, coder.compress(bare[i], room, 0));
    }
  }

  private Revision<Pod> hold(int pod) {
    ObjectMeta metadata = objects[pod].getMetadata();
    return compact.hold(
        metadata.getUid(), metadata.getResourceVersion(), objects[pod], bare[pod].clone());
  }

  private int next() {
    at = at + 1 == PODS ? 0 : at + 1;
    return at;
  }

  @Benchmark
  public byte copy() {
    byte[] pod = pods[next()];
    System.arraycopy(pod, 0, room, 0, pod.length);
    return room[pod.length / 2];
  }

  @Benchmark
  public byte[] sha256() {
    return sha.digest(pods[next()]);
  }

  @Benchmark
  public int inflate() throws Exception {
    Inflater inflater = new Inflater();
    inflater.setInput(compressed[next()]);
    int length = inflater.inflate(room);
    inflater.end();
    return length;
  }

  @Benchmark
  public int split() {
    int[] length = {0};
    byte[] event = events[next()];
    new EventSplitter(new EventSplitter.Sink() {
          @Override
          public void event(String type, byte[] bytes, int offset, int count) {
            length[0] = count;
          }

          @Override
          public void oversized(String type, byte[] bytes, int offset, int count) {}

          @Override
          public void broken(String description) {}
        })
        .feed(event, 0, event.length);
    return length[0];
  }

  @Benchmark
  public Pod decode() {
    byte[] pod = pods[next()];
    return fast.decode(pod, 0, pod.length);
  }

  /** A pod and its next version in turn, 2 000 pods in between, as many as a small cluster has. */
  @Benchmark
  public Pod decodeChanged() {
    int pod = next();
    turned ^= pod == 0;
    byte[] bytes = turned ? changed[pod] : pods[pod];
    return fast.decodeFirst(bytes, 0, bytes.length, /* changed= */ true).object();
  }

  @Benchmark
  public Revision<Pod> hold() {
    return hold(next());
  }

  @Benchmark
  public Pod read() {
    return held.get(next()).object();
  }

  @Benchmark
  public int compress() {
    return coder.compress(bare[next()], room, 0);
  }

  @Benchmark
  public byte decompress() {
    int pod = next();
    byte[] target = new byte[bare[pod].length];
    coder.decompress(packed[pod], 0, target);
    return target[target.length / 2];
  }

  @Benchmark
  public Pod modelLibrary() {
    byte[] pod = pods[next()];
    return library.decode(pod, 0, pod.length);
  }

  @Benchmark
  public Object tree() throws Exception {
    return trees.readTree(pods[next()]);
  }
}
