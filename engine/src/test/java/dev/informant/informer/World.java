package dev.informant.informer;

import dev.informant.TestBytes;
import dev.informant.object.ResourceVersions;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A fake cluster and an informer that follows it in virtual time. */
public final class World {
  public final VirtualRuntime runtime;
  public final FakeCluster<TestObject> cluster;
  public final SharedIndexInformerBuilder<TestObject> options;
  private SharedIndexInformer<TestObject> informer;

  private World(VirtualRuntime runtime, QueueKind queue, WatchListPolicy watchList) {
    this.runtime = runtime;
    this.cluster = FakeCluster.create(runtime);
    this.options = SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
        .runtime(runtime)
        .name("test")
        .queue(queue)
        .watchList(watchList)
        .deepCopy(TestObject::copy);
    this.informer = options.build();
  }

  /** Lists with LIST. */
  public static World of(QueueKind queue) {
    return of(queue, WatchListPolicy.NEVER);
  }

  public static World of(QueueKind queue, WatchListPolicy watchList) {
    return new World(VirtualRuntime.inOrder(1), queue, watchList);
  }

  /** The same, with the compact form. */
  public static World compact(QueueKind queue) {
    return of(queue).with(options -> options.form(TestBytes.compactObjects()));
  }

  /** The seed also picks how it lists: with LIST under even seeds, by streaming under odd ones. */
  public static World shuffled(QueueKind queue, long seed) {
    return shuffled(queue, seed % 2 == 0 ? WatchListPolicy.NEVER : WatchListPolicy.AUTO, seed);
  }

  /** The seed picks the order of the steps; objects are in the compact form under every second pair of seeds. */
  public static World shuffled(QueueKind queue, WatchListPolicy watchList, long seed) {
    World world = new World(VirtualRuntime.shuffled(seed), queue, watchList);
    return seed % 4 < 2 ? world : world.with(options -> options.form(TestBytes.compactObjects()));
  }

  /** Builds the informer anew with changed options. */
  public World with(java.util.function.Consumer<SharedIndexInformerBuilder<TestObject>> changes) {
    changes.accept(options);
    informer = options.build();
    return this;
  }

  public SharedIndexInformer<TestObject> informer() {
    return informer;
  }

  /** Adds objects to the cluster. */
  public World holding(String... names) {
    for (String name : names) {
      cluster.add(TestObject.named(name));
    }
    return this;
  }

  public Recorder record() {
    return record(HandlerOptions.defaults());
  }

  public Recorder record(HandlerOptions<TestObject> handlerOptions) {
    Recorder recorder = new Recorder();
    informer.addHandler(recorder, handlerOptions);
    return recorder;
  }

  public World start() {
    informer.start();
    settle();
    return this;
  }

  /** Lets everything run that can; nobody may have changed a cached object by then. */
  public void settle() {
    runtime.runUntilIdle();
    informer.checkMutations();
  }

  /** Changes the object's data. */
  public TestObject touch(String name) {
    return cluster.modify(current(name).withData("touched at " + cluster.resourceVersion()));
  }

  public TestObject current(String name) {
    return cluster.objects().stream()
        .filter(object -> object.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Makes every open watch fail with 410, so that the informer lists again, and lets it. */
  public void relist() {
    cluster.compact();
    cluster.sendRaw(new WatchEvent.Error<>(
        SourceException.status(SourceException.GONE, "Expired", "too old resource version")));
    runtime.advance(Duration.ofSeconds(5));
  }

  public Map<String, String> stored() {
    return versions(informer.indexer().list());
  }

  public Map<String, String> served() {
    return versions(cluster.objects());
  }

  private static Map<String, String> versions(List<TestObject> objects) {
    Map<String, String> versions = new TreeMap<>();
    for (TestObject object : objects) {
      versions.put(TestObject.ACCESSOR.key(object), object.resourceVersion());
    }
    return versions;
  }

  public static boolean isOlder(String one, String other) {
    return ResourceVersions.isOlder(one, other);
  }
}
