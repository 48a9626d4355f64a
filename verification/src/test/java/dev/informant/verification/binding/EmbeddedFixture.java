package dev.informant.verification.binding;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.faults.Fault;
import dev.informant.informer.Deleted;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.SharedInformerFactoryBuilder;
import dev.informant.source.WatchListPolicy;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** An embedded server for each test, and a handler that counts what it hears. */
abstract class EmbeddedFixture extends ClusterFixture {
  static final String MAPS = "configmaps";

  EmbeddedCluster cluster;
  final Map<String, AtomicInteger> heard = new ConcurrentHashMap<>();
  final ResourceEventHandler<ConfigMap> counter = new ResourceEventHandler<>() {
    @Override
    public void onAdd(ConfigMap map, boolean initial) {
      count("add " + map.getMetadata().getName());
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap after) {
      count("update " + after.getMetadata().getName());
    }

    @Override
    public void onDelete(Deleted<ConfigMap> deleted) {
      count("delete " + deleted.key().substring(deleted.key().indexOf('/') + 1));
    }
  };

  @Override
  final Config config() throws IOException {
    if (cluster == null) {
      cluster = EmbeddedCluster.start(ApiServer.builder());
      closeables.add(cluster);
    }
    return cluster.config();
  }

  void count(String what) {
    heard.computeIfAbsent(what, absent -> new AtomicInteger()).incrementAndGet();
  }

  int times(String what) {
    AtomicInteger count = heard.get(what);
    return count == null ? 0 : count.get();
  }

  Informer<ConfigMap> informer(SharedInformerFactoryBuilder builder) {
    return started(builder).core().v1().configMaps().namespace(namespace).informer();
  }

  SharedInformerFactoryBuilder listing() throws Exception {
    return builder().options(options -> options.watchList(WatchListPolicy.NEVER));
  }

  /** Makes an informer that does not stream list again: the server refuses its version. */
  void relist() {
    cluster.server().faults().add(Fault.status(410).resource(MAPS).verb("watch").nth(1));
    cluster.server().faults().closeWatches(MAPS);
  }

  static InformerObserver listVersions(ConcurrentLinkedQueue<String> versions) {
    return event -> {
      if (event instanceof InformerEvent.Requested requested) {
        if (requested.verb().equals("list")) {
          versions.add(requested.resourceVersion());
        }
      }
    };
  }

  /** What the server has, by name and version. */
  final Map<String, String> atServer() {
    Map<String, String> versions = new HashMap<>();
    client
        .configMaps()
        .inNamespace(namespace)
        .list()
        .getItems()
        .forEach(map -> versions.put(map.getMetadata().getName(), version(map)));
    return versions;
  }

  static Map<String, String> inCache(Informer<ConfigMap> informer) {
    Map<String, String> versions = new HashMap<>();
    informer.snapshot().forEach(map -> versions.put(map.getMetadata().getName(), version(map)));
    return versions;
  }

  final void awaitOpenWatch() throws InterruptedException {
    eventually("the watch is open", () -> cluster.server().faults().openWatches(MAPS) == 1);
  }
}
