package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.Authorizer;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.CoreAccess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands that need a cluster, against a server in this process. */
@Timeout(180)
class ClusterCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir
  private static Path directory;

  private static ApiServer server;
  private static ApiServer strict;
  private static String kubeconfig;
  private static String strictKubeconfig;

  @BeforeAll
  static void start() throws Exception {
    server = ApiServer.start();
    kubeconfig = server.writeKubeconfig(directory.resolve("kubeconfig")).toString();
    strict = ApiServer.builder()
        .authorizer(Authorizer.allowAll().deny("watch", "secrets").deny("*", "configmaps"))
        .start();
    strictKubeconfig = strict.writeKubeconfig(directory.resolve("strict")).toString();
    create("apps", "default", "web", "{}");
    create("apps", "default", "db", "{}");
  }

  @AfterAll
  static void stop() {
    server.close();
    strict.close();
  }

  private static void create(String group, String namespace, String name, String labels) {
    call(
        "POST",
        "/api/v1/namespaces/" + namespace + "/configmaps",
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
            + "\",\"labels\":{\"group\":\"" + group + "\"}},\"data\":" + labels + "}");
  }

  private static void call(String method, String path, String body) {
    ApiResponse answer = CoreAccess.of(server)
        .handle(new ApiRequest(
            method,
            path,
            Map.of(),
            Map.of("content-type", contentType(method)),
            body.getBytes(StandardCharsets.UTF_8),
            "admin",
            List.of("system:masters")))
        .join();
    assertThat(answer.status()).as(method + " " + path).isBetween(200, 299);
  }

  private static String contentType(String method) {
    return method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
  }

  @Test
  void watchMarksTheInitialListAndShowsChangesAsDifferences() {
    create("watched", "kube-system", "one", "{\"colour\":\"red\"}");
    Run run = Run.until(
        line -> {
          if (line.startsWith("---")) { // the end of the initial list
            later(() -> {
              String path = "/api/v1/namespaces/kube-system/configmaps";
              call("PATCH", path + "/one", "{\"data\":{\"colour\":\"blue\"}}");
              create("watched", "kube-system", "two", "{}");
              call("DELETE", path + "/one", "{}");
            });
          }
          return line.contains("deleted");
        },
        "watch",
        "cm",
        "-n",
        "kube-system",
        "-l",
        "group=watched",
        "--diff",
        "--kubeconfig",
        kubeconfig);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines().stream().map(line -> line.replaceFirst("^\\d\\d:\\d\\d:\\d\\d +", "")))
        .anySatisfy(line -> assertThat(line).matches("initial +one .*1 entries"))
        .anySatisfy(line -> assertThat(line).startsWith("--- 1 configmaps after"))
        .anySatisfy(line -> assertThat(line).matches("changed +one .*"))
        .anySatisfy(line -> assertThat(line.strip()).isEqualTo("- data.colour: red"))
        .anySatisfy(line -> assertThat(line.strip()).isEqualTo("+ data.colour: blue"))
        .anySatisfy(line -> assertThat(line).matches("added +two .*"))
        .anySatisfy(line -> assertThat(line).matches("deleted +one .*"));
  }

  /** Not on the thread that prints: it would wait for itself. */
  private static void later(Runnable changes) {
    new Thread(changes, "changes").start();
  }

  @Test
  void watchFindsKindsByAnyOfTheirNames() {
    for (String name : new String[] {"configmaps", "ConfigMap", "cm"}) {
      Run run =
          Run.until(line -> true, "watch", name + "/web", "-o", "name", "--kubeconfig", kubeconfig);
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.lines()).as(name).containsExactly("configmap/web");
    }
  }

  @Test
  void watchAsJsonIsOneObjectToALine() throws Exception {
    Run run = Run.until(
        line -> line.contains("SYNCED"),
        "watch",
        "configmaps",
        "-l",
        "group=apps",
        "-o",
        "json",
        "--metadata-only",
        "--kubeconfig",
        kubeconfig);
    assertThat(run.lines()).as(run.err()).hasSize(3);
    JsonNode first = JSON.readTree(run.lines().get(0));
    assertThat(first.path("type").asText()).isEqualTo("ADDED");
    assertThat(first.path("initial").asBoolean()).isTrue();
    assertThat(first.path("object").path("metadata").path("name").asText()).isEqualTo("db");
    assertThat(first.path("object").has("data")).isFalse();
    assertThat(JSON.readTree(run.lines().get(2)).path("type").asText()).isEqualTo("SYNCED");
  }

  @Test
  void anOutputThatNobodyReadsEndsTheCommandInSilence() {
    Run run = Run.until(
        line -> true,
        "watch",
        "configmaps",
        "-l",
        "group=apps",
        "-o",
        "name",
        "--kubeconfig",
        kubeconfig);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.lines()).hasSize(1);
  }

  @Test
  void anUnknownKindNamesTheNearest() {
    Run run = Run.of("watch", "pdos", "--kubeconfig", kubeconfig);
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("no kind \"pdos\"", "did you mean pods");
  }

  @Test
  void aFieldTheServerCannotSelectByEndsTheWatch() {
    Run run = Run.of("watch", "pods", "--field-selector", "nope=1", "--kubeconfig", kubeconfig);
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("nope");
    assertThat(run.err()).contains("--field-selector nope=1: ", "metadata.name");
  }

  @Test
  void aMissingPermissionEndsTheWatch() {
    Run run = Run.of("watch", "configmaps", "--kubeconfig", strictKubeconfig);
    assertThat(run.exitCode()).isEqualTo(ExitCode.FORBIDDEN);
    assertThat(run.err()).contains("configmaps", "informant doctor");
  }

  @Test
  void doctorNamesTheMissingRules() {
    Run run = Run.of("doctor", "pods", "secrets", "configmaps", "--kubeconfig", strictKubeconfig);
    assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(run.out())
        .contains(
            "watch-list",
            "bookmarks",
            "gzip",
            "transport",
            "own connection: Vert.x",
            "HTTP/2",
            "clock")
        .contains("pods/v1        list and watch")
        .contains("resources: [\"secrets\"], verbs: [\"watch\"]")
        .contains("resources: [\"configmaps\"], verbs: [\"list\", \"watch\"]")
        .contains("2 problems found");
  }

  @Test
  void doctorIsContentWithAServerThatHidesNothing() throws Exception {
    Run run = Run.of("doctor", "pods", "-o", "json", "--kubeconfig", kubeconfig);
    assertThat(run.exitCode()).as(run.out()).isZero();
    assertThat(JSON.readTree(run.out()).path("findings").findValuesAsText("topic"))
        .contains("server", "HTTP/2", "pods/v1");
  }

  @Test
  void syncMeasuresEachKind() throws Exception {
    Run run = Run.of("sync", "cm", "namespaces", "-o", "json", "--kubeconfig", kubeconfig);
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode kinds = JSON.readTree(run.out()).path("kinds");
    assertThat(kinds.findValuesAsText("kind")).containsExactly("configmaps/v1", "namespaces/v1");
    JsonNode maps = kinds.path(0);
    assertThat(maps.path("objects").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(maps.path("jsonBytes").asLong()).isPositive();
    assertThat(maps.path("packedBytes").asLong())
        .isPositive()
        .isLessThan(maps.path("jsonBytes").asLong());
    assertThat(maps.path("namespaces").path("default").path("objects").asInt())
        .isGreaterThanOrEqualTo(2);
  }

  @Test
  void syncSaysWhichKindCouldNotBeHad() {
    Run run = Run.of("sync", "configmaps", "--kubeconfig", strictKubeconfig);
    assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(run.out()).contains("configmaps/v1", "403 Forbidden");
  }

  @Test
  void syncNamesTheMissingVerb() {
    Run run = Run.of("sync", "secrets", "--kubeconfig", strictKubeconfig);
    assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(run.out())
        .contains("403 Forbidden: secrets is forbidden: ", "cannot watch resource");
  }
}
