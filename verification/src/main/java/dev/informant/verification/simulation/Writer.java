package dev.informant.verification.simulation;

import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.KubernetesCore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Creates, changes, deletes and recreates objects, and writes down what the server made of it. */
final class Writer {
  static final List<String> NAMESPACES = List.of("default", "kube-public");
  private static final int NAMES = 12;
  private static final int POISON_ODDS = 50;
  private static final int POISON_ODDS_OF_ONE = 5;
  private static final List<String> COLOURS = List.of("red", "green", "blue");
  private static final List<String> TEXTS = List.of("", "ünïcödé ☃", "𝄞 \"quoted\" {[}]", "日本語");

  private static final String MANAGED = ",\"managedFields\":[{\"manager\":\"writer\","
      + "\"operation\":\"Update\",\"apiVersion\":\"v1\",\"time\":\"2026-01-01T00:00:00Z\","
      + "\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:data\":{\"f:payload\":{}}}}]";

  /** Large enough for a decoder to look whether it is the same as before; of equal lengths. */
  private static final List<String> BULKS =
      List.of("QUJD".repeat(80), "eHl6".repeat(80), "MDAw".repeat(80), "QUJD".repeat(79) + "QUJE");

  private static final int BULK_CHANGE_ODDS = 4;

  private final KubernetesCore core;
  private final History history;
  private final RandomGenerator random;
  private final RunTrace trace;
  private long counter;
  private long poisoned;
  private long others;

  Writer(KubernetesCore core, History history, RandomGenerator random, RunTrace trace) {
    this.core = core;
    this.history = history;
    this.random = random;
    this.trace = trace;
  }

  long writes() {
    return counter;
  }

  /** States written that clients cannot take in. */
  long poisoned() {
    return poisoned;
  }

  /** One write to a random object; returns the state that is there now. */
  History.State write() {
    return write(anyNamespace(), anyName(), POISON_ODDS);
  }

  /** Some writes in a row, to different objects or all to one; returns the states they left, in order. */
  List<History.State> burst(int writes) {
    boolean one = writes > 1 && random.nextInt(3) == 0;
    String namespace = anyNamespace();
    String name = anyName();
    List<History.State> states = new ArrayList<>();
    for (int i = 0; i < writes; i++) {
      states.add(one ? write(namespace, name, POISON_ODDS_OF_ONE) : write());
    }
    return states;
  }

  private String anyNamespace() {
    return NAMESPACES.get(random.nextInt(3) == 0 ? 1 : 0);
  }

  private String anyName() {
    return "object-" + random.nextInt(NAMES);
  }

  private History.State write(String namespace, String name, int poisonOdds) {
    History.State now = history.live(namespace + "/" + name);
    boolean poison = random.nextInt(poisonOdds) == 0;
    if (now == null) {
      return put("POST", namespace, name, poison);
    }
    int dice = random.nextInt(100);
    if (dice < 20) {
      return delete(now);
    }
    if (dice < 28) {
      delete(now);
      return put("POST", namespace, name, poison);
    }
    return put("PUT", namespace, name, poison);
  }

  /** Deletes a random object, if there is one. */
  void deleteAny() {
    List<History.State> live = new ArrayList<>();
    for (String key : history.keys()) {
      History.State state = history.live(key);
      if (state != null) {
        live.add(state);
      }
    }
    if (!live.isEmpty()) {
      delete(live.get(random.nextInt(live.size())));
    }
  }

  /** Deletes some of the objects that are as they were left. */
  void deleteSome(List<History.State> left) {
    for (History.State state : left) {
      if (state.equals(history.live(state.key())) && random.nextBoolean()) {
        delete(state);
      }
    }
  }

  /** Moves the server's version without a change of what informers watch: for them the cluster is quiet. */
  void writeOtherKind() {
    send(
        "POST",
        "/api/v1/namespaces/" + NAMESPACES.get(0) + "/secrets",
        "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"other-" + ++others
            + "\"}}");
  }

  /** Makes a random object, or a new state of it, one that clients cannot take in. */
  void poison() {
    String namespace = NAMESPACES.get(0);
    String name = "object-" + random.nextInt(NAMES);
    String method = history.live(namespace + "/" + name) == null ? "POST" : "PUT";
    put(method, namespace, name, /* poison= */ true);
  }

  private History.State put(String method, String namespace, String name, boolean poison) {
    String key = namespace + "/" + name;
    String payload = ++counter + " " + TEXTS.get(random.nextInt(TEXTS.size()));
    String poisonField = "";
    if (poison) {
      poisoned++;
      poisonField = ",\"poison\":\"" + (random.nextBoolean() ? "decode" : "transform") + "\"";
    }
    String colour = COLOURS.get(random.nextInt(COLOURS.size()));
    History.State before = history.live(key);
    String bulk = before != null && random.nextInt(BULK_CHANGE_ODDS) != 0
        ? before.bulk()
        : BULKS.get(random.nextInt(BULKS.size()));
    String body = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
        + "\",\"labels\":{\"colour\":\"" + colour + "\"}" + MANAGED
        + "},\"data\":{\"payload\":\"" + payload.replace("\"", "\\\"") + "\"" + poisonField
        + "},\"binaryData\":{\"bulk\":\"" + bulk + "\"}}";
    String path = "/api/v1/namespaces/" + namespace + "/configmaps";
    String answer = send(method, method.equals("PUT") ? path + "/" + name : path, body);
    String version = Long.toString(core.faults().resourceVersion());
    trace.note("writer", method, key, counter);
    return history.append(key, uid(answer), version, payload, colour, bulk, poison);
  }

  private History.State delete(History.State now) {
    counter++;
    int slash = now.key().indexOf('/');
    send(
        "DELETE",
        "/api/v1/namespaces/" + now.key().substring(0, slash) + "/configmaps"
            + now.key().substring(slash),
        "");
    String version = Long.toString(core.faults().resourceVersion());
    trace.note("writer", "DELETE", now.key(), counter);
    return history.end(now, version);
  }

  private String send(String method, String path, String body) {
    ApiResponse response = core.handle(new ApiRequest(
            method,
            path,
            Map.of(),
            Map.of(
                "content-type", "application/json", "accept", "application/json", "audit-id", "w"),
            body.getBytes(StandardCharsets.UTF_8),
            "writer",
            List.of()))
        .join();
    if (response.status() >= 300 || !(response instanceof ApiResponse.Complete complete)) {
      throw new IllegalStateException(
          method + " " + path + " was answered with " + response.status());
    }
    return new String(complete.body(), StandardCharsets.UTF_8);
  }

  private static String uid(String object) {
    int at = object.indexOf("\"uid\":\"") + 7;
    return object.substring(at, object.indexOf('"', at));
  }
}
