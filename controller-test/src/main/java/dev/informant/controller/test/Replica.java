package dev.informant.controller.test;

import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.SharedInformerFactoryBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import java.time.Duration;

/**
 * One process of a {@link VirtualCluster}: its informers, its connection, and what goes wrong with both. Belongs to the thread
 * that drives the cluster.
 */
public final class Replica {
  private final String name;
  private final ReplicaRuntime runtime;
  private final InProcessClient http;

  Replica(String name, ReplicaRuntime runtime, InProcessClient http) {
    this.name = name;
    this.runtime = runtime;
    this.http = http;
  }

  public String name() {
    return name;
  }

  /** A factory of informers in this process; add options and build it. */
  public SharedInformerFactoryBuilder informers() {
    Config config = new ConfigBuilder(Config.empty())
        .withMasterUrl("http://cluster.virtual/")
        .withNamespace("default")
        .build();
    return SharedInformerFactory.sharingTransportOf(new KubernetesClientImpl(http, config))
        .runtime(runtime);
  }

  /** Stops the process, as SIGSTOP does: nothing in it runs, and its clock goes on. */
  public void pause() {
    runtime.pause();
  }

  /** Continues the process: everything that fell due meanwhile runs now. */
  public void resume() {
    runtime.resume();
  }

  /** Cuts its connection: requests fail, watches break. */
  public void disconnect() {
    http.connected(false);
  }

  public void reconnect() {
    http.connected(true);
  }

  /** How long a request, an answer and a piece of a body take each. Default: a millisecond. */
  public void latency(Duration time) {
    http.latency(time);
  }

  /**
   * The server processes the next such request, but the answer does not arrive.
   *
   * @param method such as {@code PUT}
   * @param pathPart a part of the path, such as {@code leases}
   */
  public void loseNextAnswer(String method, String pathPart) {
    http.loseNextAnswer((ApiRequest request) ->
        request.method().equals(method) && request.path().contains(pathPart));
  }

  /** Its time of day jumps; the monotonic clock does not. */
  public void jumpTimeOfDay(Duration by) {
    runtime.jumpWall(by);
  }
}
