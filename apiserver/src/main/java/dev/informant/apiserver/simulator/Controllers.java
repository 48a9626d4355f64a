package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.runtime.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Scheduler, kubelets, and the controllers of deployments and replica sets: they do what is needed for a {@link
 * Workload} and what users have written into its deployment, and make anew what they have deleted of it. Confined to the simulator, but for {@link #changes}.
 */
final class Controllers {
  /** Finalizers by which objects wait for the garbage collector. */
  private static final Set<String> COLLECTED = Set.of("foregroundDeletion", "orphan");

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
    ObjectNode deployment = api.read(path(workload));
    if (deployment != null) {
      workload.template = template(deployment);
    }
    begin(workload);
  }

  /** A deployment that a user has made gets all it needs, at once; null if it is on its way out. */
  @Nullable
  Workload adopt(JsonNode metadata) {
    String namespace = metadata.path("namespace").asText();
    String name = metadata.path("name").asText();
    ObjectNode deployment =
        api.read("/apis/apps/v1/namespaces/" + namespace + "/deployments/" + name);
    if (deployment == null || isLeaving(deployment) || isEnding(namespace)) {
      return null;
    }
    Workload workload = new Workload(namespace, name, (ObjectNode) deployment.path("spec"), random);
    workload.deploymentUid = deployment.path("metadata").path("uid").asText();
    workload.template = template(deployment);
    begin(workload);
    return workload;
  }

  private void begin(Workload workload) {
    createReplicaSet(workload);
    for (int i = 0; i < workload.replicas; i++) {
      runAnother(workload);
    }
    reportStatus(workload);
  }

  private static String path(Workload workload) {
    return deployments(workload) + "/" + workload.name;
  }

  private static int template(ObjectNode deployment) {
    return deployment.path("spec").path("template").toString().hashCode();
  }

  private void createReplicaSet(Workload workload) {
    workload.replicaSetUid = api.create(
        replicaSets(workload),
        workload.spec == null
            ? objects.replicaSet(workload, now())
            : TemplateObjects.replicaSet(workload, now()));
  }

  /** The name of a new pod of the present replica set; null if there can be none. */
  private @Nullable String createPod(Workload workload) {
    if (workload.replicaSetUid.isEmpty()) {
      return null;
    }
    String name = workload.newPodName(random);
    changes++;
    ObjectNode pod = workload.spec == null
        ? objects.pod(workload, name, now())
        : TemplateObjects.pod(workload, name, now());
    if (api.create(pods(workload), pod).isEmpty()) {
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
    int node = someNode();
    if (node < 0) {
      return; // it stays pending
    }
    changeStatus(workload, name, pod -> {
      if (isBound(pod)) {
        return null;
      }
      ((ObjectNode) pod.path("spec")).put("nodeName", ClusterObjects.nodeName(node));
      return PodStatuses.running(pod, node, now(), random);
    });
  }

  /** One that no user has deleted; negative if there is none. */
  private int someNode() {
    int first = random.nextInt(nodes);
    for (int i = 0; i < nodes && api.isShared(); i++) {
      int node = (first + i) % nodes;
      if (api.read("/api/v1/nodes/" + ClusterObjects.nodeName(node)) != null) {
        return node;
      }
    }
    return api.isShared() ? -1 : first;
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
    boolean bound = isBound(pod);
    ObjectNode status = change.of(pod);
    if (status == null) {
      return;
    }
    pod.set("status", status);
    if (pod.path("metadata").path("managedFields").size() < 2) {
      FieldOwnership.add(pod, "kubelet", "status", now(), "status");
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
    for (String path :
        List.of(replicaSets(workload) + "/" + workload.replicaSet(), path(workload))) {
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
  void emit(Workload workload, String name) {
    String reason = random.nextBoolean() ? "Started" : "Pulled";
    ObjectNode pod = api.read(pods(workload) + "/" + name);
    if (pod != null) {
      api.create(
          "/api/v1/namespaces/" + workload.namespace + "/events",
          objects.event(pod, reason, now()));
    }
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
    change(path(workload), deployment -> spec(deployment).put("replicas", replicas));
    resize(workload);
    fit(workload, this::add);
    soon.add(() -> reportStatus(workload));
  }

  private void resize(Workload workload) {
    change(
        replicaSets(workload) + "/" + workload.replicaSet(),
        set -> spec(set).put("replicas", workload.replicas));
  }

  private static ObjectNode spec(ObjectNode object) {
    return (ObjectNode) object.path("spec");
  }

  /** Changes an object and leaves what else users have made of it. */
  private void change(String path, Consumer<ObjectNode> change) {
    ObjectNode object = api.read(path);
    if (object != null) {
      change.accept(object);
      api.replace(path, object);
    }
    changes++;
  }

  /** As many pods as there are to be. */
  private void fit(Workload workload, Consumer<Workload> another) {
    while (workload.pods.size() > workload.replicas) {
      delete(workload, workload.pods.get(workload.pods.size() - 1));
    }
    for (int missing = workload.replicas - workload.pods.size(); missing > 0; missing--) {
      another.accept(workload);
    }
  }

  /** Another version. */
  void rollOut(Workload workload) {
    workload.revision++;
    ObjectNode written = objects.deployment(workload, now());
    change(path(workload), deployment -> {
      spec(deployment).set("template", written.path("spec").path("template"));
      Json.objectAt(Json.objectAt(deployment, "metadata"), "annotations")
          .put("deployment.kubernetes.io/revision", Integer.toString(workload.revision));
    });
    ObjectNode deployment = api.read(path(workload));
    if (deployment != null) {
      workload.template = template(deployment);
    }
    replacePods(workload);
  }

  /** Another replica set, pod after pod. */
  private void replacePods(Workload workload) {
    final String oldSet = workload.replicaSet();
    final List<String> oldPods = List.copyOf(workload.pods);
    workload.hash = Workload.letters(random, 10);
    workload.rolling++;
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
      workload.rolling--;
      api.delete(replicaSets(workload) + "/" + oldSet);
      reportStatus(workload);
    });
  }

  /**
   * Looks at what users may have done: how many pods there are to be and what they run is as the deployment says; a
   * replica set that is gone and one of the pods are made anew. False if the deployment itself or its namespace is gone,
   * and with it all that it had.
   */
  boolean lookAfter(Workload workload, @Nullable String pod) {
    ObjectNode deployment = api.read(path(workload));
    if (deployment == null
        || !deployment.path("metadata").path("uid").asText().equals(workload.deploymentUid)) {
      collect(workload);
      return false;
    }
    if (isLeaving(deployment)) {
      end(workload, deployment);
      return false;
    }
    follow(workload, deployment);
    if (!hasReplicaSet(workload)) {
      return true;
    }
    if (pod != null && workload.pods.contains(pod)) {
      lookAfterPod(workload, pod);
    }
    int had = workload.pods.size();
    fit(workload, this::runAnother);
    if (workload.pods.size() < workload.replicas && isEnding(workload.namespace)) {
      remove(workload);
      return false;
    }
    boolean unseen = deployment.at("/metadata/generation").asLong()
        != deployment.at("/status/observedGeneration").asLong();
    if (workload.pods.size() != had || unseen && workload.rolling == 0) {
      reportStatus(workload);
    }
    return true;
  }

  /** Does what a user has written into the deployment. */
  private void follow(Workload workload, ObjectNode deployment) {
    int replicas = deployment.path("spec").path("replicas").asInt(1);
    if (replicas != workload.replicas) {
      workload.users = true;
      workload.replicas = replicas;
      resize(workload);
    }
    int template = template(deployment);
    if (template != workload.template) {
      workload.users = true;
      workload.template = template;
      workload.spec = spec(deployment).deepCopy();
      replacePods(workload);
    }
  }

  /** Makes the replica set anew if it is gone. False if a user keeps it from going. */
  private boolean hasReplicaSet(Workload workload) {
    String path = replicaSets(workload) + "/" + workload.replicaSet();
    ObjectNode set = api.read(path);
    if (set != null && !isLeaving(set)) {
      workload.replicaSetUid = set.path("metadata").path("uid").asText();
      return true;
    }
    List.copyOf(workload.pods).forEach(orphan -> delete(workload, orphan));
    if (set != null) {
      release(path, set);
    }
    createReplicaSet(workload);
    return !workload.replicaSetUid.isEmpty();
  }

  /** A deployment that waits for what belongs to it to go, or to be let go. */
  private void end(Workload workload, ObjectNode deployment) {
    boolean orphans = false;
    for (JsonNode finalizer : deployment.at("/metadata/finalizers")) {
      orphans |= finalizer.asText().equals("orphan");
    }
    if (orphans) {
      change(
          replicaSets(workload) + "/" + workload.replicaSet(),
          set -> ((ObjectNode) set.path("metadata")).remove("ownerReferences"));
      workload.pods.clear();
      workload.replicas = 0;
    } else {
      collect(workload);
    }
    release(path(workload), deployment);
  }

  /** The garbage collector is done with an object. */
  private void release(String path, ObjectNode object) {
    ObjectNode metadata = (ObjectNode) object.path("metadata");
    ArrayNode kept = object.arrayNode();
    for (JsonNode finalizer : metadata.path("finalizers")) {
      if (!COLLECTED.contains(finalizer.asText())) {
        kept.add(finalizer);
      }
    }
    if (kept.size() < metadata.path("finalizers").size()) {
      metadata.set("finalizers", kept);
      api.replace(path, object);
      changes++;
    }
  }

  /** A kubelet ends a pod that is of no deployment here. */
  void leave(String namespace, String name) {
    String path = "/api/v1/namespaces/" + namespace + "/pods/" + name;
    ObjectNode pod = api.read(path);
    if (pod != null
        && isLeaving(pod)
        && ClusterObjects.isNode(pod.at("/spec/nodeName").asText(), nodes)) {
      api.delete(path);
      changes++;
    }
  }

  private static boolean isLeaving(ObjectNode object) {
    return object.path("metadata").has("deletionTimestamp");
  }

  /** One that leaves, or whose node a user has deleted, goes; one that found no node is tried again. */
  private void lookAfterPod(Workload workload, String name) {
    ObjectNode pod = api.read(pods(workload) + "/" + name);
    if (pod == null || isLeaving(pod) || isBound(pod) && !hasNode(pod)) {
      delete(workload, name);
    } else if (!isBound(pod)) {
      run(workload, name);
    }
  }

  private static boolean isBound(ObjectNode pod) {
    return pod.path("spec").has("nodeName");
  }

  private boolean hasNode(ObjectNode pod) {
    return api.read("/api/v1/nodes/" + pod.at("/spec/nodeName").asText()) != null;
  }

  /** Nothing can be created in a namespace that is being deleted. */
  boolean isEnding(String namespace) {
    ObjectNode there = api.read("/api/v1/namespaces/" + namespace);
    return there == null || there.path("metadata").has("deletionTimestamp");
  }

  /** A deployment goes with all that it had. */
  void remove(Workload workload) {
    api.delete(path(workload));
    collect(workload);
  }

  /** The garbage collector: what belongs to a deployment that is gone goes, too. */
  private void collect(Workload workload) {
    List.copyOf(workload.pods).forEach(pod -> delete(workload, pod));
    api.delete(replicaSets(workload) + "/" + workload.replicaSet());
    changes++;
    workload.replicas = 0;
  }
}
