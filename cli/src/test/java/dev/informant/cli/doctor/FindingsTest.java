package dev.informant.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.ApiServerBuilder;
import dev.informant.apiserver.Authorizer;
import dev.informant.apiserver.faults.Fault;
import dev.informant.cli.ExitCode;
import dev.informant.cli.Run;
import dev.informant.cli.cluster.ApiClient;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each thing that doctor can find, on a server that has it. */
@Timeout(180)
class FindingsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Resource NAMESPACES =
      new Resource("", "v1", "namespaces", "Namespace", /* namespaced= */ false);

  @TempDir
  private Path folder;

  /** The findings about a server, by {@code doctor namespaces -o json}. */
  private Report report(ApiServer server, String... kinds) throws Exception {
    return report(server.writeKubeconfig(folder.resolve("kubeconfig")), kinds);
  }

  private static Report report(Path kubeconfig, String... kinds) throws Exception {
    String[] args = new String[kinds.length + 5];
    args[0] = "doctor";
    System.arraycopy(kinds, 0, args, 1, kinds.length);
    args[kinds.length + 1] = "--kubeconfig";
    args[kinds.length + 2] = kubeconfig.toString();
    args[kinds.length + 3] = "-o";
    args[kinds.length + 4] = "json";
    Run run = Run.of(args);
    assertThat(run.err()).isEmpty();
    return new Report(run.exitCode(), JSON.readTree(run.out()).path("findings"));
  }

  private record Report(int exitCode, JsonNode findings) {
    Finding of(String topic) {
      for (JsonNode each : findings) {
        if (each.path("topic").asText().equals(topic)) {
          return new Finding(
              Finding.Grade.valueOf(each.path("grade").asText().toUpperCase(java.util.Locale.ROOT)),
              topic,
              each.path("result").asText(),
              each.path("wayOut").asText());
        }
      }
      throw new AssertionError("nothing about " + topic + " in " + findings);
    }
  }

  private static void remarked(Report report, String topic, String result, String wayOut) {
    Finding found = report.of(topic);
    assertThat(found.grade()).as(found.toString()).isEqualTo(Finding.Grade.REMARK);
    assertThat(found.result()).contains(result);
    assertThat(found.wayOut()).contains(wayOut);
    assertThat(report.exitCode()).as("a remark is no problem").isEqualTo(ExitCode.SUCCESS);
  }

  private ApiServer start(UnaryOperator<ApiServerBuilder> knobs) {
    return knobs.apply(ApiServer.builder()).start();
  }

  @Test
  void aServerWithEverythingIsGoodThroughout() throws Exception {
    try (ApiServer server = start(knobs -> knobs)) {
      fill(server);
      Report report = report(server, "namespaces", "pods");
      assertThat(report.findings().findValuesAsText("grade"))
          .as(report.findings().toPrettyString())
          .hasSize(9)
          .containsOnly("ok");
      assertThat(report.exitCode()).isZero();
    }
  }

  @Test
  void aServerThatRefusesWatchListIsRemarkedAndItsBookmarksAreStillFound() throws Exception {
    try (ApiServer server = start(knobs -> knobs.watchList(false))) {
      Report report = report(server, "namespaces");
      remarked(report, "watch-list", "refused (422)", "1.34");
      assertThat(report.of("bookmarks").grade()).isEqualTo(Finding.Grade.OK);
    }
  }

  @Test
  void aServerThatIgnoresWatchListIsRemarked() throws Exception {
    try (ApiServer server = start(knobs -> knobs)) {
      server.faults().add(Fault.ignoreInitialEvents());
      remarked(
          report(server, "namespaces"),
          "watch-list",
          "did not mark the end of the initial list",
          "1.34");
    }
  }

  @Test
  void aServerWithoutBookmarksIsRemarked() throws Exception {
    try (ApiServer server = start(knobs -> knobs)) {
      server.faults().add(Fault.dropBookmarks());
      Report report = report(server, "namespaces");
      remarked(report, "bookmarks", "none in a watch", "drops bookmarks");
      remarked(report, "watch-list", "did not mark the end of the initial list", "1.34");
    }
  }

  @Test
  void aProxyThatTakesCompressionAndHttp2AwayIsRemarked() throws Exception {
    try (ApiServer server = start(ApiServerBuilder::plainHttp);
        Meddler proxy = new Meddler(server.url())) {
      fill(server);
      Report report = report(proxy.writeKubeconfig(folder.resolve("kubeconfig")), "namespaces");
      remarked(report, "gzip", "not compressed", "--disable-compression");
      remarked(report, "HTTP/2", "every watch uses its own connection", "proxies");
    }
  }

  @Test
  void withoutTlsThereIsNoHttp2() throws Exception {
    try (ApiServer server = start(ApiServerBuilder::plainHttp)) {
      remarked(report(server, "namespaces"), "HTTP/2", "without TLS", "https");
    }
  }

  @Test
  void whereNothingIsLargeCompressionIsNotFoundOut() throws Exception {
    try (ApiServer server = start(ApiServerBuilder::plainHttp);
        Meddler proxy = new Meddler(server.url())) {
      proxy.answer("/openapi/v2", 404, "not here");
      Report report = report(proxy.writeKubeconfig(folder.resolve("kubeconfig")), "namespaces");
      remarked(report, "gzip", "not checked", "");
    }
  }

  @ParameterizedTest
  @CsvSource({"PT-1H, 60 min ahead of", "PT1H, 60 min behind", "PT-25S, ahead of", "PT25S, behind"})
  void aClockThatIsOffIsAProblem(Duration ours, String said) throws Exception {
    try (ApiServer server = start(ApiServerBuilder::plainHttp)) {
      Finding clock = clock(server, InstantSource.offset(InstantSource.system(), ours));
      assertThat(clock.grade()).isEqualTo(Finding.Grade.PROBLEM);
      assertThat(clock.result().replace("59 min", "60 min")).contains(said);
      assertThat(clock.wayOut()).contains("NTP");
      assertThat(clock(server, InstantSource.system()).grade()).isEqualTo(Finding.Grade.OK);
    }
  }

  @ParameterizedTest
  @CsvSource({"PT-5S, 's ahead of the local clock'", "PT5S, 's behind the local clock'"})
  void aClockThatIsALittleOffIsGoodAndSaysHowFar(Duration ours, String said) throws Exception {
    try (ApiServer server = start(ApiServerBuilder::plainHttp)) {
      Finding clock = clock(server, InstantSource.offset(InstantSource.system(), ours));
      assertThat(clock.grade()).isEqualTo(Finding.Grade.OK);
      assertThat(clock.result()).matches("[3-9] " + said);
    }
  }

  private Finding clock(ApiServer server, InstantSource now) throws Exception {
    Config config = Kubeconfig.load(server.writeKubeconfig(folder.resolve("kubeconfig")));
    try (ApiClient client = new ApiClient(config)) {
      return new ServerCheck(config, client, now)
          .findings(NAMESPACES, "").stream()
              .filter(finding -> finding.topic().equals("clock"))
              .findFirst()
              .orElseThrow();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "list, pods, '', 'ClusterRole: {apiGroups: [\"\"], resources: [\"pods\"], verbs: [\"list\"]}'",
    "watch, pods, '', 'ClusterRole: {apiGroups: [\"\"], resources: [\"pods\"], verbs: [\"watch\"]}'",
    "'*', pods, a, 'Role in a: {apiGroups: [\"\"], resources: [\"pods\"], verbs: [\"list\", \"watch\"]}'",
    "list, deployments, a, 'Role in a: {apiGroups: [\"apps\"], resources: [\"deployments\"], verbs: [\"list\"]}'",
    "watch, nodes, a, 'ClusterRole: {apiGroups: [\"\"], resources: [\"nodes\"], verbs: [\"watch\"]}'"
  })
  void aMissingRuleIsAProblemAndIsWrittenOut(
      String verb, String resource, String namespace, String rule) throws Exception {
    try (ApiServer server =
        start(knobs -> knobs.plainHttp().authorizer(Authorizer.allowAll().deny(verb, resource)))) {
      Path kubeconfig = server.writeKubeconfig(folder.resolve("kubeconfig"));
      Run run = namespace.isEmpty()
          ? Run.of("doctor", resource, "configmaps", "--kubeconfig", kubeconfig.toString())
          : Run.of(
              "doctor",
              resource,
              "configmaps",
              "-n",
              namespace,
              "--kubeconfig",
              kubeconfig.toString());
      assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
      assertThat(run.out()).contains("add to a " + rule, "1 problem found");
      assertThat(run.lines()).anyMatch(line -> line.matches("ok +configmaps/v1 +list and watch"));
    }
  }

  @Test
  void aKindThatFailsForAnotherReasonSaysWhich() throws Exception {
    try (ApiServer server = start(ApiServerBuilder::plainHttp)) {
      server.faults().add(Fault.status(500).verb("watch").resource("pods"));
      Report report = report(server, "pods");
      assertThat(report.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
      assertThat(report.of("pods/v1").result()).contains("watch returned 500");
      assertThat(report.of("watch-list").result())
          .isEqualTo("not checked: no kind can be listed and watched"); // a permission it was not
    }
  }

  @Test
  void anAggregatedApiThatIsDownIsAProblemHoweverItIsTold() throws Exception {
    try (ApiServer server = start(ApiServerBuilder::plainHttp);
        Meddler proxy = new Meddler(server.url())) {
      Path kubeconfig = proxy.writeKubeconfig(folder.resolve("kubeconfig"));

      ObjectNode aggregated = (ObjectNode) JSON.readTree(proxy.ask(
          "/apis", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"));
      ObjectNode group = ((ArrayNode) aggregated.path("items")).addObject();
      group.putObject("metadata").put("name", "metrics.k8s.io");
      group.putArray("versions").addObject().put("version", "v1beta1").put("freshness", "Stale");
      proxy.answer("/apis", 200, aggregated.toString());
      down(report(kubeconfig, "namespaces"), "stale");

      ObjectNode listed = (ObjectNode) JSON.readTree(proxy.ask("/apis", "application/json"));
      ObjectNode legacy = ((ArrayNode) listed.path("groups")).addObject();
      legacy.put("name", "metrics.k8s.io");
      ObjectNode version = JSON.createObjectNode()
          .put("groupVersion", "metrics.k8s.io/v1beta1")
          .put("version", "v1beta1");
      legacy.putArray("versions").add(version);
      legacy.set("preferredVersion", version);
      proxy.answer("/apis", 200, listed.toString());
      proxy.answer("/api", 200, proxy.ask("/api", "application/json"));
      proxy.answer("/apis/metrics.k8s.io/v1beta1", 503, "service unavailable");
      down(report(kubeconfig, "namespaces"), "503");
    }
  }

  private static void down(Report report, String why) {
    Finding group = report.of("group metrics.k8s.io/v1beta1");
    assertThat(group.grade()).isEqualTo(Finding.Grade.PROBLEM);
    assertThat(group.result()).contains(why);
    assertThat(group.wayOut()).contains("kubectl get apiservices");
    assertThat(report.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(report.of("namespaces/v1").grade()).isEqualTo(Finding.Grade.OK);
  }

  @Test
  void aServerThatCannotBeReachedIsNamed() throws Exception {
    try (ApiServer server = start(knobs -> knobs)) {
      Path kubeconfig = server.writeKubeconfig(folder.resolve("kubeconfig"));
      server.faults().refuseConnections();
      Run run = Run.of("doctor", "--kubeconfig", kubeconfig.toString());
      assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
      assertThat(run.err()).contains("cannot reach " + server.url(), "--context");
      assertThat(run.out()).isEmpty();
    }
  }

  @Test
  void credentialsThatAreNotAcceptedAreSaidSo() throws Exception {
    try (ApiServer server = start(knobs -> knobs.plainHttp())) {
      server.faults().add(Fault.status(401));
      Run run = Run.of(
          "doctor",
          "--kubeconfig",
          server.writeKubeconfig(folder.resolve("kubeconfig")).toString());
      assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
      assertThat(run.err()).contains("does not accept the credentials", "Log in again");
    }
  }

  /** Enough that an answer is worth compressing. */
  private static void fill(ApiServer server) {
    try (KubernetesClient client = new KubernetesClientBuilder()
        .withConfig(Config.fromKubeconfig(server.kubeconfig()))
        .build()) {
      for (int number = 0; number < 4; number++) {
        client
            .pods()
            .inNamespace("default")
            .resource(new PodBuilder()
                .withNewMetadata()
                .withName("pod-" + number)
                .addToAnnotations("text", "much the same, ".repeat(4_000))
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("it")
                .withImage("it")
                .endContainer()
                .endSpec()
                .build())
            .create();
      }
    }
  }
}
