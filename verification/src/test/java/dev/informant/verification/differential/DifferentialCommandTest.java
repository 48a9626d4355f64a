package dev.informant.verification.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Directories that the runner has never seen. */
@Timeout(300)
class DifferentialCommandTest {
  @TempDir
  private Path corpus;

  private String said = "";
  private boolean complete;

  @BeforeEach
  void makeFolders() throws IOException {
    for (String folder : List.of("scenarios", "queue-scenarios", "golden/some", "golden/other")) {
      Files.createDirectories(corpus.resolve(folder));
    }
  }

  private int run(String... only) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      return DifferentialCommand.run(
          corpus,
          corpus.resolve("none"),
          complete,
          Optional.of(only).filter(one -> one.length > 0).map(one -> one[0]),
          out);
    } finally {
      said = bytes.toString(StandardCharsets.UTF_8);
    }
  }

  private void scenario(String name, String more) throws IOException {
    write("scenarios/" + name, """
        {"format": 1, "name": "%s", "claim": "One object is listed.", %s
         "resource": {"version": "v1", "plural": "configmaps", "kind": "ConfigMap", "namespaced": true, "decoding": "typed"},
         "informer": {"queues": ["in-order"], "handlers": [{"name": "h", "kind": "detailed"}]},
         "script": [
          {"do": "list", "respond": {"list": {"resourceVersion": "10", "items": [
           {"metadata": {"name": "a", "namespace": "default", "uid": "u", "resourceVersion": "4"}}]}}},
          {"do": "watch", "respond": {"stream": true}},
          {"do": "await", "synced": ["informer", "h"]}]}
        """.formatted(name, more));
  }

  private void golden(String client, String name, String version) throws IOException {
    write("golden/" + client + "/" + name, """
        {"scenario": "%s", "queue": "in-order", "outcome": "completed",
         "requests": [
          {"verb": "list", "path": "/api/v1/configmaps", "query": {"limit": "500", "resourceVersion": "0"}},
          {"verb": "watch", "path": "/api/v1/configmaps", "query":
           {"allowWatchBookmarks": "true", "resourceVersion": "10", "timeoutSeconds": "300..600"}}],
         "handlers": {"h": {"callbacks": [{"op": "add", "key": "default/a", "rv": "%s", "initial": true}]}},
         "checks": [{"name": "final", "synced": {"informer": true, "h": true}, "lastSyncResourceVersion": "10",
          "store": {"default/a": "%s"}, "callbacks": {"h": 1}}]}
        """.formatted(name, version, version));
  }

  private void write(String name, String json) throws IOException {
    Files.writeString(corpus.resolve(name + ".json"), json);
  }

  @Test
  void aScenarioItHasNeverSeenIsComparedWithTheGoldenTraceOfItsQueue() throws Exception {
    scenario("one", "");
    golden("other", "one", "4");
    write("golden/some/one", "{\"queue\": \"delta-fifo\"}");
    assertThat(run()).as(said).isZero();
    assertThat(said)
        .isEqualTo(
            "pass  one in-order\n1 passed, 0 failed\n".replace("\n", System.lineSeparator()));
  }

  @Test
  void whatDiffersFails() throws Exception {
    scenario("one", "");
    golden("some", "one", "5");
    assertThat(run()).isEqualTo(1);
    assertThat(said)
        .contains("FAIL  one in-order")
        .endsWith("0 passed, 1 failed" + System.lineSeparator());
  }

  @Test
  void aMissingGoldenTraceIsNamed() throws Exception {
    scenario("one", "");
    assertThat(run()).isEqualTo(1);
    assertThat(said).contains("FAIL  one in-order", "no golden trace for this queue");
  }

  @Test
  void anUnseenBetterOneNeedsNoTraceAndIsUnverified() throws Exception {
    scenario("one", "\"target\": \"better\", \"targetNote\": \"as it should be\",");
    assertThat(run()).as(said).isZero();
    assertThat(said).contains("pass  one in-order  (target: unverified)", "1 passed, 0 failed");
  }

  @Test
  void aBetterScriptThatABetterClientCannotPlayToItsEndIsNoFailure() throws Exception {
    scenario("one", "\"target\": \"better\", \"targetNote\": \"lists once\",");
    Path file = corpus.resolve("scenarios/one.json");
    String played = Files.readString(file);
    // A watch where the client lists.
    Files.writeString(
        file,
        played.replace(
            "\"script\": [", "\"script\": [{\"do\": \"watch\", \"respond\": {\"stream\": true}},"));
    assertThat(run()).as(said).isZero();
    assertThat(said).contains("(target: unverified)");
  }

  @Test
  void aBrokenFileHarmsNoOther() throws Exception {
    scenario("one", "");
    golden("some", "one", "4");
    write("scenarios/broken", "{\"format\": 1, ");
    write("scenarios/empty", "");
    write("scenarios/null", "null");
    Files.write(corpus.resolve("scenarios/latin.json"), new byte[] {'"', (byte) 0xff, '"'});
    write("scenarios/renamed", "{\"format\": 1, \"name\": \"otherwise\"}");
    write("queue-scenarios/broken", "{");
    assertThat(run()).isEqualTo(1);
    assertThat(said)
        .contains("pass  one in-order")
        .contains("FAIL  broken", "FAIL  empty", "FAIL  null", "FAIL  latin", "FAIL  renamed")
        .contains("FAIL  queue script broken")
        .contains("1 passed, 6 failed");
  }

  @Test
  void aBrokenGoldenTraceIsAFailureOfItsScenario() throws Exception {
    scenario("one", "");
    write("golden/some/one", "{\"queue\": ");
    assertThat(run()).isEqualTo(1);
    assertThat(said).contains("FAIL  one in-order", "cannot be run", "0 passed, 1 failed");
  }

  @Test
  void aQueueScriptIsPlayed() throws Exception {
    write("queue-scenarios/short", """
        {"name": "short", "claim": "In order.", "queue": "in-order", "steps": [
         {"do": "add", "item": "a:1"}, {"do": "pop", "gives": {"deltas": ["Added a:1"], "initial": false}}]}
        """);
    assertThat(run()).as(said).isZero();
    assertThat(said).contains("pass  queue script short");
  }

  @Test
  void aDirectoryWithNothingToRunIsAMistake() throws Exception {
    assertThat(run()).isEqualTo(2);
    assertThat(said).contains("holds no scenarios");
    scenario("one", "");
    assertThat(run("two")).isEqualTo(2);
    assertThat(said).contains("no scenario called two");
    corpus = corpus.resolve("golden");
    assertThat(run()).isEqualTo(2);
    assertThat(said).contains("has no scenarios/ folder");
  }

  @Test
  void aScriptOfOursThatReplacesNothingIsAnErrorInTheCorpusItIsFor() throws Exception {
    scenario("listed", "");
    golden("some", "listed", "4");
    Files.createDirectories(corpus.resolve("none/scenarios"));
    Files.writeString(corpus.resolve("none/scenarios/lonely.json"), "{}");
    assertThat(run()).as(said).isZero();
    complete = true;
    assertThat(run()).isEqualTo(1);
    assertThat(said).contains("FAIL  our own lonely").contains("replaces nothing");
    assertThat(run("listed")).as(said).isZero();
  }
}
