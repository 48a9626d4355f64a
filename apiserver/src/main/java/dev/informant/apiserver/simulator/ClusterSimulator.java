package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.core.ApiCore;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Plays scheduler, kubelets and controllers on an API server that has none, without sockets: {@link #populate}
 * fills it, {@link #start} lets it live at the rate asked for. What happens is a function of the seed; when it
 * happens, of the runtime's clock. Users may delete what they like: replica sets and pods of its deployments come
 * back, what belongs to a deployment that is gone goes with it. Thread-safe.
 */
public final class ClusterSimulator implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ClusterSimulator.class.getName());
  private static final Duration BEAT = Duration.ofMillis(20);

  private final EngineRuntime runtime;
  private final SimulatorOptions options;
  private final SimulatedApi api;
  private final SplittableRandom random;
  private final ClusterObjects objects;
  private final Controllers controllers;
  private final SerialQueue steps;

  // all used on `steps` only
  private final List<Workload> workloads = new ArrayList<>();
  private long looks;
  private double owed;
  private long lastBeat;

  private volatile boolean closed;
  private volatile long renewals;

  public ClusterSimulator(ApiCore core, EngineRuntime runtime, SimulatorOptions options) {
    this.runtime = runtime;
    this.options = options;
    this.api = new SimulatedApi(core);
    this.random = new SplittableRandom(options.seed());
    this.objects = new ClusterObjects(random, options.podBytes());
    this.controllers = new Controllers(api, objects, random, runtime.clock(), options.nodes());
    this.steps = runtime.pipelineQueue(
        failure -> LOG.log(Level.ERROR, "a step of the simulated cluster failed", failure));
  }

  /** Creates the cluster; completes when every pod runs. */
  public CompletableFuture<Void> populate() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    steps.execute(() -> {
      try {
        String now = controllers.now();
        for (int i = 0; i < options.namespaces(); i++) {
          api.create("/api/v1/namespaces", objects.namespace("team-" + i));
        }
        for (int i = 0; i < options.nodes(); i++) {
          ObjectNode node = objects.node(i, now);
          api.create("/api/v1/nodes", node);
          api.replace("/api/v1/nodes/" + ClusterObjects.nodeName(i) + "/status", node);
          api.create(SimulatedApi.LEASES, objects.lease(i, now));
        }
      } catch (RuntimeException failure) {
        done.completeExceptionally(failure);
      }
    });
    for (int i = 0; i < options.deployments(); i++) {
      int index = i;
      steps.execute(() -> {
        try {
          deploy(index);
        } catch (RuntimeException failure) {
          done.completeExceptionally(failure);
        }
      });
    }
    steps.execute(() -> done.complete(null));
    return done;
  }

  private void deploy(int index) {
    Workload workload = new Workload(
        index, "team-" + index % options.namespaces(), options.podsPerDeployment(), random);
    workloads.add(workload);
    controllers.deploy(workload);
  }

  /** Lets the cluster live until {@link #close}. */
  public void start() {
    steps.execute(() -> {
      lastBeat = runtime.clock().nanos();
      api.share();
    });
    beat();
  }

  private void beat() {
    if (closed || options.changesPerSecond() == 0) {
      return;
    }
    Timers.Timer ignored = runtime
        .timers()
        .schedule(
            BEAT,
            () -> steps.execute(() -> {
              long now = runtime.clock().nanos();
              owed += (now - lastBeat) / 1e9 * options.changesPerSecond();
              lastBeat = now;
              // A machine that cannot keep up must not be buried: a second's worth is made up for.
              owed = Math.min(owed, Math.max(1, options.changesPerSecond()));
              try {
                lookAround();
                while (owed >= 1 && !closed) {
                  long before = changes();
                  step();
                  owed -= Math.max(1, changes() - before);
                }
              } finally {
                beat();
              }
            }));
  }

  /** One deployment after the other, and of each one pod after the other. */
  private void lookAround() {
    if (closed || workloads.isEmpty()) {
      return;
    }
    Workload workload = workloads.get((int) (looks % workloads.size()));
    long round = looks++ / workloads.size();
    int pods = workload.pods.size();
    lookAfter(workload, pods == 0 ? null : workload.pods.get((int) (round % pods)));
  }

  private boolean lookAfter(Workload workload, @Nullable String pod) {
    boolean there = controllers.lookAfter(workload, pod);
    if (!there) {
      workloads.remove(workload);
    }
    return there;
  }

  /** Does one thing that happens in clusters. */
  private void step() {
    Runnable due = controllers.due();
    if (due != null) {
      due.run();
      return;
    }
    int chance = random.nextInt(100);
    if (workloads.isEmpty() || chance < 15) {
      renewLease();
      return;
    }
    Workload workload = workloads.get(random.nextInt(workloads.size()));
    if (workload.pods.isEmpty()) {
      lookAfter(workload, null);
      return;
    }
    String pod = workload.pods.get(random.nextInt(workload.pods.size()));
    if (chance < 55) {
      controllers.restart(workload, pod);
    } else if (chance < 70) {
      controllers.emit(workload, pod);
    } else if (chance < 90) {
      controllers.replace(workload, pod);
    } else if (lookAfter(workload, null)) {
      if (chance < 98) {
        controllers.scale(workload, Math.max(1, workload.replicas + (growing() ? 1 : -1)));
      } else {
        controllers.rollOut(workload);
      }
    }
  }

  private void renewLease() {
    String path =
        SimulatedApi.LEASES + "/" + ClusterObjects.nodeName(random.nextInt(options.nodes()));
    ObjectNode lease = api.read(path);
    if (lease != null) {
      ((ObjectNode) lease.path("spec")).put("renewTime", ClusterObjects.micro(controllers.now()));
      api.replace(path, lease);
    }
    renewals++;
  }

  /** Deployments come and go in size; the cluster keeps the one asked for. */
  private boolean growing() {
    int wanted = workloads.size() * options.podsPerDeployment();
    int there = workloads.stream().mapToInt(workload -> workload.replicas).sum();
    return there == wanted ? random.nextBoolean() : there < wanted;
  }

  /** Writes made so far. */
  public long changes() {
    return controllers.changes() + renewals;
  }

  /** How often something was refused for what users have done; to be asked when nothing happens. */
  long refusals() {
    return api.refusals();
  }

  /** The cluster stands still from now on. Idempotent. */
  @Override
  public void close() {
    closed = true;
  }
}
