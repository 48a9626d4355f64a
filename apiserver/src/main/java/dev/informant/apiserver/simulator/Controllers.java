package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.runtime.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Scheduler, kubelets, and the controllers of deployments and replica sets: they do what is needed for a {@link
 * Workload}, and make anew what users have deleted of it. Confined to the simulator, but for {@link #changes}.
 */
final class Controllers {
  private final SimulatedApi api;
  private final ClusterObjects objects;
  private final SplittableRandom random;
  private final Clock clock;
  private final int nodes;
  private final ArrayDeque<Runnable> soon = new ArrayDeque<>();
  private volatile long changes;

  Controllers(
      SimulatedApi api, ClusterObjects objects, SplittableRandom random, Clock clock, int nodes) {
    this.api = api;
    this.objects = objects;
    this.random = random;
    this.clock = clock;
    this.nodes = nodes;
  }

  /** Writes made so far. */
  long changes() {
    return changes;
  }

  /** What is left to do of something that has begun; null if nothing is. */
  @Nullable
  Runnable due() {
    return soon.poll();
  }

  String now() {
    return clock.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String deployments(Workload workload) {
    return "/apis/apps/v1/namespaces/" + workload.namespace + "/deployments";
  }

  private static String replicaSets(Workload workload) {
    return "/apis/apps/v1/namespaces/" + workload.namespace + "/replicasets";
  }

  private static String pods(Workload workload) {
    return "/api/v1/namespaces/" + workload.namespace + "/pods";
  }

  /** Creates a deployment with all it needs, at once. */
  void deploy(Workload workload) {
    workload.deploymentUid = api.create(deployments(workload), objects.deployment(workload, now()));
    createReplicaSet(workload);
    for (int i = 0; i < workload.replicas; i++) {
      runAnother(workload);
    }
    reportStatus(workload);
  }

  private void createReplicaSet(Workload workload) {
    workload.replicaSetUid = api.create(replicaSets(workload), objects.replicaSet(workload, now()));
  }

  /** The name of a new pod of the present replica set; null if there can be none. */
  private @Nullable String createPod(Workload workload) {
    if (workload.replicaSetUid.isEmpty()) {
      return null;
    }
    String name = workload.newPodName(random);
    changes++;
    if (api.create(pods(workload), objects.pod(workload, name, now())).isEmpty()) {
      return null;
    }
    workload.pods.add(name);
    return name;
  }

  private void runAnother(Workload workload) {
    String fresh = createPod(workload);
    if (fresh != null) {
      run(workload, fresh);
    }
  }

  /** Scheduler and kubelet in one: binds the pod and reports that it runs. */
  private void run(Workload workload, String name) {
    int node = random.nextInt(nodes);
    changeStatus(workload, name, pod -> {
      ((ObjectNode) pod.path("spec")).put("nodeName", ClusterObjects.nodeName(node));
      return PodStatuses.running(pod, node, now(), random);
    });
  }

  private interface NewStatus {
    /** Null if there is nothing to report. */
    @Nullable
    ObjectNode of(ObjectNode pod);
  }

  private void changeStatus(Workload workload, String name, NewStatus change) {
    String path = pods(workload) + "/" + name;
    ObjectNode pod = api.read(path);
    if (pod == null) {
      return; // somebody else deleted it
    }
    boolean bound = pod.path("spec").has("nodeName");
    ObjectNode status = change.of(pod);
    if (status == null) {
      return;
    }
    pod.set("status", status);
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
    for (String path : List.of(
        replicaSets(workload) + "/" + workload.replicaSet(),
        deployments(workload) + "/" + workload.name)) {
      ObjectNode object = api.read(path);
      if (object == null) {
        continue;
      }
      int pods = workload.pods.size();
      var before = object.path("status");
      ObjectNode status = object
          .putObject("status")
          .put("observedGeneration", object.path("metadata").path("generation").asInt())
          .put("replicas", pods)
          .put("readyReplicas", pods)
          .put("availableReplicas", pods);
      if (path.contains("/deployments/")) {
        status.put("updatedReplicas", pods);
        DeploymentStatus.conditions(status, before, workload.replicaSet(), now());
      }
      ((ObjectNode) object.path("metadata")).remove("resourceVersion");
      api.replace(path + "/status", object);
      changes++;
    }
  }

  /** A container dies and comes back: not ready first, ready a little later. */
  void restart(Workload workload, String name) {
    changeStatus(
        workload,
        name,
        pod -> PodStatuses.isRunning(pod) ? PodStatuses.restarted(pod, now(), random) : null);
    soon.add(() -> changeStatus(
        workload, name, pod -> PodStatuses.isRunning(pod) ? PodStatuses.ready(pod, now()) : null));
    emit(workload, name);
  }

  /** Somebody reports something about a pod. */
  void emit(Workload workload, String pod) {
    api.create(
        "/api/v1/namespaces/" + workload.namespace + "/events",
        objects.event(workload, pod, random.nextBoolean() ? "Started" : "Pulled", now()));
    changes++;
  }

  /** A pod goes and another comes. */
  void replace(Workload workload, String pod) {
    delete(workload, pod);
    add(workload);
  }

  private void add(Workload workload) {
    String fresh = createPod(workload);
    if (fresh != null) {
      soon.add(() -> run(workload, fresh));
    }
  }

  private void delete(Workload workload, String pod) {
    workload.pods.remove(pod);
    api.delete(pods(workload) + "/" + pod);
    changes++;
  }

  /** Another number of replicas. */
  void scale(Workload workload, int replicas) {
    workload.replicas = replicas;
    updateDeployment(workload);
    api.replace(
        replicaSets(workload) + "/" + workload.replicaSet(), objects.replicaSet(workload, now()));
    changes++;
    fit(workload);
    soon.add(() -> reportStatus(workload));
  }

  /** As many pods as there are to be. */
  private void fit(Workload workload) {
    while (workload.pods.size() > workload.replicas) {
      delete(workload, workload.pods.get(workload.pods.size() - 1));
    }
    for (int missing = workload.replicas - workload.pods.size(); missing > 0; missing--) {
      add(workload);
    }
  }

  /** Another version, pod after pod. */
  void rollOut(Workload workload) {
    final String oldSet = workload.replicaSet();
    final List<String> oldPods = List.copyOf(workload.pods);
    workload.revision++;
    workload.hash = Workload.letters(random, 10);
    updateDeployment(workload);
    createReplicaSet(workload);
    for (String old : oldPods) {
      soon.add(() -> {
        if (!workload.pods.contains(old)) {
          return; // somebody else deleted it, and it has been made up for
        }
        runAnother(workload);
        delete(workload, old);
      });
    }
    soon.add(() -> {
      api.delete(replicaSets(workload) + "/" + oldSet);
      reportStatus(workload);
    });
  }

  private void updateDeployment(Workload workload) {
    api.replace(deployments(workload) + "/" + workload.name, objects.deployment(workload, now()));
    changes++;
  }

  /**
   * Looks at what a user may have deleted: a replica set and one of the pods are made anew. False if the deployment itself
   * or its namespace is gone, and with it all that it had.
   */
  boolean lookAfter(Workload workload, @Nullable String pod) {
    ObjectNode deployment = api.read(deployments(workload) + "/" + workload.name);
    if (deployment == null
        || !deployment.path("metadata").path("uid").asText().equals(workload.deploymentUid)) {
      collect(workload);
      return false;
    }
    ObjectNode set = api.read(replicaSets(workload) + "/" + workload.replicaSet());
    if (set == null) {
      List.copyOf(workload.pods).forEach(orphan -> delete(workload, orphan));
      createReplicaSet(workload);
    } else {
      workload.replicaSetUid = set.path("metadata").path("uid").asText();
    }
    if (pod != null && workload.pods.contains(pod) && isLeaving(workload, pod)) {
      delete(workload, pod);
    }
    int had = workload.pods.size();
    fit(workload);
    if (workload.pods.size() < workload.replicas && isEnding(workload.namespace)) {
      api.delete(deployments(workload) + "/" + workload.name);
      collect(workload);
      return false;
    }
    if (workload.pods.size() != had) {
      soon.add(() -> reportStatus(workload));
    }
    return true;
  }

  private boolean isLeaving(Workload workload, String pod) {
    ObjectNode there = api.read(pods(workload) + "/" + pod);
    return there == null || there.path("metadata").has("deletionTimestamp");
  }

  /** Nothing can be created in a namespace that is being deleted. */
  private boolean isEnding(String namespace) {
    ObjectNode there = api.read("/api/v1/namespaces/" + namespace);
    return there == null || there.path("metadata").has("deletionTimestamp");
  }

  /** The garbage collector: what belongs to a deployment that is gone goes, too. */
  private void collect(Workload workload) {
    List.copyOf(workload.pods).forEach(pod -> delete(workload, pod));
    api.delete(replicaSets(workload) + "/" + workload.replicaSet());
    changes++;
    workload.replicas = 0;
  }
}
