package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A sequence of exchanges in a namespace of its own. Bodies are written with single quotes for double ones.
 * Built on one thread, then immutable.
 */
public final class ConformanceScript {
  private final String section;
  private final String name;
  private final List<Step> steps = new ArrayList<>();
  private final Map<String, Integer> labels = new LinkedHashMap<>();
  private Map<String, String> nextHeaders = new LinkedHashMap<>();
  private Map<String, String> nextCaptures = new LinkedHashMap<>();

  ConformanceScript(String section, String name) {
    this.section = section;
    this.name = name;
  }

  /** The section of the protocol it asks about, e.g. {@code 3.1}: the first lines of {@code coverage.txt} name them. */
  public String section() {
    return section;
  }

  public String id() {
    return section + " " + name;
  }

  List<Step> steps() {
    return steps;
  }

  /** How many requests it makes whose answers are compared. */
  public int exchanges() {
    return (int) steps.stream()
        .filter(step -> step instanceof Step.Exchange
            || step instanceof Step.Head
            || step instanceof Step.Order
            || step instanceof Step.Open
            || step instanceof Step.Socket)
        .count();
  }

  /** The script's namespace. */
  String namespace() {
    return "c" + section.replace('.', '-') + "-" + name.replace(' ', '-');
  }

  /** The path of a namespaced core collection or object. */
  String core(String rest) {
    return "/api/v1/namespaces/" + namespace() + "/" + rest;
  }

  /** The path of a namespaced collection or object of a group and version. */
  String group(String groupVersion, String rest) {
    return "/apis/" + groupVersion + "/namespaces/" + namespace() + "/" + rest;
  }

  ConformanceScript inNamespace() {
    return post("/api/v1/namespaces", "{'metadata':{'name':'" + namespace() + "'}}");
  }

  /** A header of the next request. */
  ConformanceScript with(String header, String value) {
    nextHeaders.put(header, value);
    return this;
  }

  /** A name for a value in the answer to the next request. */
  ConformanceScript capture(String variable, String pointer) {
    nextCaptures.put(variable, pointer);
    return this;
  }

  ConformanceScript get(String path) {
    return exchange("GET", path, new byte[0]);
  }

  ConformanceScript post(String path, String body) {
    return json("POST", path, body);
  }

  ConformanceScript put(String path, String body) {
    return json("PUT", path, body);
  }

  ConformanceScript delete(String path) {
    return exchange("DELETE", path, new byte[0]);
  }

  ConformanceScript delete(String path, String body) {
    return json("DELETE", path, body);
  }

  ConformanceScript patch(String type, String path, String body) {
    return with("Content-Type", type).json("PATCH", path, body);
  }

  ConformanceScript jsonPatch(String path, String body) {
    return patch("application/json-patch+json", path, body);
  }

  ConformanceScript mergePatch(String path, String body) {
    return patch("application/merge-patch+json", path, body);
  }

  ConformanceScript strategicPatch(String path, String body) {
    return patch("application/strategic-merge-patch+json", path, body);
  }

  private ConformanceScript json(String method, String path, String body) {
    nextHeaders.putIfAbsent("Content-Type", "application/json");
    return exchange(method, path, body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  ConformanceScript raw(String method, String path, String body) {
    return exchange(method, path, body.getBytes(StandardCharsets.UTF_8));
  }

  ConformanceScript base64(String method, String path, String body) {
    return exchange(method, path, Base64.getDecoder().decode(body));
  }

  private ConformanceScript exchange(String method, String path, byte[] body) {
    Map<String, String> headers = nextHeaders;
    Map<String, String> captures = nextCaptures;
    nextHeaders = new LinkedHashMap<>();
    nextCaptures = new LinkedHashMap<>();
    steps.add(
        new Step.Exchange(unique(method + " " + path), method, path, headers, body, captures));
    return this;
  }

  /** Of the answer only status and headers are compared: the body is large, or another one's business. */
  ConformanceScript head(String path) {
    steps.add(new Step.Head(unique("head of GET " + path), path, nextHeaders));
    nextHeaders = new LinkedHashMap<>();
    return this;
  }

  /** Of the answer only the names of its members are compared, in the order in which they come. */
  ConformanceScript order(String path) {
    steps.add(new Step.Order(unique("order of GET " + path), path));
    return this;
  }

  ConformanceScript open(String watch, String path) {
    steps.add(new Step.Open(unique("WATCH " + path), watch, path, nextHeaders));
    nextHeaders = new LinkedHashMap<>();
    return this;
  }

  ConformanceScript take(String watch, int events) {
    steps.add(new Step.Take(unique("take " + watch), watch, events));
    return this;
  }

  ConformanceScript finish(String watch) {
    steps.add(new Step.Finish(unique("finish " + watch), watch));
    return this;
  }

  /** A watch that ends by itself after a second, whole. */
  ConformanceScript watch(String path) {
    String name = "w" + steps.size();
    return open(name, path + (path.indexOf('?') < 0 ? "?" : "&") + "watch=1&timeoutSeconds=1")
        .finish(name);
  }

  /** A watch over a WebSocket, up to the number of messages. */
  ConformanceScript socket(String path, int messages) {
    steps.add(new Step.Socket(unique("SOCKET " + path), path, nextHeaders, messages));
    nextHeaders = new LinkedHashMap<>();
    return this;
  }

  ConformanceScript compact() {
    steps.add(new Step.Compact(unique("compact")));
    return this;
  }

  ConformanceScript await(String path, String pointer, String value) {
    return await(path, tree -> tree.at(pointer).asText().equals(value));
  }

  ConformanceScript await(String path, Predicate<JsonNode> wanted) {
    steps.add(new Step.Await(unique("await " + path), path, wanted));
    return this;
  }

  private String unique(String label) {
    int times = labels.merge(label, 1, Integer::sum);
    return times == 1 ? label : label + " #" + times;
  }
}
