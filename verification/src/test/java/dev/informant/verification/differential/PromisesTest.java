package dev.informant.verification.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.verification.differential.Promises.Told;
import dev.informant.verification.differential.Trace.Call;
import dev.informant.verification.differential.Trace.WatchError;
import dev.informant.verification.scripted.RecordedRequest;
import dev.informant.verification.scripted.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Informers that lie are found; where the script leaves open what is true, nobody is accused. */
class PromisesTest {
  private static final String LISTED = list(item("a", 9) + "," + item("b", 8));
  private static final String OPEN = "{\"do\": \"watch\", \"respond\": {\"stream\": true}}";

  private static String item(String name, int version) {
    return "{\"metadata\": {\"name\": \"%s\", \"namespace\": \"n\", \"uid\": \"u-%s\", \"resourceVersion\": \"%d\"}}"
        .formatted(name, name, version);
  }

  private static String list(String items) {
    return "{\"do\": \"list\", \"respond\": {\"list\": {\"resourceVersion\": \"10\", \"items\": [%s]}}}"
        .formatted(items);
  }

  private static String event(String type, String name, int version) {
    return "{\"do\": \"event\", \"type\": \"%s\", \"object\": %s}"
        .formatted(
            type,
            item(name, version)
                .replace(
                    "{\"metadata", "{\"kind\": \"ConfigMap\", \"apiVersion\": \"v1\", \"metadata"));
  }

  private static String refuse(String verb, int code) {
    return "{\"do\": \"%s\", \"respond\": {\"status\": {\"code\": %d}}}".formatted(verb, code);
  }

  /** The requests are such as a sound client would send, each watch from version 10. */
  private static Served served(String... steps) {
    Scenario scenario = Scenario.parse("""
        {"format": 1, "name": "s", "claim": "c", "target": "better",
         "resource": {"version": "v1", "plural": "configmaps", "kind": "ConfigMap", "namespaced": true, "decoding": "typed"},
         "informer": {"queues": ["in-order"]}, "script": [%s]}
        """.formatted(String.join(",", steps)));
    List<RecordedRequest> requests = new ArrayList<>();
    for (Scenario.Step step : scenario.script()) {
      if (step.respond() != null) {
        requests.add(new RecordedRequest(
            step.action(),
            "/api/v1/configmaps",
            Map.of("resourceVersion", step.action().equals("list") ? "0" : "10")));
      }
    }
    return Served.of(
        scenario, scenario.script().size(), requests, object -> !object.has("undecodable"));
  }

  private static List<String> ofCache(Served served, Map<String, String> cache) {
    return Promises.ofCache(served, new TreeMap<>(cache));
  }

  private static Call call(String op, @Nullable String old, String version) {
    return new Call(op, "n/a", old, version, null, false, Map.of(), Map.of());
  }

  private static List<String> ofStates(Served served, Call... calls) {
    List<Told> told = new ArrayList<>();
    for (Call call : calls) {
      told.add(new Told(call, call.rv()));
    }
    return Promises.ofStates(served, "h", told);
  }

  @Test
  void aCacheThatMissesADeleteIsFound() {
    Served served = served(LISTED, OPEN, event("DELETED", "b", 15));
    assertThat(ofCache(served, Map.of("n/a", "9"))).isEmpty();
    assertThat(ofCache(served, Map.of("n/a", "9", "n/b", "8")))
        .singleElement()
        .asString()
        .startsWith("G3: n/b");
  }

  @Test
  void aCacheThatKeepsWhatVanishedFromAListIsFound() {
    Served served = served(LISTED, OPEN, event("ERROR", "x", 1), list(item("a", 9)), OPEN);
    assertThat(ofCache(served, Map.of("n/a", "9"))).isEmpty();
    assertThat(ofCache(served, Map.of("n/a", "9", "n/b", "8")))
        .singleElement()
        .asString()
        .startsWith("G3: n/b");
  }

  @Test
  void aCacheBehindTheServerIsFound() {
    Served served = served(LISTED, OPEN, event("MODIFIED", "a", 15), event("ADDED", "c", 16));
    assertThat(ofCache(served, Map.of("n/a", "15", "n/b", "8", "n/c", "16"))).isEmpty();
    assertThat(ofCache(served, Map.of("n/a", "9", "n/b", "8")))
        .hasSize(2)
        .allMatch(broken -> broken.startsWith("G1: "));
  }

  @Test
  void aCacheWithAnObjectOfItsOwnIsFound() {
    assertThat(ofCache(served(LISTED, OPEN), Map.of("n/a", "9", "n/b", "8", "n/z", "1")))
        .containsExactly("G2: n/z is cached, the server never had it");
  }

  @Test
  void aCacheThatGoesBackIsFound() {
    Served served = served(LISTED, OPEN, event("MODIFIED", "a", 15), event("MODIFIED", "a", 7));
    assertThat(ofCache(served, Map.of("n/a", "15", "n/b", "8"))).isEmpty();
    assertThat(ofCache(served, Map.of("n/a", "7", "n/b", "8")))
        .singleElement()
        .asString()
        .startsWith("G1: n/a");
    assertThat(ofStates(served, call("add", null, "9"), call("update", "9", "15")))
        .isEmpty();
    assertThat(ofStates(
            served, call("add", null, "9"), call("update", "9", "15"), call("update", "15", "7")))
        .singleElement()
        .asString()
        .startsWith("G2: h was shown n/a at 7 after 15");
  }

  @Test
  void aStateThatWasNeverSentIsFound() {
    assertThat(ofStates(served(LISTED, OPEN), call("add", null, "4")))
        .containsExactly("G2: h was shown n/a at 4, the server never sent it");
  }

  @Test
  void aHandlerToldBeforeTheCacheIsFound() {
    Served served = served(LISTED, OPEN, event("MODIFIED", "a", 15));
    assertThat(Promises.ofStates(served, "h", List.of(new Told(call("add", null, "15"), "9"))))
        .singleElement()
        .asString()
        .startsWith("G4: h was told of n/a at 15 while the cache had it at 9");
  }

  @Test
  void callsThatDoNotFollowFromEachOtherAreFound() {
    Call add = call("add", null, "1");
    Call delete = call("delete", null, "1");
    assertThat(Promises.ofCalls("h", List.of(add, call("update", "1", "2"), delete)))
        .isEmpty();
    assertThat(Promises.ofCalls("h", List.of(add, add)).get(0)).startsWith("G5: h was told twice");
    assertThat(Promises.ofCalls("h", List.of(add, delete, delete)).get(0)).startsWith("G3: ");
    assertThat(Promises.ofCalls("h", List.of(add, call("update", "3", "4"))).get(0))
        .startsWith("G4: ");
    assertThat(Promises.ofCalls("h", List.of(call("update", "3", "4"))).get(0)).startsWith("G5: ");
  }

  @Test
  void aHandlerThatDoesNotKnowWhatIsCachedIsFound() {
    TreeMap<String, String> cache = new TreeMap<>(Map.of("n/a", "9", "n/b", "8"));
    assertThat(Promises.ofResult("h", cache, cache)).isEmpty();
    assertThat(Promises.ofResult("h", new TreeMap<>(Map.of("n/a", "7", "n/c", "6")), cache))
        .satisfiesExactly(
            behind -> assertThat(behind).startsWith("G4: "),
            unknown -> assertThat(unknown).startsWith("G5: "),
            gone -> assertThat(gone).startsWith("G3: "));
  }

  @Test
  void aFailureThatNobodyHearsOfIsFound() {
    Served served = served(LISTED, refuse("watch", 500), LISTED, OPEN);
    assertThat(Promises.ofFailures(served, List.of(new WatchError("status", 500, "")), null))
        .isEmpty();
    assertThat(Promises.ofFailures(served, List.of(), null))
        .singleElement()
        .asString()
        .startsWith("G7: ");
    Served refusing = served(refuse("list", 403));
    assertThat(Promises.ofFailures(refusing, List.of(), new IllegalStateException("403")))
        .isEmpty();
    assertThat(Promises.ofFailures(refusing, List.of(), null))
        .singleElement()
        .asString()
        .startsWith("G7: ");
  }

  @Test
  void whatTheScriptLeavesOpenIsNotJudged() {
    Map<String, String> before = Map.of("n/a", "9", "n/b", "8");
    Map<String, String> after = Map.of("n/a", "15", "n/b", "8");
    String change = event("MODIFIED", "a", 15);
    for (Served open : List.of(
        // after an error or something odd a client may have stopped to listen
        served(LISTED, OPEN, event("ERROR", "x", 1), change),
        served(LISTED, OPEN, event("SURPRISE", "x", 1), change),
        // the client goes on from before the change
        served(LISTED, OPEN, change, "{\"do\": \"cut\"}", OPEN),
        // half an event, or one in two pieces that the client may understand
        served(LISTED, OPEN, "{\"do\": \"raw\", \"text\": \"{\"}"),
        served(LISTED, OPEN, "{\"do\": \"raw\", \"text\": \"garbage\\n\"}", change),
        // nothing open any more
        served(LISTED, OPEN, change, "{\"do\": \"close\"}"))) {
      assertThat(ofCache(open, before)).isEmpty();
      assertThat(ofCache(open, after)).isEmpty();
    }
  }

  @Test
  void anEventWhoseLineHasNoEndMayBeShown() {
    String whole = "{\\\"type\\\": \\\"MODIFIED\\\"}";
    String unended = "{\"do\": \"raw\", \"text\": \"" + whole + "\"}";
    assertThat(ofStates(served(LISTED, OPEN, unended), call("add", null, "15"))).isEmpty();
    assertThat(
            ofStates(served(LISTED, OPEN, unended, "{\"do\": \"cut\"}"), call("add", null, "15")))
        .isEmpty();
  }

  @Test
  void anObjectThatCannotBeDecodedIsNotJudgedAndItsNeighboursAre() {
    Served served = served(
        LISTED,
        OPEN,
        event("MODIFIED", "a", 15).replace("\"kind\"", "\"undecodable\": true, \"kind\""),
        event("MODIFIED", "b", 16));
    assertThat(ofCache(served, Map.of("n/a", "9", "n/b", "16"))).isEmpty();
    assertThat(ofCache(served, Map.of("n/b", "16"))).isEmpty();
    assertThat(ofCache(served, Map.of("n/a", "9", "n/b", "8")))
        .singleElement()
        .asString()
        .startsWith("G1: n/b");
  }
}
