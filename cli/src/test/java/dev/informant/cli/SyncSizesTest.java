package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.faults.Fault;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code sync} says of sizes can be sized by. Server and command have a process, and so a heap, each. */
@Timeout(300)
class SyncSizesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir
  private Path folder;

  private String output(Process process) throws Exception {
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue())
          .as(Files.readString(folder.resolve("err")))
          .isZero();
      return out;
    } finally {
      process.destroyForcibly();
    }
  }

  private JsonNode pods(Path kubeconfig) throws Exception {
    String out = output(Processes.start(
        folder.resolve("err"),
        "sync",
        "pods",
        "-o",
        "json",
        "--kubeconfig",
        kubeconfig.toString()));
    return JSON.readTree(out).path("kinds").path(0);
  }

  private long grown(Path kubeconfig, String namespace) throws Exception {
    Process process = new ProcessBuilder(
            Processes.java(),
            "-XX:+UseSerialGC",
            "-cp",
            Processes.classPath(),
            HeldPods.class.getName(),
            kubeconfig.toString(),
            namespace)
        .redirectError(folder.resolve("err").toFile())
        .start();
    return Long.parseLong(output(process).strip());
  }

  private static double each(JsonNode kind, String field) {
    assertThat(kind.path(field).isNumber()).as(kind.toString()).isTrue();
    return kind.path(field).asDouble() / kind.path("objects").asInt();
  }

  @Test
  void theHeapIsWhatAProgramWithThatCacheHasMoreRunAfterRun() throws Exception {
    Path kubeconfig = folder.resolve("kubeconfig");
    Process serve = Processes.start(
        folder.resolve("serve-err"),
        "serve",
        "--pods",
        "3000",
        "--rate",
        "0",
        "--kubeconfig",
        kubeconfig.toString());
    try (BufferedReader lines = Processes.output(serve)) {
      assertThat(lines.readLine()).startsWith("serving ");
      assertThat(lines.readLine()).startsWith("kubeconfig ");
      JsonNode first = pods(kubeconfig);
      JsonNode second = pods(kubeconfig);
      assertThat(each(first, "heapBytes")).isCloseTo(each(second, "heapBytes"), withPercentage(30));
      assertThat(each(first, "compactHeapBytes"))
          .isCloseTo(each(second, "compactHeapBytes"), withPercentage(30));

      // Two programs that differ in what they hold; the first has decoded no pod, either.
      long plain = grown(kubeconfig, /* namespace= */ "") - grown(kubeconfig, "nowhere");
      assertThat(first.path("heapBytes").asDouble()).isBetween(plain * 0.4, plain * 1.6);

      // An entry is more than its bytes: key, uid, versions, labels and its place in the store.
      assertThat(each(first, "compactHeapBytes"))
          .isGreaterThan(each(first, "packedBytes") + 150)
          .isLessThan(each(first, "heapBytes"));
    } finally {
      serve.destroyForcibly();
    }
  }

  @Test
  void tooFewObjectsAreNotGivenASize() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().start()) {
      String kubeconfig = server.writeKubeconfig(folder.resolve("kubeconfig")).toString();
      Run text = Run.of("sync", "namespaces", "--kubeconfig", kubeconfig);
      assertThat(text.lines())
          .anySatisfy(line -> assertThat(line).startsWith("namespaces/v1").contains("too few"))
          .anySatisfy(line -> assertThat(line)
              .startsWith("too few: less than 1.0 MiB")
              .contains("too little to measure"));
      Run json = Run.of("sync", "namespaces", "-o", "json", "--kubeconfig", kubeconfig);
      JsonNode kind = JSON.readTree(json.out()).path("kinds").path(0);
      assertThat(kind.path("heapBytes").isNull()).as(json.out()).isTrue();
      assertThat(kind.path("compactHeapBytes").isNull()).isTrue();
      assertThat(kind.path("jsonBytes").asLong()).isPositive();
    }
  }

  @Test
  void anEmptyClusterShowsWhereItsObjectsComeFrom() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().start()) {
      String kubeconfig = server.writeKubeconfig(folder.resolve("kubeconfig")).toString();
      Run text = Run.of("sync", "--all", "--kubeconfig", kubeconfig);
      assertThat(text.lines().get(0)).startsWith("cluster " + server.url()).contains("context ");
      assertThat(text.lines())
          .anyMatch(line -> line.matches("namespaces/v1 +4 .*"))
          .anyMatch(line -> line.matches("\\(cluster-scoped\\) +4 .*"));
      Run json = Run.of("sync", "namespaces", "-o", "json", "--kubeconfig", kubeconfig);
      assertThat(JSON.readTree(json.out()).path("server").asText())
          .startsWith(server.url().toString());
    }
  }

  @Test
  void aSyncThatTakesTooLongNamesTheCause() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().start()) {
      server.faults().add(Fault.status(503).resource("namespaces"));
      String kubeconfig = server.writeKubeconfig(folder.resolve("kubeconfig")).toString();
      Run run = Run.of("sync", "namespaces", "--timeout", "1", "--kubeconfig", kubeconfig);
      assertThat(run.exitCode()).isEqualTo(ExitCode.CHECK_FAILED);
      assertThat(run.out()).contains("not synced after 1 s: 503 ServiceUnavailable");
    }
  }
}
