package dev.informant.verification.binding;

import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.SharedInformerFactoryBuilder;
import dev.informant.source.BackoffPolicy;
import dev.informant.verification.chaos.FaultProxy;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A cluster, a client to change it, and a namespace of its own for each test. */
abstract class ClusterFixture {
  static final Duration LIMIT = Duration.ofSeconds(60);
  private static final AtomicInteger NAMESPACES = new AtomicInteger();

  /** Waits that tests can afford. */
  static final BackoffPolicy QUICK = new BackoffPolicy(
      Duration.ofMillis(20), 2, Duration.ofMillis(200), 0, Duration.ofSeconds(10));

  final List<AutoCloseable> closeables = new ArrayList<>();
  KubernetesClient client;
  String namespace;

  /** How to reach the cluster as somebody who may do everything. */
  abstract Config config() throws Exception;

  @BeforeEach
  final void open() throws Exception {
    client = new KubernetesClientBuilder().withConfig(config()).build();
    namespace = newNamespace();
  }

  @AfterEach
  final void closeAll() throws Exception {
    for (AutoCloseable closeable : closeables) {
      closeable.close();
    }
    client.close();
  }

  final String newNamespace() {
    String name =
        "test-" + Long.toString(System.nanoTime(), 36) + "-" + NAMESPACES.incrementAndGet();
    client
        .resource(new NamespaceBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .build())
        .create();
    return name;
  }

  final SharedInformerFactoryBuilder builder() throws Exception {
    return builder(config());
  }

  static SharedInformerFactoryBuilder builder(Config config) {
    return SharedInformerFactory.builder(config).options(options -> options.backoff(QUICK));
  }

  final SharedInformerFactory started(SharedInformerFactoryBuilder builder) {
    SharedInformerFactory informers = builder.build();
    closeables.add(0, informers);
    informers.start();
    return informers;
  }

  /** A line to the cluster that can be cut. */
  final FaultProxy proxy() throws Exception {
    URI url = URI.create(config().getMasterUrl());
    FaultProxy proxy = new FaultProxy(url.getHost(), url.getPort());
    closeables.add(proxy);
    return proxy;
  }

  final Config through(FaultProxy proxy) throws Exception {
    URI url = URI.create(config().getMasterUrl());
    return new ConfigBuilder(config())
        .withMasterUrl(url.getScheme() + "://" + url.getHost() + ":" + proxy.port() + "/")
        .build();
  }

  final ConfigMap create(String name, String value, Map<String, String> labels) {
    return client
        .resource(new ConfigMapBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .withLabels(labels)
            .endMetadata()
            .withData(Map.of("value", value))
            .build())
        .create();
  }

  final ConfigMap create(String name, String value) {
    return create(name, value, Map.of());
  }

  final ConfigMap update(String name, String value) {
    return client
        .configMaps()
        .inNamespace(namespace)
        .withName(name)
        .edit(map -> new ConfigMapBuilder(map).withData(Map.of("value", value)).build());
  }

  final void delete(String name) {
    client.configMaps().inNamespace(namespace).withName(name).delete();
  }

  static String version(ConfigMap map) {
    return map.getMetadata().getResourceVersion();
  }

  /** Waits for something that nobody announces. */
  static void eventually(String what, BooleanSupplier condition) throws InterruptedException {
    eventually(what, LIMIT, Duration.ofMillis(10), condition);
  }

  /**
   * @param pause between two looks
   */
  static void eventually(String what, Duration limit, Duration pause, BooleanSupplier condition)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    CountDownLatch never = new CountDownLatch(1);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not within " + limit + ": " + what);
      }
      never.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }
}
