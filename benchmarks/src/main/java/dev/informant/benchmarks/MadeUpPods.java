package dev.informant.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.UUID;

/** Pods as a server sends them in a list, about 9 KB each, of a few hundred workloads. Deterministic. */
final class MadeUpPods {
  private static final String[] DOMAINS = {
    "checkout", "payments", "catalog", "search", "stock", "shipping", "billing", "identity"
  };
  private static final String[] ROLES = {"api", "worker", "web", "sync", "cache", "batch", "proxy"};

  private MadeUpPods() {}

  static byte[] pod(int number) {
    Random random = new Random(number * 31L + 7);
    int workload = number % 300;
    Random shared = new Random(workload);
    String app = DOMAINS[workload % DOMAINS.length] + "-" + ROLES[workload % ROLES.length];
    String hash = Integer.toHexString(shared.nextInt());
    String set = app + "-" + hash;
    String namespace = (workload % 2 == 0 ? "prod-" : "staging-") + DOMAINS[workload % 5];
    String image = "registry.internal.example/" + app + ":v1." + shared.nextInt(30);
    String digest = hex(shared, 64);
    String node = "ip-10-0-" + random.nextInt(250) + "-17.compute.internal";
    String address = "192.168." + random.nextInt(256) + "." + (1 + random.nextInt(254));
    String time = "2026-0" + (1 + shared.nextInt(9)) + "-1" + random.nextInt(10) + "T0"
        + random.nextInt(10) + ":" + (10 + random.nextInt(50)) + ":" + (10 + random.nextInt(50))
        + "Z";
    StringBuilder json = new StringBuilder(10_000);
    json.append("{\"metadata\":{\"name\":\"" + set + "-" + hex(random, 5) + "\",\"generateName\":\""
        + set
        + "-\",\"namespace\":\"" + namespace + "\",\"uid\":\""
        + new UUID(random.nextLong(), random.nextLong()) + "\",\"resourceVersion\":\""
        + (100_000_000 + number) + "\",\"creationTimestamp\":\"" + time
        + "\",\"labels\":{\"app\":\"" + app
        + "\",\"app.kubernetes.io/instance\":\"" + app + "-" + namespace
        + "\",\"app.kubernetes.io/name\":\"" + app + "\",\"pod-template-hash\":\"" + hash
        + "\",\"team\":\"team-" + shared.nextInt(20) + "\"},\"annotations\":{\"checksum/config\":\""
        + hex(shared, 64) + "\",\"cni.example/containerID\":\"" + hex(random, 64)
        + "\",\"cni.example/podIP\":\"" + address + "/32\",\"prometheus.io/scrape\":\"true\"},"
        + "\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"name\":\""
        + set
        + "\",\"uid\":\"" + new UUID(shared.nextLong(), shared.nextLong())
        + "\",\"controller\":true,\"blockOwnerDeletion\":true}],\"managedFields\":[");
    managedFields(json, time);
    json.append("]},\"spec\":{\"volumes\":[{\"name\":\"config\",\"configMap\":{\"name\":\"" + app
        + "-config\",\"defaultMode\":420}},{\"name\":\"kube-api-access-" + hex(random, 5)
        + "\",\"projected\":{\"sources\":[{\"serviceAccountToken\":{\"expirationSeconds\":3607,\"path\":"
        + "\"token\"}},{\"configMap\":{\"name\":\"kube-root-ca.crt\",\"items\":[{\"key\":\"ca.crt\",\"path\":"
        + "\"ca.crt\"}]}}],\"defaultMode\":420}}],\"containers\":[");
    int containers = 1 + shared.nextInt(2);
    for (int i = 0; i < containers; i++) {
      json.append(i == 0 ? "" : ",")
          .append("{\"name\":\"" + app + i + "\",\"image\":\"" + image
              + "\",\"ports\":[{\"name\":\"http\",\"containerPort\":" + (8000 + workload)
              + ",\"protocol\":\"TCP\"}],\"env\":[{\"name\":\"POD_NAME\",\"valueFrom\":{\"fieldRef\":"
              + "{\"apiVersion\":\"v1\",\"fieldPath\":\"metadata.name\"}}},{\"name\":\"DB_PASSWORD\","
              + "\"valueFrom\":{\"secretKeyRef\":{\"name\":\"" + app
              + "-db\",\"key\":\"password\"}}},{\"name\":\"LOG_LEVEL\",\"value\":\"info\"},{\"name\":"
              + "\"DB_HOST\",\"value\":\"" + app + "-db." + namespace + ".svc.cluster.local\"}],"
              + "\"resources\":{\"limits\":{\"cpu\":\"500m\",\"memory\":\"512Mi\"},\"requests\":{\"cpu\":"
              + "\"" + 100 * (1 + shared.nextInt(8))
              + "m\",\"memory\":\"256Mi\"}},\"volumeMounts\":"
              + "[{\"name\":\"config\",\"readOnly\":true,\"mountPath\":\"/etc/app\"}],\"livenessProbe\":"
              + "{\"httpGet\":{\"path\":\"/healthz\",\"port\":\"http\",\"scheme\":\"HTTP\"},"
              + "\"initialDelaySeconds\":15,\"timeoutSeconds\":3,\"periodSeconds\":10,"
              + "\"successThreshold\":1,\"failureThreshold\":3},\"readinessProbe\":{\"httpGet\":{\"path\":"
              + "\"/ready\",\"port\":" + (8000 + workload)
              + ",\"scheme\":\"HTTP\"},\"timeoutSeconds\":1,"
              + "\"periodSeconds\":5,\"successThreshold\":1,\"failureThreshold\":3},"
              + "\"terminationMessagePath\":\"/dev/termination-log\",\"terminationMessagePolicy\":\"File\","
              + "\"imagePullPolicy\":\"IfNotPresent\",\"securityContext\":{\"capabilities\":{\"drop\":"
              + "[\"ALL\"]},\"runAsNonRoot\":true,\"readOnlyRootFilesystem\":true,"
              + "\"allowPrivilegeEscalation\":false}}");
    }
    json.append(
        "],\"restartPolicy\":\"Always\",\"terminationGracePeriodSeconds\":30,\"dnsPolicy\":"
            + "\"ClusterFirst\",\"serviceAccountName\":\"" + app + "\",\"nodeName\":\"" + node
            + "\",\"securityContext\":{\"fsGroup\":10001},\"imagePullSecrets\":[{\"name\":\"registry-creds\"}],"
            + "\"schedulerName\":\"default-scheduler\",\"tolerations\":[{\"key\":"
            + "\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\",\"effect\":\"NoExecute\","
            + "\"tolerationSeconds\":300},{\"key\":\"node.kubernetes.io/unreachable\",\"operator\":\"Exists\","
            + "\"effect\":\"NoExecute\",\"tolerationSeconds\":300}],\"priority\":0,\"enableServiceLinks\":true,"
            + "\"preemptionPolicy\":\"PreemptLowerPriority\"},\"status\":{\"phase\":\"Running\",\"conditions\":[");
    String[] conditions = {"Initialized", "Ready", "ContainersReady", "PodScheduled"};
    for (int i = 0; i < conditions.length; i++) {
      json.append(i == 0 ? "" : ",")
          .append("{\"type\":\"" + conditions[i]
              + "\",\"status\":\"True\",\"lastProbeTime\":null,\"lastTransitionTime\":\"" + time
              + "\"}");
    }
    json.append("],\"hostIP\":\"10.0." + random.nextInt(250) + ".17\",\"podIP\":\"" + address
        + "\",\"podIPs\":[{\"ip\":\"" + address + "\"}],\"startTime\":\"" + time
        + "\",\"containerStatuses\":[");
    for (int i = 0; i < containers; i++) {
      json.append(i == 0 ? "" : ",")
          .append("{\"name\":\"" + app + i + "\",\"state\":{\"running\":{\"startedAt\":\"" + time
              + "\"}},\"lastState\":{},\"ready\":true,\"restartCount\":0,\"image\":\"" + image
              + "\",\"imageID\":\"" + image + "@sha256:" + digest
              + "\",\"containerID\":\"containerd://"
              + hex(random, 64) + "\",\"started\":true}");
    }
    return json.append("],\"qosClass\":\"Burstable\"}}")
        .toString()
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void managedFields(StringBuilder json, String time) {
    String[] managers = {"kube-controller-manager", "cni", "kubelet"};
    for (int i = 0; i < managers.length; i++) {
      json.append(i == 0 ? "" : ",")
          .append(
              "{\"manager\":\"" + managers[i]
                  + "\",\"operation\":\"Update\",\"apiVersion\":\"v1\",\"time\":\"" + time
                  + "\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:metadata\":{\"f:labels\":{\".\":{}");
      for (int field = 0; field < 40; field++) {
        json.append(",\"f:field-" + i + "-" + field + "\":{\".\":{}}");
      }
      json.append("}}}}");
    }
  }

  private static String hex(Random random, int digits) {
    StringBuilder text = new StringBuilder(digits);
    while (text.length() < digits) {
      text.append(Character.forDigit(random.nextInt(16), 16));
    }
    return text.toString();
  }
}
