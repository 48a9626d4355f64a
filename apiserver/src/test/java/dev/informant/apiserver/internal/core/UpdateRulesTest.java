package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What updates may not change, with the causes of a kube-apiserver. */
@Timeout(60)
class UpdateRulesTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String TEMPLATE =
      "{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}";
  private static final String SELECTOR = "{\"matchLabels\":{\"a\":\"b\"}}";

  private final TestServer server = new TestServer();

  private static String path(String groupVersion, String plural) {
    return (groupVersion.equals("v1") ? "/api/" : "/apis/") + groupVersion + "/namespaces/default/"
        + plural;
  }

  private void create(String path, String body) {
    TestServer.Reply created = server.post(path, body);
    assertThat(created.status()).as(created.text()).isEqualTo(201);
  }

  private TestServer.Reply merge(String path, String patch) {
    return server.patch(path, "merge-patch+json", patch);
  }

  private void taken(TestServer.Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  private static void refused(TestServer.Reply reply, String reason, String field, String message) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(422);
    assertThat(reply.at("/reason")).isEqualTo("Invalid");
    assertThat(reply.at("/details/causes/0/reason")).isEqualTo(reason);
    assertThat(reply.at("/details/causes/0/field")).isEqualTo(field);
    assertThat(reply.at("/details/causes/0/message")).startsWith(message);
    assertThat(reply.json().at("/details/causes").size()).isEqualTo(1);
  }

  private void pod() {
    create(
        PODS,
        "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}],"
            + "\"tolerations\":[{\"key\":\"k\",\"operator\":\"Exists\",\"effect\":\"NoExecute\"}]}}");
  }

  @Test
  void ofAPodsSpecOnlyImagesDeadlinesAndMoreTolerationsChange() {
    pod();
    for (String patch : new String[] {
      "{\"spec\":{\"nodeName\":\"n\"}}",
      "{\"spec\":{\"hostname\":\"h\"}}",
      "{\"spec\":{\"restartPolicy\":\"Never\"}}",
      "{\"spec\":{\"terminationGracePeriodSeconds\":0}}",
      "{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"command\":[\"x\"]}]}}"
    }) {
      refused(
          merge(PODS + "/p", patch),
          "FieldValueForbidden",
          "spec",
          "Forbidden: pod updates may not change fields other than `spec.containers[*].image`,");
    }
    taken(merge(PODS + "/p", "{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"j:1\"}]}}"));
    taken(merge(PODS + "/p", "{\"spec\":{\"activeDeadlineSeconds\":10}}"));
    taken(merge(
        PODS + "/p",
        "{\"spec\":{\"tolerations\":[{\"key\":\"k\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":3},"
            + "{\"key\":\"l\",\"operator\":\"Exists\"}]}}"));
    taken(merge(PODS + "/p", "{\"metadata\":{\"labels\":{\"x\":\"y\"}}}"));
  }

  @Test
  void aPodsDefaultsMayBeWrittenOut() {
    pod();
    taken(
        merge(
            PODS + "/p",
            "{\"spec\":{\"restartPolicy\":\"Always\",\"dnsPolicy\":\"ClusterFirst\",\"securityContext\":{},"
                + "\"terminationGracePeriodSeconds\":30,\"enableServiceLinks\":true,\"containers\":[{\"name\":\"c\","
                + "\"image\":\"i\",\"imagePullPolicy\":\"Always\",\"resources\":{},\"terminationMessagePolicy\":\"File\"}]}}"));
  }

  @Test
  void aPodsContainersAreNeitherAddedNorRemoved() {
    pod();
    refused(
        server.patch(
            PODS + "/p",
            "strategic-merge-patch+json",
            "{\"spec\":{\"containers\":[{\"name\":\"d\",\"image\":\"i\"}]}}"),
        "FieldValueForbidden",
        "spec.containers",
        "Forbidden: pod updates may not add or remove containers");
  }

  @Test
  void aPodsDeadlineOnlyComesNearer() {
    pod();
    taken(merge(PODS + "/p", "{\"spec\":{\"activeDeadlineSeconds\":10}}"));
    refused(
        merge(PODS + "/p", "{\"spec\":{\"activeDeadlineSeconds\":11}}"),
        "FieldValueInvalid",
        "spec.activeDeadlineSeconds",
        "Invalid value: 11: must be less than or equal to previous value");
    refused(
        merge(PODS + "/p", "{\"spec\":{\"tolerations\":null}}"),
        "FieldValueForbidden",
        "spec.tolerations",
        "Forbidden: existing toleration can not be modified except its tolerationSeconds");
  }

  @Test
  void aJobKeepsItsSelectorItsTemplateAndItsCompletions() {
    String jobs = path("batch/v1", "jobs");
    create(
        jobs,
        "{\"metadata\":{\"name\":\"j\"},\"spec\":{\"template\":"
            + TEMPLATE.replace("\"containers\"", "\"restartPolicy\":\"Never\",\"containers\"")
            + "}}");
    refused(
        merge(jobs + "/j", "{\"spec\":{\"template\":{\"spec\":{\"hostname\":\"x\"}}}}"),
        "FieldValueInvalid",
        "spec.template",
        "Invalid value: {");
    refused(
        merge(jobs + "/j", "{\"spec\":{\"completions\":3}}"),
        "FieldValueInvalid",
        "spec.completions",
        "Invalid value: 3: field is immutable");
    assertThat(merge(jobs + "/j", "{\"spec\":{\"selector\":{\"matchLabels\":{\"z\":\"z\"}}}}")
            .json()
            .at("/details/causes")
            .findValuesAsText("field"))
        .containsExactlyInAnyOrder("spec.template.metadata.labels", "spec.selector");
    refused(
        merge(jobs + "/j", "{\"spec\":{\"managedBy\":\"example.com/x\"}}"),
        "FieldValueInvalid",
        "spec.managedBy",
        "Invalid value: \"example.com/x\": field is immutable");
    taken(merge(jobs + "/j", "{\"spec\":{\"parallelism\":2,\"suspend\":true}}"));
    taken(merge(
        jobs + "/j",
        "{\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":{\"disk\":\"fast\"}}}}}"));
  }

  @Test
  void ofAStatefulSetMostOfTheSpecStays() {
    String sets = path("apps/v1", "statefulsets");
    create(
        sets,
        "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"serviceName\":\"a\",\"selector\":" + SELECTOR
            + ",\"template\":" + TEMPLATE + "}}");
    refused(
        merge(sets + "/s", "{\"spec\":{\"serviceName\":\"z\"}}"),
        "FieldValueForbidden",
        "spec",
        "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
            + " 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and"
            + " 'minReadySeconds' are forbidden");
    taken(
        merge(sets + "/s", "{\"spec\":{\"replicas\":3,\"podManagementPolicy\":\"OrderedReady\"}}"));
  }

  @Test
  void aSelectorOfPodsNeverChanges() {
    for (String plural : new String[] {"deployments", "replicasets", "daemonsets"}) {
      String path = path("apps/v1", plural);
      create(
          path,
          "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"selector\":" + SELECTOR + ",\"template\":"
              + TEMPLATE.replace("{\"a\":\"b\"}", "{\"a\":\"b\",\"z\":\"z\"}") + "}}");
      refused(
          merge(path + "/x", "{\"spec\":{\"selector\":{\"matchLabels\":{\"z\":\"z\"}}}}"),
          "FieldValueInvalid",
          "spec.selector",
          "Invalid value: {\"matchLabels\":{\"a\":\"b\",\"z\":\"z\"}}: field is immutable");
    }
  }

  @Test
  void aServiceKeepsItsAddress() {
    String services = path("v1", "services");
    create(
        services,
        "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"clusterIP\":\"10.0.0.77\",\"clusterIPs\":[\"10.0.0.77\"],"
            + "\"ports\":[{\"port\":1}]}}");
    refused(
        merge(
            services + "/s",
            "{\"spec\":{\"clusterIP\":\"10.0.0.78\",\"clusterIPs\":[\"10.0.0.78\"]}}"),
        "FieldValueInvalid",
        "spec.clusterIPs[0]",
        "Invalid value: [\"10.0.0.78\"]: may not change once set");
    TestServer.Reply replaced = server.put(
        services + "/s", "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"ports\":[{\"port\":2}]}}");
    assertThat(replaced.at("/spec/clusterIP"))
        .as("what is not mentioned stays")
        .isEqualTo("10.0.0.77");
  }

  @Test
  void aClaimKeepsItsSpec() {
    String claims = path("v1", "persistentvolumeclaims");
    create(
        claims,
        "{\"metadata\":{\"name\":\"c\"},\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],"
            + "\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}}");
    String detail = "Forbidden: spec is immutable after creation except resources.requests and"
        + " volumeAttributesClassName for bound claims\n";
    refused(
        merge(claims + "/c", "{\"spec\":{\"accessModes\":[\"ReadOnlyMany\"]}}"),
        "FieldValueForbidden",
        "spec",
        detail);
    refused(
        merge(claims + "/c", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"2Gi\"}}}}"),
        "FieldValueForbidden",
        "spec",
        detail);
    taken(
        merge(claims + "/c", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"1024Mi\"}}}}"));
    taken(merge(claims + "/c", "{\"spec\":{\"volumeName\":\"v\"}}"));
    taken(merge(
        claims + "/c/status",
        "{\"status\":{\"phase\":\"Bound\",\"capacity\":{\"storage\":\"1Gi\"}}}"));
    taken(merge(claims + "/c", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"2Gi\"}}}}"));
    refused(
        merge(claims + "/c", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}}"),
        "FieldValueForbidden",
        "spec.resources.requests.storage",
        "Forbidden: field can not be less than status.capacity");
  }

  @Test
  void theTypeOfASecretNeverChanges() {
    String secrets = path("v1", "secrets");
    create(secrets, "{\"metadata\":{\"name\":\"s\"},\"type\":\"a\"}");
    refused(
        merge(secrets + "/s", "{\"type\":\"b\"}"),
        "FieldValueInvalid",
        "type",
        "Invalid value: \"b\": field is immutable");
  }

  @Test
  void whatSaysItIsImmutableStays() {
    for (String plural : new String[] {"configmaps", "secrets"}) {
      String path = path("v1", plural);
      create(path, "{\"metadata\":{\"name\":\"i\"},\"immutable\":true,\"data\":{\"k\":\"dg==\"}}");
      refused(
          merge(path + "/i", "{\"data\":{\"k\":\"eA==\"}}"),
          "FieldValueForbidden",
          "data",
          "Forbidden: field is immutable when `immutable` is set");
      refused(
          merge(path + "/i", "{\"immutable\":false}"),
          "FieldValueForbidden",
          "immutable",
          "Forbidden: field is immutable when `immutable` is set");
      taken(merge(path + "/i", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}"));
    }
  }

  @Test
  void otherKindsKeepWhatTheyAreKnownBy() {
    immutable(
        "/apis/storage.k8s.io/v1/storageclasses",
        "\"provisioner\":\"p\",\"parameters\":{\"a\":\"b\"}",
        "{\"parameters\":{\"a\":\"c\"}}",
        "parameters",
        "Invalid value: {\"a\":\"c\"}: field is immutable");
    immutable(
        "/apis/storage.k8s.io/v1/storageclasses",
        "\"provisioner\":\"p\"",
        "{\"reclaimPolicy\":\"Retain\"}",
        "reclaimPolicy",
        "Invalid value: \"Retain\": field is immutable");
    immutable(
        "/apis/scheduling.k8s.io/v1/priorityclasses",
        "\"value\":1",
        "{\"value\":2}",
        "value",
        "Forbidden: may not be changed in an update.");
    immutable(
        "/apis/node.k8s.io/v1/runtimeclasses",
        "\"handler\":\"h\"",
        "{\"handler\":\"i\"}",
        "handler",
        "Invalid value: \"i\": field is immutable");
    immutable(
        "/apis/networking.k8s.io/v1/ingressclasses",
        "\"spec\":{\"controller\":\"a.b/c\"}",
        "{\"spec\":{\"controller\":\"a.b/d\"}}",
        "spec.controller",
        "Invalid value: \"a.b/d\": field is immutable");
    immutable(
        "/apis/storage.k8s.io/v1/csinodes",
        "\"spec\":{\"drivers\":[{\"name\":\"d\",\"nodeID\":\"1\"}]}",
        "{\"spec\":{\"drivers\":[{\"name\":\"d\",\"nodeID\":\"2\"}]}}",
        "spec.drivers",
        "Invalid value: ");
    immutable(
        "/api/v1/nodes",
        "\"spec\":{\"providerID\":\"a\"}",
        "{\"spec\":{\"providerID\":\"b\"}}",
        "spec.providerID",
        "Forbidden: node updates may not change providerID except from \"\" to valid");
    immutable(
        "/api/v1/persistentvolumes",
        "\"spec\":{\"capacity\":{\"storage\":\"1Gi\"},\"accessModes\":[\"ReadWriteOnce\"],"
            + "\"hostPath\":{\"path\":\"/a\"}}",
        "{\"spec\":{\"capacity\":{\"storage\":\"2Gi\"},\"hostPath\":{\"path\":\"/b\"}}}",
        "spec.persistentvolumesource",
        "Forbidden: spec.persistentvolumesource is immutable after creation\n");
    immutable(
        path("discovery.k8s.io/v1", "endpointslices"),
        "\"addressType\":\"IPv4\",\"endpoints\":[]",
        "{\"addressType\":\"IPv6\"}",
        "addressType",
        "Invalid value: \"IPv6\": field is immutable");
    immutable(
        "/apis/storage.k8s.io/v1/csidrivers",
        "\"spec\":{\"attachRequired\":true}",
        "{\"spec\":{\"attachRequired\":false}}",
        "spec.attachedRequired",
        "Invalid value: false: field is immutable");
    immutable(
        path("apps/v1", "controllerrevisions"),
        "\"revision\":1,\"data\":{\"a\":1}",
        "{\"data\":{\"a\":2}}",
        "data",
        "Invalid value: {\"a\":2}: field is immutable");
  }

  @Test
  void theStatusOfSomeKindsLeavesMetadataAsItIs() {
    String blocks = "/apis/networking.k8s.io/v1/servicecidrs";
    String schemas = "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas";
    String services = "/apis/apiregistration.k8s.io/v1/apiservices";
    create(blocks, "{\"metadata\":{\"name\":\"v1.x.io\"},\"spec\":{\"cidrs\":[\"10.9.0.0/24\"]}}");
    create(
        schemas,
        "{\"metadata\":{\"name\":\"v1.x.io\"},\"spec\":{\"priorityLevelConfiguration\":{"
            + "\"name\":\"exempt\"}}}");
    create(
        services,
        "{\"metadata\":{\"name\":\"v1.x.io\"},\"spec\":{\"group\":\"x.io\",\"version\":\"v1\","
            + "\"groupPriorityMinimum\":1,\"versionPriority\":1,\"insecureSkipTLSVerify\":true,"
            + "\"service\":{\"name\":\"s\",\"namespace\":\"default\"}}}");
    for (String path : List.of(blocks, schemas, services)) {
      String object = path + "/v1.x.io";
      String before = server.get(object).text();
      taken(merge(
          object + "/status",
          "{\"metadata\":{\"labels\":{\"l\":\"1\"},\"finalizers\":[\"x.io/f\"]}}"));
      assertThat(server.get(object).text()).isEqualTo(before);
    }
  }

  private int named;

  private void immutable(String path, String content, String patch, String field, String message) {
    String name = "n" + named++;
    create(path, "{\"metadata\":{\"name\":\"" + name + "\"}," + content + "}");
    TestServer.Reply reply = merge(path + "/" + name, patch);
    refused(
        reply,
        message.startsWith("Forbidden") ? "FieldValueForbidden" : "FieldValueInvalid",
        field,
        message);
  }
}
