package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.internal.core.ApiCore;
import dev.informant.apiserver.internal.core.CoreAccess;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Plays scheduler, kubelets and controllers on an API server that has none, without sockets: {@link #populate}
 * fills it, {@link #start} lets it live at the rate asked for. What happens is a function of the seed; when it
 * happens, of the runtime's clock. Users may do what they like: it does what a deployment says, also one that they have
 * made, scaled or changed, replica sets and pods that they have deleted come back, what belongs to a deployment that is
 * gone goes with it. What they have scaled or changed it leaves alone. Thread-safe.
 */
public final class ClusterSimulator implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ClusterSimulator.class.getName());
  private static final Duration BEAT = Duration.ofMillis(20);
  private static final String DEPLOYMENTS = "/apis/apps/v1/deployments";
  private static final String REPLICA_SETS = "/apis/apps/v1/replicasets";

  private final EngineRuntime runtime;
  private final SimulatorOptions options;
  private final SimulatedApi api;
  private final SplittableRandom random;
  private final ClusterObjects objects;
  private final Controllers controllers;
  private final SerialQueue steps;
  private final List<Following> followed;

  // all used on `steps` only
  private final List<Workload> workloads = new ArrayList<>();
  private final Map<String, Workload> byName = new HashMap<>();
  private long looks;
  private double owed;
  private long lastBeat;

  private volatile boolean closed;
  private volatile long renewals;

  /** Simulates a cluster in {@code server}. */
  public ClusterSimulator(ApiServer server, EngineRuntime runtime, SimulatorOptions options) {
    this(CoreAccess.of(server), runtime, options);
  }

  ClusterSimulator(ApiCore core, EngineRuntime runtime, SimulatorOptions options) {
    this.runtime = runtime;
    this.options = options;
    this.api = new SimulatedApi(core);
    this.random = new SplittableRandom(options.seed());
    this.objects = new ClusterObjects(random, options.podBytes());
    this.controllers = new Controllers(api, objects, random, runtime.clock(), options.nodes());
    this.steps = runtime.pipelineQueue(
        failure -> LOG.log(Level.ERROR, "a step of the simulated cluster failed", failure));
    this.followed = List.of(
        new Following(
            core,
            steps,
            this::later,
            DEPLOYMENTS,
            this::lookAtDeployments,
            this::deploymentChanged),
        new Following(core, steps, this::later, REPLICA_SETS, () -> {}, this::replicaSetChanged),
        new Following(core, steps, this::later, "/api/v1/pods", () -> {}, new Leaving()),
        new Following(
            core,
            steps,
            this::later,
            "/api/v1/namespaces",
            this::lookAtNamespaces,
            this::namespaceChanged));
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
    add(workload);
    controllers.deploy(workload);
  }

  /** Lets the cluster live until {@link #close}. */
  public void start() {
    steps.execute(() -> {
      lastBeat = runtime.clock().nanos();
      api.share();
      if (!closed) {
        followed.forEach(Following::open);
      }
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
      forget(workload);
    }
    return there;
  }

  private void forget(Workload workload) {
    workloads.remove(workload);
    byName.remove(workload.namespace + "/" + workload.name, workload);
  }

  private void later(Runnable task) {
    Timers.Timer ignored = runtime.timers().schedule(BEAT, () -> steps.execute(task));
  }

  private void lookAtDeployments() {
    api.list(DEPLOYMENTS)
        .forEach(deployment -> deploymentChanged("ADDED", (ObjectNode) deployment));
  }

  private void lookAtNamespaces() {
    List<String> ending = workloads.stream()
        .map(workload -> workload.namespace)
        .distinct()
        .filter(controllers::isEnding)
        .toList();
    ending.forEach(this::empty);
  }

  private void namespaceChanged(String type, ObjectNode namespace) {
    JsonNode metadata = namespace.path("metadata");
    if (type.equals("DELETED") || metadata.has("deletionTimestamp")) {
      empty(metadata.path("name").asText());
    }
  }

  /** Of all that was put into a namespace, for it is being deleted. */
  private void empty(String namespace) {
    for (Workload workload : List.copyOf(workloads)) {
      if (workload.namespace.equals(namespace) && !closed) {
        controllers.remove(workload);
        forget(workload);
      }
    }
  }

  private @Nullable Workload find(String namespace, String name) {
    return byName.get(namespace + "/" + name);
  }

  private void deploymentChanged(String type, ObjectNode deployment) {
    JsonNode metadata = deployment.path("metadata");
    Workload known =
        find(metadata.path("namespace").asText(), metadata.path("name").asText());
    if (known != null && lookAfter(known, null)) {
      finish();
      return;
    }
    if (type.equals("DELETED") || closed) {
      return;
    }
    Workload adopted = controllers.adopt(metadata);
    if (adopted != null) {
      add(adopted);
    }
  }

  private void replicaSetChanged(String type, ObjectNode set) {
    JsonNode metadata = set.path("metadata");
    if (!type.equals("DELETED") && !metadata.has("deletionTimestamp")) {
      return;
    }
    String name = metadata.path("name").asText();
    Workload workload = find(metadata.path("namespace").asText(), beforeLastDash(name));
    if (workload != null && workload.replicaSet().equals(name)) {
      lookAfter(workload, null);
    }
  }

  /** Pods that are deleted, or are to go. */
  private final class Leaving implements Following.Listener {
    @Override
    public boolean wants(String event) {
      return event.startsWith("{\"type\":\"DELETED\"") || event.contains("\"deletionTimestamp\":");
    }

    @Override
    public void happened(String type, ObjectNode pod) {
      String namespace = pod.at("/metadata/namespace").asText();
      String name = pod.at("/metadata/name").asText();
      Workload workload = find(namespace, beforeLastDash(beforeLastDash(name)));
      if (workload != null && workload.pods.contains(name)) {
        lookAfter(workload, name);
      } else if (!type.equals("DELETED")) {
        controllers.leave(namespace, name);
      }
    }
  }

  /** Where nothing else happens there are no steps in which to end what has begun. */
  private void finish() {
    if (options.changesPerSecond() == 0) {
      for (Runnable due = controllers.due(); due != null; due = controllers.due()) {
        due.run();
      }
    }
  }

  private static String beforeLastDash(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('-')));
  }

  private void add(Workload workload) {
    workloads.add(workload);
    byName.put(workload.namespace + "/" + workload.name, workload);
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
    } else if (lookAfter(workload, null) && !workload.users) {
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
      if (lease.at("/metadata/managedFields/0") instanceof ObjectNode entry) {
        entry.put("time", controllers.now());
      }
      api.replace(path, lease);
    }
    renewals++;
  }

  /** Deployments come and go in size; the cluster keeps the one asked for. */
  private boolean growing() {
    List<Workload> own = workloads.stream().filter(workload -> !workload.users).toList();
    int wanted = own.size() * options.podsPerDeployment();
    int there = own.stream().mapToInt(workload -> workload.replicas).sum();
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
    followed.forEach(Following::close);
  }
}
