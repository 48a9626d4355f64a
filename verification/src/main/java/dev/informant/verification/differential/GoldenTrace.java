package dev.informant.verification.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.verification.differential.Trace.Call;
import dev.informant.verification.differential.Trace.Check;
import dev.informant.verification.differential.Trace.HandlerTrace;
import dev.informant.verification.differential.Trace.Request;
import dev.informant.verification.differential.Trace.Result;
import dev.informant.verification.differential.Trace.WatchError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a recorded trace. */
final class GoldenTrace {
  private static final ObjectMapper JSON = new ObjectMapper();

  private GoldenTrace() {}

  static Trace read(Path file) throws IOException {
    JsonNode root = JSON.readTree(file.toFile());
    SortedMap<String, HandlerTrace> handlers = map(root.path("handlers"), GoldenTrace::handler);
    return new Trace(
        root.path("outcome").asText(),
        list(root.path("requests"), GoldenTrace::request),
        handlers,
        list(root.path("watchErrors"), GoldenTrace::watchError),
        list(
            root.path("results"),
            node -> new Result(node.path("step").asText(), node.path("ok").asBoolean())),
        list(root.path("checks"), GoldenTrace::check));
  }

  /** With which queue a trace was recorded: as it says itself, or else as its directory's name ends. */
  static String queue(Path file) throws IOException {
    String named = JSON.readTree(file.toFile()).path("queue").asText();
    if (!named.isEmpty()) {
      return named;
    }
    Path client = file.getParent();
    String directory = client == null ? "" : String.valueOf(client.getFileName());
    return directory.endsWith("delta-fifo")
        ? "delta-fifo"
        : directory.endsWith("in-order") ? "in-order" : "";
  }

  private static Request request(JsonNode node) {
    return new Request(
        node.path("verb").asText(),
        node.path("path").asText(),
        map(node.path("query"), JsonNode::asText));
  }

  private static WatchError watchError(JsonNode node) {
    return new WatchError(
        node.path("class").asText(),
        node.path("code").asInt(),
        node.path("reason").asText());
  }

  private static HandlerTrace handler(JsonNode node) {
    return new HandlerTrace(
        list(
            node.path("callbacks"),
            entry -> entry.has("anyOrder")
                ? list(entry.path("anyOrder"), GoldenTrace::call)
                : List.of(call(entry))),
        node.has("fold") ? map(node.path("fold"), JsonNode::asText) : null,
        list(node.path("violations"), JsonNode::asText));
  }

  private static Call call(JsonNode node) {
    return new Call(
        node.path("op").asText(),
        node.path("key").asText(),
        text(node, "oldRv"),
        node.path("rv").asText(),
        node.has("initial") ? node.path("initial").asBoolean() : null,
        node.path("finalStateUnknown").asBoolean(),
        map(node.path("oldFields"), JsonNode::asText),
        map(node.path("fields"), JsonNode::asText));
  }

  private static Check check(JsonNode node) {
    return new Check(
        node.path("name").asText(),
        map(node.path("synced"), JsonNode::asBoolean),
        node.path("lastSyncResourceVersion").asText(),
        text(node, "storeResourceVersion"),
        map(node.path("store"), JsonNode::asText),
        map(node.path("storedFields"), fields -> map(fields, JsonNode::asText)),
        map(node.path("indices"), index -> map(index, keys -> list(keys, JsonNode::asText))),
        map(node.path("callbacks"), JsonNode::asInt));
  }

  private static @Nullable String text(JsonNode node, String field) {
    return node.has(field) ? node.path(field).asText() : null;
  }

  private static <V> List<V> list(JsonNode array, Function<JsonNode, V> element) {
    List<V> values = new ArrayList<>();
    array.forEach(node -> values.add(element.apply(node)));
    return values;
  }

  private static <V> SortedMap<String, V> map(JsonNode object, Function<JsonNode, V> value) {
    SortedMap<String, V> values = new TreeMap<>();
    object.properties().forEach(entry -> values.put(entry.getKey(), value.apply(entry.getValue())));
    return values;
  }
}
