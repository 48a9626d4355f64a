package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.core.ApiCore;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Plays scheduler, kubelets and controllers on an API server that has none, without sockets: {@link #populate}
 * fills it, {@link #start} lets it live at the rate asked for. What happens is a function of the seed; when it
 * happens, of the runtime's clock. Thread-safe.
 */
public final class ClusterSimulator implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ClusterSimulator.class.getName());
  private static final Duration BEAT = Duration.ofMillis(20);

  private final EngineRuntime runtime;
  private final SimulatorOptions options;
  private final SimulatedApi api;
  private final SplittableRandom random;
  private final ClusterObjects objects;
  private final SerialQueue steps;

  // all used on `steps` only
  private final List<Workload> workloads = new ArrayList<>();
  private final ArrayDeque<Runnable> soon = new ArrayDeque<>();
  private double owed;
  private long lastBeat;

  private volatile boolean closed;
  private volatile long changes;

  public ClusterSimulator(ApiCore core, EngineRuntime runtime, SimulatorOptions options) {
    this.runtime = runtime;
    this.options = options;
    this.api = new SimulatedApi(core);
    this.random = new SplittableRandom(options.seed());
    this.objects = new ClusterObjects(random, options.podBytes());
    this.steps = runtime.pipelineQueue(
        failure -> LOG.log(Level.ERROR, "a step of the simulated cluster failed", failure));
  }

  /** Creates the cluster; completes when every pod runs. */
  public CompletableFuture<Void> populate() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    steps.execute(() -> {
      try {
        String now = now();
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
    String now = now();
    workload.deploymentUid = api.create(
        "/apis/apps/v1/namespaces/" + workload.namespace + "/deployments",
        objects.deployment(workload, now));
    createReplicaSet(workload);
    for (int i = 0; i < workload.replicas; i++) {
      run(workload, createPod(workload));
    }
    reportStatus(workload);
  }

  private void createReplicaSet(Workload workload) {
    workload.replicaSetUid = api.create(
        "/apis/apps/v1/namespaces/" + workload.namespace + "/replicasets",
        objects.replicaSet(workload, now()));
  }

  private String createPod(Workload workload) {
    String name = workload.newPodName(random);
    api.create(
        "/api/v1/namespaces/" + workload.namespace + "/pods", objects.pod(workload, name, now()));
    workload.pods.add(name);
    changes++;
    return name;
  }

  /** Scheduler and kubelet in one: binds the pod and reports that it runs. */
  private void run(Workload workload, String name) {
    int node = random.nextInt(options.nodes());
    changeStatus(workload, name, pod -> {
      ((ObjectNode) pod.path("spec")).put("nodeName", ClusterObjects.nodeName(node));
      return objects.runningStatus(pod, node, 0, /* ready= */ true, now());
    });
  }

  private interface NewStatus {
    ObjectNode of(ObjectNode pod);
  }

  private void changeStatus(Workload workload, String name, NewStatus change) {
    String path = "/api/v1/namespaces/" + workload.namespace + "/pods/" + name;
    ObjectNode pod = api.read(path);
    if (pod == null) {
      return; // somebody else deleted it
    }
    boolean bound = pod.path("spec").has("nodeName");
    pod.set("status", change.of(pod));
    if (pod.path("metadata").path("managedFields").size() < 2) {
      ManagedFields.add(pod, "kubelet", "status", now(), "status");
    }
    ((ObjectNode) pod.path("metadata")).remove("resourceVersion");
    if (!bound) {
      ObjectNode binding = pod.objectNode();
      binding.putObject("metadata").put("name", name);
      binding
          .putObject("target")
          .put("kind", "Node")
          .set("name", pod.path("spec").path("nodeName"));
      api.create(path + "/binding", binding);
      changes++;
    }
    api.replace(path + "/status", pod);
    changes++;
  }

  private void reportStatus(Workload workload) {
    for (String path : new String[] {
      "/apis/apps/v1/namespaces/" + workload.namespace + "/replicasets/" + workload.replicaSet(),
      "/apis/apps/v1/namespaces/" + workload.namespace + "/deployments/" + workload.name
    }) {
      ObjectNode object = api.read(path);
      if (object == null) {
        continue;
      }
      int pods = workload.pods.size();
      ObjectNode status = object
          .putObject("status")
          .put("observedGeneration", object.path("metadata").path("generation").asInt())
          .put("replicas", pods)
          .put("readyReplicas", pods)
          .put("availableReplicas", pods);
      if (path.contains("/deployments/")) {
        status.put("updatedReplicas", pods);
      }
      ((ObjectNode) object.path("metadata")).remove("resourceVersion");
      api.replace(path + "/status", object);
      changes++;
    }
  }

  /** Lets the cluster live until {@link #close}. */
  public void start() {
    steps.execute(() -> lastBeat = runtime.clock().nanos());
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
              // A machine that cannot keep up must not be buried: at most a second's worth is made
              // up for.
              owed = Math.min(owed, Math.max(1, options.changesPerSecond()));
              try {
                while (owed >= 1 && !closed) {
                  long before = changes;
                  step();
                  owed -= Math.max(1, changes - before);
                }
              } finally {
                beat();
              }
            }));
  }

  /** Does one thing that happens in clusters. */
  private void step() {
    Runnable due = soon.poll();
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
      String pod = createPod(workload);
      soon.add(() -> run(workload, pod));
      return;
    }
    String pod = workload.pods.get(random.nextInt(workload.pods.size()));
    if (chance < 55) {
      restart(workload, pod);
    } else if (chance < 70) {
      emit(workload, pod);
    } else if (chance < 90) {
      replace(workload, pod);
    } else if (chance < 98) {
      scale(workload);
    } else {
      rollOut(workload);
    }
  }

  private void renewLease() {
    String path =
        SimulatedApi.LEASES + "/" + ClusterObjects.nodeName(random.nextInt(options.nodes()));
    ObjectNode lease = api.read(path);
    if (lease != null) {
      ((ObjectNode) lease.path("spec")).put("renewTime", ClusterObjects.micro(now()));
      api.replace(path, lease);
    }
    changes++;
  }

  /** A container dies and comes back: not ready first, ready a little later. */
  private void restart(Workload workload, String pod) {
    changeStatus(workload, pod, old -> status(old, 1, /* ready= */ false));
    soon.add(() -> changeStatus(workload, pod, old -> status(old, 0, /* ready= */ true)));
    emit(workload, pod);
  }

  private ObjectNode status(ObjectNode pod, int more, boolean ready) {
    int restarts = pod.path("status")
        .path("containerStatuses")
        .path(0)
        .path("restartCount")
        .asInt();
    String node = pod.path("spec").path("nodeName").asText("worker-0");
    int index = Integer.parseInt(node.substring(node.lastIndexOf('-') + 1));
    return objects.runningStatus(pod, index, restarts + more, ready, now());
  }

  private void emit(Workload workload, String pod) {
    api.create(
        "/api/v1/namespaces/" + workload.namespace + "/events",
        objects.event(workload, pod, random.nextBoolean() ? "Started" : "Pulled", now()));
    changes++;
  }

  private void replace(Workload workload, String pod) {
    delete(workload, pod);
    String fresh = createPod(workload);
    soon.add(() -> run(workload, fresh));
  }

  private void delete(Workload workload, String pod) {
    workload.pods.remove(pod);
    api.delete("/api/v1/namespaces/" + workload.namespace + "/pods/" + pod);
    changes++;
  }

  private void scale(Workload workload) {
    workload.replicas = Math.max(1, workload.replicas + (growing() ? 1 : -1));
    updateDeployment(workload);
    api.replace(
        "/apis/apps/v1/namespaces/" + workload.namespace + "/replicasets/" + workload.replicaSet(),
        objects.replicaSet(workload, now()));
    changes++;
    while (workload.pods.size() > workload.replicas) {
      delete(workload, workload.pods.get(workload.pods.size() - 1));
    }
    while (workload.pods.size() < workload.replicas) {
      String fresh = createPod(workload);
      soon.add(() -> run(workload, fresh));
    }
    soon.add(() -> reportStatus(workload));
  }

  /** Deployments come and go in size; the cluster keeps the one asked for. */
  private boolean growing() {
    int wanted = options.deployments() * options.podsPerDeployment();
    int there = workloads.stream().mapToInt(workload -> workload.replicas).sum();
    return there == wanted ? random.nextBoolean() : there < wanted;
  }

  private void rollOut(Workload workload) {
    final String oldSet = workload.replicaSet();
    final List<String> oldPods = List.copyOf(workload.pods);
    workload.revision++;
    workload.hash = Workload.letters(random, 10);
    updateDeployment(workload);
    createReplicaSet(workload);
    for (String old : oldPods) {
      soon.add(() -> {
        String fresh = createPod(workload);
        run(workload, fresh);
        delete(workload, old);
      });
    }
    soon.add(() -> {
      api.delete("/apis/apps/v1/namespaces/" + workload.namespace + "/replicasets/" + oldSet);
      reportStatus(workload);
    });
  }

  private void updateDeployment(Workload workload) {
    api.replace(
        "/apis/apps/v1/namespaces/" + workload.namespace + "/deployments/" + workload.name,
        objects.deployment(workload, now()));
    changes++;
  }

  private String now() {
    return runtime.clock().now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Writes made so far. */
  public long changes() {
    return changes;
  }

  /** The cluster stands still from now on. Idempotent. */
  @Override
  public void close() {
    closed = true;
  }
}
