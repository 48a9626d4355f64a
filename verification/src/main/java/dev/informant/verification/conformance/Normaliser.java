package dev.informant.verification.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigInteger;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Takes out of an answer what two runs of one server do not share: uids and the resourceVersions of objects become
 * numbers in the order of their appearance, the version of a list or bookmark becomes a word in whatever form it came,
 * times and what /version says of the compiler become words, managedFields go. Has a memory; one for each run of a
 * script.
 */
final class Normaliser {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> HEADERS = List.of(
      "content-type",
      "cache-control",
      "retry-after",
      "warning",
      "vary",
      "content-encoding",
      "x-content-type-options",
      "location",
      "www-authenticate",
      "allow");
  private static final List<String> PRESENT = List.of("audit-id", "etag", "date");
  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  private static final Pattern MICRO_TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");
  private static final Pattern TIME =
      Pattern.compile("20[2-9]\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
  private static final Pattern AGE = Pattern.compile("\\d+y(\\d+d)?|\\d+[smhd](\\d+[smh])?");
  private static final Pattern GENERATED =
      Pattern.compile("(\\b(?:gen[-.]|Bad_-?)|(?<=^|\")-)[bcdfghjklmnpqrstvwxz2456789]{5}\\b");
  private static final Pattern NUMBERS =
      Pattern.compile("(?<=too old resource version: )\\d+ \\(\\d+\\)|(?<=current: )\\d+"
          + "|(?<=larger than max \\()\\d+|(?<=Too large resource version: )\\d+|(?<=in record \\()\\d+(?=\\))|(?<=ResourceVersion in object meta: )\\d+"
          + "|(?<=resourceVersion\\\\\":\\\\\")\\d+");
  /** What a refused update would have changed, in the real server's own structs; and a whole template of such. */
  private static final Pattern CHANGED = Pattern.compile(
      "(?<=(?:if it was previously negative\\)|for bound claims|after creation)\n)@@[^@]+@@.*",
      Pattern.DOTALL);

  private static final Pattern TEMPLATE = Pattern.compile(
      "(?<=Invalid value: )\\{\"(?:metadata|labels|spec|Spec)\":.*\"[sS]pec\":.*(?=: field is immutable)");
  private static final Pattern PORT =
      Pattern.compile("127\\.0\\.0\\.1:\\d+|(?:\\d+\\.){3}\\d+:\\d+");

  private final List<String> uids = new ArrayList<>();
  private final List<String> versions = new ArrayList<>();

  ObjectNode response(HttpResponse<byte[]> response) {
    String type = response.headers().firstValue("Content-Type").orElse("");
    byte[] body = response.body();
    if (response.headers().firstValue("Content-Encoding").orElse("").equals("gzip")) {
      body = Bodies.gunzip(body);
    }
    boolean named = response.request().method().equals("POST")
        || PathTarget.of(response.uri().getPath()).map(PathTarget::named).orElse(false);
    return body(head(response), type, body, named);
  }

  ObjectNode head(HttpResponse<?> response) {
    ObjectNode result = NODES.objectNode().put("status", response.statusCode());
    ObjectNode headers = result.putObject("headers");
    for (String name : HEADERS) {
      List<String> values = response.headers().allValues(name);
      if (!values.isEmpty()) {
        headers.put(name, text(String.join(", ", values)));
      }
    }
    for (String name : PRESENT) {
      if (response.headers().firstValue(name).isPresent()) {
        headers.put(name, "present");
      }
    }
    return result;
  }

  /** {@code named} is whether it is about one object, also where it has the form of a table. */
  ObjectNode body(ObjectNode result, String contentType, byte[] body, boolean named) {
    if (body.length == 0) {
      return result;
    }
    if (Bodies.isProtobuf(body)) {
      result.put("protobuf", text(Bodies.protobuf(body)));
      return result;
    }
    if (contentType.contains("stream=watch")) {
      ArrayNode events = result.putArray("protobufEvents");
      Bodies.frames(body).forEach(frame -> events.add(text(frame)));
      return result;
    }
    String text = new String(body, StandardCharsets.UTF_8);
    if (contentType.contains("yaml")) {
      result.set("yaml", whole(Bodies.yaml(text), named));
      return result;
    }
    try {
      JsonNode tree = MAPPER.readTree(text);
      result.set(
          "body", tree.isContainerNode() ? whole(tree, named) : TextNode.valueOf(text(text)));
      if (text.startsWith("{\n")) {
        result.put("indented", true);
      }
    } catch (JsonProcessingException notJson) {
      result.put("text", text(text));
    }
    return result;
  }

  /** The names of an object's members as they come, with where they stand; without managedFields. */
  static ArrayNode members(JsonNode object) {
    ArrayNode names = NODES.arrayNode();
    members(object, "", names);
    return names;
  }

  private static void members(JsonNode node, String place, ArrayNode names) {
    if (node.isArray()) {
      node.forEach(element -> members(element, place, names));
    }
    node.properties().forEach(member -> {
      if (!member.getKey().equals("managedFields")) {
        names.add(place + member.getKey());
        members(member.getValue(), place + member.getKey() + ".", names);
      }
    });
  }

  JsonNode event(JsonNode event) {
    ObjectNode copy = event.deepCopy();
    JsonNode object = copy.path("object");
    if (object instanceof ObjectNode node) {
      boolean bookmark = copy.path("type").asText().equals("BOOKMARK");
      copy.remove("object");
      copy.set(
          bookmark ? "bookmark" : "object", bookmark ? unversioned(node, true) : whole(node, true));
    }
    return copy;
  }

  private JsonNode whole(JsonNode tree, boolean named) {
    boolean list = tree.has("items") || (tree.has("rows") && !named);
    return list && tree instanceof ObjectNode node ? unversioned(node, false) : tree(tree, "");
  }

  /** The version of a list or bookmark is a moment, not a write: others write too. Its order is checked. */
  private JsonNode unversioned(ObjectNode node, boolean bookmark) {
    ObjectNode copy = node.deepCopy();
    JsonNode metadata = copy.path("metadata");
    String version = metadata.path("resourceVersion").asText("");
    JsonNode normal;
    if (metadata instanceof ObjectNode changeable && !version.isEmpty()) {
      changeable.remove("resourceVersion");
      // the bookmark of a watch for tables has its version in a row as well
      for (JsonNode row : copy.path("rows")) {
        JsonNode inRow = row.path("object").path("metadata");
        if (bookmark
            && inRow instanceof ObjectNode rowMetadata
            && inRow.path("resourceVersion").asText().equals(version)) {
          rowMetadata.put("resourceVersion", "that of the bookmark");
        }
      }
      normal = tree(copy, "");
      boolean newest = version.matches("[1-9]\\d*")
          && versionsIn(node).stream()
              .allMatch(item -> new BigInteger(item).compareTo(new BigInteger(version)) <= 0);
      ((ObjectNode) normal.path("metadata"))
          .put("resourceVersion", newest ? "not older than its items" : "older than an item");
    } else {
      normal = tree(copy, "");
    }
    return normal;
  }

  private static List<String> versionsIn(ObjectNode list) {
    List<String> found = new ArrayList<>();
    list.path("items").forEach(item -> found.add(versionOf(item)));
    list.path("rows").forEach(row -> found.add(versionOf(row.path("object"))));
    found.removeIf(version -> !version.matches("\\d+"));
    return found;
  }

  private static String versionOf(JsonNode object) {
    return object.path("metadata").path("resourceVersion").asText();
  }

  private JsonNode tree(JsonNode node, String name) {
    if (node instanceof ObjectNode object) {
      TreeMap<String, JsonNode> sorted = new TreeMap<>();
      object.properties().forEach(property -> {
        if (!property.getKey().equals("managedFields")) {
          sorted.put(property.getKey(), tree(property.getValue(), property.getKey()));
        }
      });
      ObjectNode result = NODES.objectNode();
      sorted.forEach((key, value) -> result.set(text(key), value));
      return result;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode result = NODES.arrayNode();
      array.forEach(item -> result.add(tree(item, name)));
      return result;
    }
    if (name.equals("nodePort")) {
      return TextNode.valueOf("<allocated>");
    }
    if (!node.isTextual()) {
      return node;
    }
    String text = node.asText();
    return switch (name) {
      case "resourceVersion" -> TextNode.valueOf(version(text));
      case "clusterIP", "clusterIPs" ->
        TextNode.valueOf(text.matches("\\d+(\\.\\d+){3}") ? "<allocated>" : text);
      case "token" -> TextNode.valueOf(text.startsWith("ey") ? "<token>" : text);
      // how the program was built, in /version
      case "gitCommit", "goVersion", "compiler" -> TextNode.valueOf("<build>");
      case "continue" -> TextNode.valueOf(token(text));
      case "cells" -> TextNode.valueOf(AGE.matcher(text).matches() ? "<age>" : text(text));
      default -> TextNode.valueOf(text(text));
    };
  }

  private String version(String text) {
    if (!text.matches("[1-9]\\d*")) {
      return text;
    }
    if (!versions.contains(text)) {
      versions.add(text);
    }
    return "version " + (versions.indexOf(text) + 1);
  }

  private String token(String text) {
    try {
      String decoded = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
      return decoded.replaceAll("\"rv\":[1-9]\\d*", "\"rv\":N");
    } catch (IllegalArgumentException notBase64) {
      return text;
    }
  }

  /** managedFields go, also from an object that stands in a message. */
  private static String unmanaged(String text) {
    String mark = ",\\\"managedFields\\\":[";
    int from = text.indexOf(mark);
    if (from < 0) {
      return text;
    }
    int depth = 1;
    int end = from + mark.length();
    while (end < text.length() && depth > 0) {
      char character = text.charAt(end++);
      depth += character == '[' ? 1 : character == ']' ? -1 : 0;
    }
    return unmanaged(text.substring(0, from) + text.substring(end));
  }

  private String text(String text) {
    String result = UID.matcher(unmanaged(text)).replaceAll(match -> {
      if (!uids.contains(match.group())) {
        uids.add(match.group());
      }
      return "uid-" + (uids.indexOf(match.group()) + 1);
    });
    result = MICRO_TIME.matcher(result).replaceAll("<micro time>");
    result = TIME.matcher(result).replaceAll("<time>");
    result = CHANGED.matcher(result).replaceAll("");
    result = TEMPLATE.matcher(result).replaceAll("<template>");
    result = GENERATED.matcher(result).replaceAll("$1<suffix>");
    result = NUMBERS.matcher(result).replaceAll("N");
    return PORT.matcher(result).replaceAll("<address>");
  }
}
