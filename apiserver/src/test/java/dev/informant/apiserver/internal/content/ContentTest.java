package dev.informant.apiserver.internal.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.protobuf.ByteString;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.TestClient;
import io.kubernetes.client.proto.IntStr;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Runtime;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Apps;
import io.kubernetes.client.proto.V1Coordination;
import java.io.DataInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ContentTest {
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String POD = """
      {"kind":"Pod","apiVersion":"v1","metadata":{"name":"web","namespace":"default",
        "labels":{"app":"web"},"annotations":{"n":"007"}},
       "spec":{"nodeName":"n1","terminationGracePeriodSeconds":0,
         "volumes":[{"name":"v","configMap":{"name":"cm","defaultMode":420}},
                    {"name":"e","emptyDir":{}}],
         "containers":[{"name":"c","image":"i",
           "env":[{"name":"P","valueFrom":{"secretKeyRef":{"name":"s","key":"k"}}}],
           "resources":{"limits":{"cpu":"250m","memory":"1Gi"}},
           "livenessProbe":{"httpGet":{"path":"/","port":"http"},"periodSeconds":5},
           "readinessProbe":{"tcpSocket":{"port":8080}},
           "securityContext":{"allowPrivilegeEscalation":false}}]},
       "status":{"phase":"Running","startTime":"2026-01-02T03:04:05Z",
         "containerStatuses":[{"name":"c","ready":true,"restartCount":2,
           "state":{"running":{"startedAt":"2026-01-02T03:04:05Z"}},
           "lastState":{},"image":"i","imageID":"x"}]}}
      """;

  private ApiServer server;
  private TestClient client;

  @BeforeEach
  void start() {
    server = ApiServer.builder().plainHttp().start();
    client = new TestClient(server);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static byte[] wrap(String apiVersion, String kind, com.google.protobuf.Message message) {
    byte[] unknown = Runtime.Unknown.newBuilder()
        .setTypeMeta(Runtime.TypeMeta.newBuilder().setApiVersion(apiVersion).setKind(kind))
        .setRaw(message.toByteString())
        .build()
        .toByteArray();
    return Envelope.concatenated(new byte[] {'k', '8', 's', 0}, unknown);
  }

  private static Runtime.Unknown unwrap(byte[] body) throws Exception {
    assertThat(Arrays.copyOf(body, 4)).isEqualTo(new byte[] {'k', '8', 's', 0});
    return Runtime.Unknown.parseFrom(Arrays.copyOfRange(body, 4, body.length));
  }

  @Test
  void protobufBodiesOfBuiltInsAreUnderstood() throws Exception {
    V1Apps.Deployment deployment = V1Apps.Deployment.newBuilder()
        .setMetadata(Meta.ObjectMeta.newBuilder()
            .setName("web")
            .setGenerateName("")
            .setUid("")
            .setGeneration(0)
            .setCreationTimestamp(Meta.Time.newBuilder())
            .putLabels("app", "web"))
        .setSpec(V1Apps.DeploymentSpec.newBuilder()
            .setReplicas(0)
            .setMinReadySeconds(0)
            .setSelector(Meta.LabelSelector.newBuilder().putMatchLabels("app", "web"))
            .setTemplate(V1.PodTemplateSpec.newBuilder()
                .setMetadata(Meta.ObjectMeta.newBuilder().putLabels("app", "web"))
                .setSpec(V1.PodSpec.newBuilder()
                    .setHostNetwork(false)
                    .addVolumes(V1.Volume.newBuilder()
                        .setName("v")
                        .setVolumeSource(V1.VolumeSource.newBuilder()
                            .setEmptyDir(V1.EmptyDirVolumeSource.newBuilder())))
                    .addContainers(V1.Container.newBuilder()
                        .setName("c")
                        .setImage("i")
                        .setLivenessProbe(V1.Probe.newBuilder()
                            .setHandler(V1.ProbeHandler.newBuilder()
                                .setHttpGet(V1.HTTPGetAction.newBuilder()
                                    .setPort(IntStr.IntOrString.newBuilder()
                                        .setType(1)
                                        .setStrVal("http")))))))))
        .build();
    HttpResponse<byte[]> created = client.post(
        "/apis/apps/v1/namespaces/default/deployments",
        PROTOBUF,
        wrap("apps/v1", "Deployment", deployment));
    assertThat(created.statusCode()).as(new String(created.body(), UTF_8)).isEqualTo(201);
    JsonNode stored = client.json("/apis/apps/v1/namespaces/default/deployments/web");
    assertThat(stored.at("/spec/replicas").isInt())
        .as("a pointer's zero is a value")
        .isTrue();
    assertThat(stored.at("/spec/minReadySeconds").isMissingNode()).isTrue();
    assertThat(stored.at("/spec/template/spec/hostNetwork").isMissingNode()).isTrue();
    assertThat(stored.at("/spec/template/spec/volumes/0/emptyDir").isObject()).isTrue();
    assertThat(stored
            .at("/spec/template/spec/containers/0/livenessProbe/httpGet/port")
            .asText())
        .isEqualTo("http");
    assertThat(stored.at("/metadata/uid").asText()).isNotEmpty();
  }

  @Test
  void leaseKeepsItsMicroseconds() throws Exception {
    V1Coordination.Lease lease = V1Coordination.Lease.newBuilder()
        .setMetadata(Meta.ObjectMeta.newBuilder().setName("l"))
        .setSpec(V1Coordination.LeaseSpec.newBuilder()
            .setHolderIdentity("me")
            .setLeaseTransitions(0)
            .setRenewTime(Meta.MicroTime.newBuilder().setSeconds(1_767_323_045L).setNanos(120_000)))
        .build();
    String path = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    assertThat(client
            .post(path, PROTOBUF, wrap("coordination.k8s.io/v1", "Lease", lease))
            .statusCode())
        .isEqualTo(201);
    JsonNode spec = client.json(path + "/l").path("spec");
    assertThat(spec.path("renewTime").asText()).isEqualTo("2026-01-02T03:04:05.000120Z");
    assertThat(spec.path("leaseTransitions").isInt()).isTrue();
    V1Coordination.Lease read = V1Coordination.Lease.parseFrom(
        unwrap(client.get(path + "/l", PROTOBUF).body()).getRaw());
    assertThat(read.getSpec()).isEqualTo(lease.getSpec());
  }

  @Test
  void protobufDeleteOptionsAreUnderstood() throws Exception {
    client.configMap("a");
    Meta.DeleteOptions options = Meta.DeleteOptions.newBuilder()
        .setPreconditions(Meta.Preconditions.newBuilder().setUid("someone else"))
        .build();
    HttpResponse<byte[]> refused = delete(wrap("v1", "DeleteOptions", options));
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(delete(wrap("v1", "DeleteOptions", Meta.DeleteOptions.getDefaultInstance()))
            .statusCode())
        .isEqualTo(200);
  }

  private HttpResponse<byte[]> delete(byte[] body) throws Exception {
    return client.http.send(
        client
            .request("/api/v1/namespaces/default/configmaps/a")
            .header("Content-Type", PROTOBUF)
            .method("DELETE", HttpRequest.BodyPublishers.ofByteArray(body))
            .build(),
        BodyHandlers.ofByteArray());
  }

  @Test
  void podsAreWrittenAsProtobufAloneInListsAndInWatches() throws Exception {
    client.create(PODS, POD);
    HttpResponse<byte[]> single = client.get(PODS + "/web", PROTOBUF + ",application/json");
    assertThat(single.headers().firstValue("content-type")).contains(PROTOBUF);
    Runtime.Unknown unknown = unwrap(single.body());
    assertThat(unknown.getTypeMeta().getKind()).isEqualTo("Pod");
    V1.Pod pod = V1.Pod.parseFrom(unknown.getRaw());
    assertThat(pod.getMetadata().getLabelsMap()).containsEntry("app", "web");
    V1.Container container = pod.getSpec().getContainers(0);
    assertThat(pod.getSpec()
            .getVolumes(0)
            .getVolumeSource()
            .getConfigMap()
            .getLocalObjectReference()
            .getName())
        .isEqualTo("cm");
    assertThat(pod.getSpec().getVolumes(1).getVolumeSource().hasEmptyDir()).isTrue();
    assertThat(container
            .getEnv(0)
            .getValueFrom()
            .getSecretKeyRef()
            .getLocalObjectReference()
            .getName())
        .isEqualTo("s");
    assertThat(container.getResources().getLimitsMap().get("memory").getString())
        .isEqualTo("1Gi");
    assertThat(container.getLivenessProbe().getHandler().getHttpGet().getPort().getStrVal())
        .isEqualTo("http");
    assertThat(
            container.getReadinessProbe().getHandler().getTcpSocket().getPort().getIntVal())
        .isEqualTo(8080);
    assertThat(container.getSecurityContext().hasAllowPrivilegeEscalation()).isTrue();
    assertThat(pod.getStatus().getPhase()).isEqualTo("Pending");

    V1.PodList list =
        V1.PodList.parseFrom(unwrap(client.get(PODS, PROTOBUF).body()).getRaw());
    assertThat(list.getItems(0)).isEqualTo(pod);
    assertThat(list.getMetadata().getResourceVersion()).isNotEmpty();

    HttpResponse<java.io.InputStream> watch = client.http.send(
        client
            .request(PODS + "?watch=1&resourceVersion=0")
            .header("Accept", PROTOBUF)
            .build(),
        BodyHandlers.ofInputStream());
    assertThat(watch.headers().firstValue("content-type")).contains(PROTOBUF + ";stream=watch");
    DataInputStream in = new DataInputStream(watch.body());
    Meta.WatchEvent event = Meta.WatchEvent.parseFrom(in.readNBytes(in.readInt()));
    assertThat(event.getType()).isEqualTo("ADDED");
    assertThat(V1.Pod.parseFrom(unwrap(event.getObject().getRaw().toByteArray()).getRaw()))
        .isEqualTo(pod);
    watch.body().close();

    Meta.Status status = Meta.Status.parseFrom(
        unwrap(client.get(PODS + "/none", PROTOBUF).body()).getRaw());
    assertThat(status.getCode()).isEqualTo(404);
    assertThat(status.getMessage()).isEqualTo("pods \"none\" not found");
  }

  @Test
  void jsonSurvivesTheWayThroughProtobuf() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode pod = mapper.readTree(POD);
    byte[] wire =
        Envelope.wrap("v1", "Pod", ProtobufWriter.message(ProtobufTypes.find("v1", "Pod"), pod));
    assertThat(mapper.readTree(Envelope.read(wire, null, null).toString())).isEqualTo(pod);
    JsonNode definition = mapper.readTree("""
        {"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1",
         "metadata":{"name":"foos.x.y","managedFields":[{"manager":"m","fieldsV1":{"f:a":{}}}]},
         "spec":{"group":"x.y","names":{"plural":"foos","kind":"Foo"},"scope":"Namespaced",
          "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{
            "type":"object","properties":{"a":{"type":"array","items":{"type":"string"},
              "default":["x"],"x-kubernetes-list-type":"set"},
              "b":{"type":"object","additionalProperties":{"type":"integer"},
              "x-kubernetes-preserve-unknown-fields":true}}}}}]}}
        """);
    byte[] crd = Envelope.wrap(
        "apiextensions.k8s.io/v1",
        "CustomResourceDefinition",
        ProtobufWriter.message(
            ProtobufTypes.find("apiextensions.k8s.io/v1", "CustomResourceDefinition"), definition));
    assertThat(mapper.readTree(Envelope.read(crd, null, null).toString())).isEqualTo(definition);
  }

  @Test
  void apiServicesHaveAProtobufFormToo() throws Exception {
    JsonNode service = new ObjectMapper().readTree("""
        {"kind":"APIService","apiVersion":"apiregistration.k8s.io/v1","metadata":{"name":"v1.a.b"},
         "spec":{"service":{"namespace":"default","name":"s","port":8443},"group":"a.b","version":"v1",
          "insecureSkipTLSVerify":true,"groupPriorityMinimum":1000,"versionPriority":15},
         "status":{"conditions":[{"type":"Available","status":"True","lastTransitionTime":"2001-01-01T00:00:00Z",
          "reason":"Passed","message":"all checks passed"}]}}
        """);
    byte[] wire = Envelope.wrap(
        AggregatorMessages.API_VERSION,
        "APIService",
        ProtobufWriter.message(
            ProtobufTypes.find(AggregatorMessages.API_VERSION, "APIService"), service));
    assertThat(new ObjectMapper().readTree(Envelope.read(wire, null, null).toString()))
        .isEqualTo(service);
  }

  @Test
  void malformedBodiesAreBadRequests() throws Exception {
    byte[] half = Arrays.copyOf(
        wrap(
            "v1",
            "ConfigMap",
            V1.ConfigMap.newBuilder().putData("a", "b".repeat(50)).build()),
        40);
    byte[] badRaw = Envelope.concatenated(
        new byte[] {'k', '8', 's', 0},
        Runtime.Unknown.newBuilder()
            .setTypeMeta(Runtime.TypeMeta.newBuilder().setApiVersion("v1").setKind("ConfigMap"))
            .setRaw(ByteString.copyFrom(new byte[] {10, 120, 1}))
            .build()
            .toByteArray());
    String path = "/api/v1/namespaces/default/configmaps";
    for (byte[] body : List.of(half, badRaw, "k8s".getBytes(UTF_8), new byte[] {1, 2, 3, 4, 5})) {
      assertThat(client.post(path, PROTOBUF, body).statusCode()).isEqualTo(400);
    }
    for (String yaml :
        List.of("a: [", "- 1", "\t", "a: &x [*x, *x]\nb: *y", "!!java.net.URL [x]")) {
      assertThat(client.post(path, "application/yaml", yaml.getBytes(UTF_8)).statusCode())
          .as(yaml)
          .isBetween(400, 499);
    }
    assertThat(client.post(path, "text/csv", "a,b".getBytes(UTF_8)).statusCode())
        .isEqualTo(415);
  }

  @Test
  void listsInYamlHaveTheirMembersInOrder() throws Exception {
    String list = new String(client.get("/api/v1/nodes", "application/yaml").body(), UTF_8);
    assertThat(list).startsWith("apiVersion: v1\nitems: []\nkind: NodeList\nmetadata:\n");
  }

  @Test
  void yamlGoesInAndOut() throws Exception {
    String yaml =
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: in-yaml\ndata:\n  a: \"true\"\n  b: \"8080\"\n"
            + "  c: |\n    two\n    lines\n";
    String path = "/api/v1/namespaces/default/configmaps";
    assertThat(client.post(path, "application/yaml", yaml.getBytes(UTF_8)).statusCode())
        .isEqualTo(201);
    HttpResponse<byte[]> single = client.get(path + "/in-yaml", "application/yaml");
    assertThat(single.headers().firstValue("content-type")).contains("application/yaml");
    assertThat(new String(single.body(), UTF_8)).startsWith("apiVersion: v1\ndata:\n");
    assertThat(new YAMLMapper().readTree(single.body())).isEqualTo(client.json(path + "/in-yaml"));
    client.configMap("z");
    assertThat(new YAMLMapper().readTree(client.get(path, "application/yaml").body()))
        .isEqualTo(client.json(path));
    assertThat(client.get(path + "?watch=1", "application/yaml").statusCode()).isEqualTo(406);
    assertThat(client.get(path, "application/cbor").statusCode()).isEqualTo(406);
  }

  @Test
  void metadataAloneIsServedForObjectsListsAndWatches() throws Exception {
    client.create(PODS, POD);
    String one = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    String many = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    JsonNode single = new ObjectMapper().readTree(client.get(PODS + "/web", one).body());
    assertThat(single.path("kind").asText()).isEqualTo("PartialObjectMetadata");
    assertThat(single.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1");
    assertThat(single.has("spec")).isFalse();
    JsonNode list = new ObjectMapper().readTree(client.get(PODS, many).body());
    assertThat(list.path("kind").asText()).isEqualTo("PartialObjectMetadataList");
    assertThat(list.path("items").path(0)).isEqualTo(single);
    HttpResponse<byte[]> wrong = client.get(PODS, one);
    assertThat(wrong.statusCode()).isEqualTo(406);
    assertThat(new String(wrong.body(), UTF_8))
        .contains("you requested PartialObjectMetadata, but the requested object is a list");
    Meta.PartialObjectMetadataList proto = Meta.PartialObjectMetadataList.parseFrom(
        unwrap(client.get(PODS, many.replace("application/json", PROTOBUF)).body())
            .getRaw());
    assertThat(proto.getItems(0).getMetadata().getName()).isEqualTo("web");
  }

  @Test
  void podsComeAsKubectlsTable() throws Exception {
    client.create(PODS, POD);
    client.http.send(
        client
            .request(PODS + "/web/status")
            .header("Content-Type", "application/merge-patch+json")
            .method(
                "PATCH",
                HttpRequest.BodyPublishers.ofString(
                    "{\"status\":" + new ObjectMapper().readTree(POD).path("status") + "}"))
            .build(),
        BodyHandlers.ofString());
    JsonNode table = new ObjectMapper()
        .readTree(client.get(PODS, TABLE + ", application/json").body());
    assertThat(table.path("kind").asText()).isEqualTo("Table");
    assertThat(table.path("columnDefinitions"))
        .extracting(column -> column.path("name").asText())
        .containsExactly(
            "Name",
            "Ready",
            "Status",
            "Restarts",
            "Age",
            "IP",
            "Node",
            "Nominated Node",
            "Readiness Gates");
    JsonNode row = table.path("rows").path(0);
    assertThat(row.path("cells").path(0).asText()).isEqualTo("web");
    assertThat(row.path("cells").path(6).asText()).isEqualTo("n1");
    assertThat(row.path("object").path("kind").asText()).isEqualTo("PartialObjectMetadata");
    HttpResponse<java.io.InputStream> watch = client.http.send(
        client
            .request(PODS + "?watch=1&resourceVersion=0")
            .header("Accept", TABLE)
            .build(),
        BodyHandlers.ofInputStream());
    client.create(PODS, POD.replace("\"web\"", "\"second\""));
    java.io.BufferedReader lines =
        new java.io.BufferedReader(new java.io.InputStreamReader(watch.body(), UTF_8));
    JsonNode first = new ObjectMapper().readTree(lines.readLine());
    JsonNode second = new ObjectMapper().readTree(lines.readLine());
    assertThat(first.path("object").path("columnDefinitions")).hasSize(9);
    assertThat(second.path("object").path("columnDefinitions").isNull()).isTrue();
    assertThat(second.at("/object/rows/0/cells/0").asText()).isEqualTo("second");
    watch.body().close();
  }
}
