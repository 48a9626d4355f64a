import static java.util.Map.entry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One running pod of a workload, with the managed fields of those who wrote it. Each random value is drawn in its turn. */
final class PodTree {
  private static final int NODES = 500;
  private static final Set<String> NOT_OF_THE_CONTROLLER =
      Set.of("nodeName", "tolerations", "priority", "preemptionPolicy", "serviceAccount");

  private final Workload of;
  private final String name;
  private final Draws draws;

  private final String created;
  private final String hostIp;
  private final String podIp;
  private final String tokenVolume;
  private final String containerOfNetwork;
  private final PodSpec wanted;

  PodTree(Workload of, String name, Draws draws) {
    this.of = of;
    this.name = name;
    this.draws = draws;
    this.created = Draws.later(of.created, draws.below(86400 * 5));
    draws.below(NODES);
    draws.below(NODES);
    int number = draws.below(NODES);
    String node =
        "ip-10-" + number / 250 + "-" + number % 250 + "-17.eu-west-1.compute.internal";
    this.hostIp = "10." + number / 250 + "." + number % 250 + ".17";
    this.podIp = "192.168." + draws.below(256) + "." + (1 + draws.below(254));
    this.tokenVolume = "kube-api-access-" + draws.letters(5);
    this.containerOfNetwork = draws.hex(64);
    this.wanted = new PodSpec(of, node, tokenVolume);
  }

  Map<String, Object> pod() {
    Map<String, Object> spec = wanted.tree();
    String scheduled = Draws.later(created, 2 + draws.below(5));
    String running = Draws.later(scheduled, 3 + draws.below(60));
    Map<String, Object> status =
        new PodStatus(of, wanted, draws, created, hostIp, podIp).tree(scheduled, running);

    Map<String, Object> labels = labels();
    Map<String, Object> annotations = annotations();
    Map<String, Object> ofNetwork = annotationsOfNetwork();
    List<Object> managed = Json.list(
        managed("kube-controller-manager", created, ofController(labels, annotations, spec), null),
        managed("calico", scheduled, metadata(ofNetwork), "status"),
        managed("kubelet", running, ofKubelet(status), "status"));
    annotations.putAll(ofNetwork);
    Map<String, Object> owner = Json.map(
        "apiVersion", "apps/v1",
        "kind", "ReplicaSet",
        "name", of.replicaSet,
        "uid", of.replicaSetUid,
        "controller", true,
        "blockOwnerDeletion", true);
    Map<String, Object> metadata = Json.map(
        "name", name,
        "generateName", of.replicaSet + "-",
        "namespace", of.namespace,
        "uid", draws.uid(),
        "resourceVersion", "" + (100000000L + draws.below(800000000)),
        "generation", 1,
        "creationTimestamp", created,
        "labels", labels,
        "annotations", annotations,
        "ownerReferences", Json.list(owner),
        "managedFields", managed);
    return Json.map("metadata", metadata, "spec", spec, "status", status);
  }

  private Map<String, Object> labels() {
    return new TreeMap<>(Map.of(
        "app", of.name,
        "app.kubernetes.io/instance", of.name + "-" + of.namespace,
        "app.kubernetes.io/name", of.name,
        "app.kubernetes.io/version", of.version,
        "pod-template-hash", of.templateHash,
        "team", of.team));
  }

  private Map<String, Object> annotations() {
    return new TreeMap<>(Map.of(
        "checksum/config", of.configChecksum,
        "kubectl.kubernetes.io/restartedAt", of.created,
        "prometheus.io/path", "/metrics",
        "prometheus.io/port", "" + of.port,
        "prometheus.io/scrape", "true"));
  }

  private Map<String, Object> annotationsOfNetwork() {
    return new TreeMap<>(Map.of(
        "cni.projectcalico.org/containerID", containerOfNetwork,
        "cni.projectcalico.org/podIP", podIp + "/32",
        "cni.projectcalico.org/podIPs", podIp + "/32"));
  }

  private static Map<String, Object> managed(
      String manager, String time, Object fields, String subresource) {
    return Json.map(
        "manager", manager,
        "operation", "Update",
        "apiVersion", "v1",
        "time", time,
        "fieldsType", "FieldsV1",
        "fieldsV1", fields,
        "subresource", subresource);
  }

  private Object ofController(
      Map<String, Object> labels, Map<String, Object> annotations, Map<String, Object> spec) {
    Map<String, Object> owners = FieldSets.owned();
    owners.put("k:{\"uid\":\"" + of.replicaSetUid + "\"}", Json.map());
    Map<String, Object> written = new LinkedHashMap<>();
    spec.forEach((field, value) -> {
      if (!NOT_OF_THE_CONTROLLER.contains(field)) {
        written.put(field, withoutToken(field, value));
      }
    });
    return new TreeMap<>(Map.ofEntries(
        entry(
            "f:metadata",
            new TreeMap<>(Map.of(
                "f:annotations", FieldSets.named(annotations.keySet()),
                "f:generateName", Json.map(),
                "f:labels", FieldSets.named(labels.keySet()),
                "f:ownerReferences", owners))),
        entry("f:spec", FieldSets.of(written))));
  }

  /** The volume of the token and its mounts are the admission's, not the controller's. */
  private Object withoutToken(String field, Object value) {
    if (field.equals("volumes")) {
      return ((List<?>) value)
          .stream().filter(volume -> !isToken(((Map<?, ?>) volume).get("name"))).toList();
    }
    if (!field.equals("containers") && !field.equals("initContainers")) {
      return value;
    }
    return ((List<?>) value)
        .stream()
            .map(container -> {
              Map<Object, Object> without = new LinkedHashMap<>((Map<?, ?>) container);
              List<?> mounts = ((List<?>) without.get("volumeMounts"))
                  .stream().filter(mount -> !isToken(((Map<?, ?>) mount).get("name"))).toList();
              if (mounts.isEmpty()) {
                without.remove("volumeMounts");
              } else {
                without.put("volumeMounts", mounts);
              }
              return without;
            })
            .toList();
  }

  private boolean isToken(Object volume) {
    return tokenVolume.equals(volume);
  }

  private static Map<String, Object> metadata(Map<String, Object> annotations) {
    Map<String, Object> fields = FieldSets.named(annotations.keySet());
    fields.remove(".");
    return Json.map("f:metadata", Json.map("f:annotations", fields));
  }

  private static Map<String, Object> ofKubelet(Map<String, Object> status) {
    Map<String, Object> written = new LinkedHashMap<>(status);
    written.remove("phase");
    written.remove("qosClass");
    return Json.map("f:status", FieldSets.of(written));
  }
}
