package dev.informant.benchmarks;

import dev.informant.internal.compact.CompactForm;
import dev.informant.internal.compact.Compression;
import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.kubernetes.codec.HasMetadataAccessor;
import dev.informant.kubernetes.internal.compact.CodecBytes;
import dev.informant.kubernetes.internal.compact.Compressions;
import dev.informant.kubernetes.internal.fast.FastCodec;
import dev.informant.kubernetes.internal.stream.ManagedFields;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.store.IndexFunction;
import dev.informant.store.Indexer;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Fills a store with pods in each form and prints what one takes in the heap and how long it takes to take one
 * in and to read one; and what the store, keys and index take besides the objects. Managed fields are left out; the index by
 * namespace is there. One thread; heap after collections.
 */
public final class CacheForms {
  private static final HasMetadataAccessor<Pod> ACCESSOR = HasMetadataAccessor.instance();

  private CacheForms() {}

  /** Arguments: objects, deflate, zstd or store; how many pods at most; a file of them, one a line. One form a process. */
  public static void main(String[] arguments) throws IOException {
    String name = arguments[0];
    int count = Integer.parseInt(arguments[1]);
    Path file = Path.of(arguments[2]);
    FastCodec<Pod> shared = FastCodec.of(Pod.class).sharingEqualParts().withoutManagedFields();
    ObjectForm<Pod> form = ObjectForm.shared(ACCESSOR);
    if (name.equals("store")) {
      measureStore(shared, count, file);
      return;
    }
    if (!name.equals("objects")) {
      Compression compression =
          name.equals("deflate") ? Compression.deflate() : Compressions.available();
      form = CompactForm.builder(ACCESSOR, new CodecBytes<>(FastCodec.of(Pod.class)))
          .compression(compression)
          .build();
      name = "compact, " + compression.name();
    }
    measure(name, form, shared, count, file);
  }

  private static void measure(
      String name, ObjectForm<Pod> form, FastCodec<Pod> codec, int count, Path file)
      throws IOException {
    SnapshotIndexer<Pod> store = store(form);
    long before = live();
    long[] nanos = {0};
    ArrayList<Revision<Pod>> list = new ArrayList<>(count);
    forEachPod(count, file, json -> {
      int gap = ManagedFields.cut(json, 0, json.length);
      Pod pod = codec.decode(json, gap, json.length - gap);
      long began = System.nanoTime();
      byte[] kept = form.holdsObjects() ? null : Arrays.copyOfRange(json, gap, json.length);
      list.add(held(store, pod, kept));
      nanos[0] += System.nanoTime() - began;
    });
    int held = list.size();
    store.revisionStore().replaceAll(list, "1");
    list.clear();
    list.trimToSize();
    long packed = 0;
    if (form instanceof CompactForm<Pod> compact) {
      long[] sum = new long[1];
      store
          .revisionStore()
          .state()
          .forEach(revision -> sum[0] += compact.archiving().packed(revision).length);
      packed = sum[0];
    }
    long heap = live() - before;
    List<String> keys = store.keys();
    long read = 0;
    long reading = System.nanoTime();
    for (int round = 0; round < 2; round++) {
      reading = System.nanoTime();
      for (String key : keys) {
        read += store.get(key).getMetadata().getName().length();
      }
      reading = System.nanoTime() - reading;
    }
    System.out.printf(
        "%-22s %,10d B %,10d B %12.1f %12.1f   (%d pods, check %d)%n",
        name,
        heap / held,
        packed / held,
        nanos[0] / 1e3 / held,
        reading / 1e3 / keys.size(),
        held,
        read % 97);
  }

  /** The objects are there before and stay: the rest is keys, revisions, the store and its index. */
  private static void measureStore(FastCodec<Pod> codec, int count, Path file) throws IOException {
    List<Pod> pods = new ArrayList<>(count);
    forEachPod(count, file, json -> pods.add(codec.decode(json, 0, json.length)));
    SnapshotIndexer<Pod> store = store(ObjectForm.shared(ACCESSOR));
    long before = live();
    store
        .revisionStore()
        .replaceAll(pods.stream().map(pod -> held(store, pod, null)).toList(), "1");
    long heap = live() - before;
    System.out.printf(
        "%-22s %,10d B   (%d pods, %d namespaces)%n",
        "store and index alone",
        heap / pods.size(),
        store.keys().size(),
        store.indexValues(Indexer.NAMESPACE_INDEX).size());
  }

  private static SnapshotIndexer<Pod> store(ObjectForm<Pod> form) {
    return SnapshotIndexer.builder(ACCESSOR)
        .form(form)
        .indexer(Indexer.NAMESPACE_INDEX, IndexFunction.byNamespace(ACCESSOR))
        .build();
  }

  private static Revision<Pod> held(SnapshotIndexer<Pod> store, Pod pod, byte[] json) {
    return store
        .form()
        .hold(pod.getMetadata().getUid(), pod.getMetadata().getResourceVersion(), pod, json);
  }

  private static void forEachPod(int count, Path file, Consumer<byte[]> action) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      lines.limit(count).forEach(line -> action.accept(line.getBytes(StandardCharsets.UTF_8)));
    }
  }

  private static long live() {
    Runtime machine = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return machine.totalMemory() - machine.freeMemory();
  }
}
