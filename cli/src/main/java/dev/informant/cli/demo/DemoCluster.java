package dev.informant.cli.demo;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.simulator.ClusterSimulator;
import dev.informant.apiserver.simulator.SimulatorOptions;
import dev.informant.cli.Heap;
import dev.informant.cli.Words;
import dev.informant.informer.HandlerOptions;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.runtime.EngineRuntime;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.Config;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An API server with a simulated cluster on it, and shared informers that follow it through real HTTPS.
 * One thread drives it; its numbers may be read by any.
 */
public final class DemoCluster implements AutoCloseable {
  private static final int MEASURABLE = 1000;
  private static final Duration SYNC_LIMIT = Duration.ofMinutes(2);
  private static final int PODS_PER_DEPLOYMENT = 10;

  private final EngineRuntime runtime = EngineRuntime.create("demo-simulator", 1);
  private final Happenings happenings;
  private final ApiServer server;
  private final ClusterSimulator simulator;
  private final SharedInformerFactory informers;
  private final Map<String, KindStatistics> statistics = new HashMap<>();
  private final List<WatchedKind<?>> kinds = new ArrayList<>();
  private final AtomicBoolean slow = new AtomicBoolean();
  private Duration syncTook = Duration.ZERO;
  private double heapPerObject;
  private long changesBefore;

  private DemoCluster(DemoOptions options, Happenings happenings) {
    this.happenings = happenings;
    this.server = ApiServer.builder().seed(options.seed()).start();
    int nodes = Math.max(3, options.pods() / 30);
    this.simulator = new ClusterSimulator(
        server,
        runtime,
        new SimulatorOptions(
            nodes,
            /* namespaces= */ 4,
            Math.max(1, (options.pods() + PODS_PER_DEPLOYMENT - 1) / PODS_PER_DEPLOYMENT),
            Math.max(1, Math.min(PODS_PER_DEPLOYMENT, options.pods())),
            options.rate(),
            SimulatorOptions.DEFAULT.podBytes(),
            options.seed()));
    this.informers = SharedInformerFactory.builder(Config.fromKubeconfig(server.kubeconfig()))
        .transform(Transforms.stripManagedFields())
        .options(all -> all.observer(this::observer).closeTimeout(Duration.ofMillis(500)))
        .build();
  }

  /** Starts it all; when this returns, the caches are full and the cluster lives. */
  public static DemoCluster start(DemoOptions options, Happenings happenings) {
    DemoCluster cluster = new DemoCluster(options, happenings);
    try {
      cluster.begin();
      return cluster;
    } catch (RuntimeException | Error failure) {
      cluster.close();
      throw failure;
    }
  }

  private void begin() {
    simulator.populate().orTimeout(SYNC_LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    WatchedKind<Pod> pods = watch(Pod.class);
    watch(Node.class);
    watch(Deployment.class);
    watch(ReplicaSet.class);
    watch(Event.class);
    watch(Namespace.class);
    watch(Lease.class);
    pods.addHandler("audit", new SlowHandler<>(slow), HandlerOptions.Buffer.UNBOUNDED);
    pods.addHandler("dashboard", new SlowHandler<>(slow), HandlerOptions.Buffer.CONFLATING);
    long before = Heap.live();
    long began = System.nanoTime();
    informers.start();
    for (WatchedKind<?> kind : kinds) {
      for (WatchedKind.Handler handler : kind.handlers()) {
        handler.registration().awaitSynced(SYNC_LIMIT);
      }
    }
    syncTook = Duration.ofNanos(System.nanoTime() - began);
    // What the first objects bring besides themselves, classes above all, hides the size of a few.
    heapPerObject =
        objects() < MEASURABLE ? 0 : Math.max(0, Heap.live() - before) / (double) objects();
    happenings.add(Words.count(objects(), "object") + " in " + kinds.size() + " caches after "
        + Words.time(syncTook));
    changesBefore = simulator.changes();
    simulator.start();
  }

  private <T extends HasMetadata> WatchedKind<T> watch(Class<T> type) {
    WatchedKind<T> kind =
        new WatchedKind<>(type, informers.informerFor(type), observer(Resource.of(type)));
    kinds.add(kind);
    return kind;
  }

  private synchronized KindStatistics observer(Resource resource) {
    return statistics.computeIfAbsent(
        resource.plural(), plural -> new KindStatistics(plural, happenings));
  }

  ApiServer server() {
    return server;
  }

  Happenings happenings() {
    return happenings;
  }

  List<WatchedKind<?>> kinds() {
    return kinds;
  }

  /** The caches' objects, all kinds together. */
  long objects() {
    return kinds.stream().mapToLong(kind -> kind.informer().snapshot().size()).sum();
  }

  /** Writes of the simulated cluster since the caches were full. */
  long changes() {
    return simulator.changes() - changesBefore;
  }

  /** From the first request until every handler had seen everything. */
  Duration syncTook() {
    return syncTook;
  }

  /** Heap that the caches took when they were filled, for each object; 0 if there are too few to tell. */
  double heapPerObject() {
    return heapPerObject;
  }

  /** Whether the handlers that can be slow are. */
  AtomicBoolean slow() {
    return slow;
  }

  /** The cluster stands still when this returns. */
  void stopChanges() {
    simulator.close();
    long version = -1;
    while (version != server.resourceVersion()) {
      version = server.resourceVersion();
      pause(Duration.ofMillis(150));
    }
  }

  static void pause(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  @Override
  public void close() {
    slow.set(false);
    simulator.close();
    try {
      informers.close();
    } finally {
      server.close();
      runtime.close();
    }
  }
}
