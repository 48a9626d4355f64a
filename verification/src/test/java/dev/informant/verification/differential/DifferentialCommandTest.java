package dev.informant.verification.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.verification.scripted.Scenario;
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
  void aQueueThatGivesNothingWhereSomethingIsExpectedFails() throws Exception {
    write("queue-scenarios/lost", """
        {"name": "lost", "claim": "One is lost.", "queue": "in-order", "steps": [
         {"do": "add", "item": "a:1"}, {"do": "pop", "gives": {"deltas": ["Added a:1"], "initial": false}},
         {"do": "pop", "gives": {"deltas": ["Added b:9"], "initial": false}}]}
        """);
    write("queue-scenarios/nothing", "{\"name\": \"nothing\", \"queue\": \"in-order\"}");
    assertThat(run()).isEqualTo(1);
    assertThat(said)
        .contains("FAIL  queue script lost", "step 2 (pop)")
        .contains("FAIL  queue script nothing", "the script has no steps")
        .contains("0 passed, 2 failed");
  }

  @Test
  void observedArraysHaveSortedKeysAtEveryDepth() {
    Model<?> model =
        Model.of(new Scenario.Resource("x.io", "v1", "widgets", "Widget", true, "generic"));
    assertThat(observed(model, """
        {"apiVersion": "x.io/v1", "kind": "Widget", "metadata": {"name": "a"},
         "spec": {"ports": [{"z": 1, "a": {"d": 2, "c": 3}}, [{"b": 1, "a": 2}]]}}
        """))
        .isEqualTo("[{\"a\":{\"c\":3,\"d\":2},\"z\":1},[{\"a\":2,\"b\":1}]]");
  }

  private static <T> String observed(Model<T> model, String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    T object = model.codec().decode(bytes, 0, bytes.length);
    return String.valueOf(model.observe(object, List.of("spec.ports")).get("spec.ports"));
  }

  @Test
  void emptyValuesOfAnAnnotationListAreIndexed() throws Exception {
    scenario("one", "");
    change("one", "\"handlers\"", """
        "indexers": [{"name": "l", "kind": "annotation-list", "annotation": "l"}], "handlers\"""");
    change("one", "\"uid\"", "\"annotations\": {\"l\": \"x,,\"}, \"uid\"");
    golden("some", "one", "4");
    Path golden = corpus.resolve("golden/some/one.json");
    Files.writeString(golden, Files.readString(golden).replace("\"callbacks\": {\"h\": 1}", """
            "callbacks": {"h": 1}, "indices": {"l": {"": ["default/a"], "x": ["default/a"]}}"""));
    assertThat(run()).as(said).isZero();
  }

  @Test
  void ourOwnScriptStandsForItsOriginalOnlyNotForAnotherOfTheSameName() throws Exception {
    scenario("one", "\"target\": \"better\", \"targetNote\": \"as it should be\",");
    Path ours = Files.createDirectories(corpus.resolve("none/scenarios")).getParent();
    Files.createDirectories(ours.resolve("golden/in-order"));
    Files.copy(corpus.resolve("scenarios/one.json"), ours.resolve("scenarios/one.json"));
    golden("some", "one", "4");
    Files.copy(corpus.resolve("golden/some/one.json"), ours.resolve("golden/in-order/one.json"));
    Files.writeString(
        ours.resolve("originals"),
        DifferentialCommand.digest(corpus.resolve("scenarios/one.json")) + "  one\n");
    change("one", "One object is listed.", "One is.");
    assertThat(run()).as(said).isZero();
    assertThat(said).contains("pass  one in-order  (target: better, our trace)");
    change("one", "\"resourceVersion\": \"10\"", "\"resourceVersion\": \"11\"");
    assertThat(run()).as(said).isZero();
    assertThat(said).contains("pass  one in-order  (target: unverified)");
  }

  private void change(String name, String part, String into) throws IOException {
    Path file = corpus.resolve("scenarios/" + name + ".json");
    String text = Files.readString(file);
    assertThat(text).contains(part);
    Files.writeString(file, text.replace(part, into));
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
