package dev.informant.apiserver.content;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.informant.apiserver.core.JsonNegotiation;
import dev.informant.apiserver.core.UnreadableBody;
import dev.informant.apiserver.storage.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** YAML as the server reads and writes it: members sorted by name. */
final class Yaml {
  private static final YAMLMapper MAPPER = new YAMLMapper(YAMLFactory.builder()
      .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
      .disable(YAMLGenerator.Feature.SPLIT_LINES)
      .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
      .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
      .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
      .build());
  private static final ObjectWriter WRITER = MAPPER.writer();

  private Yaml() {}

  static String write(JsonNode tree) {
    try {
      return WRITER.writeValueAsString(sorted(tree));
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException("a tree could not be written as YAML", impossible);
    }
  }

  /** An object; an empty body is an empty one. */
  static ObjectNode read(byte[] body) throws UnreadableBody {
    JsonNode tree;
    try {
      tree = MAPPER.readTree(body);
    } catch (IOException | RuntimeException malformed) {
      throw new UnreadableBody(GoYaml.complaint(malformed));
    }
    if (tree == null || tree.isMissingNode() || tree.isNull()) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (tree instanceof ObjectNode object) {
      return JsonNegotiation.typed(object);
    }
    return JsonNegotiation.decodeJson(Json.write(tree));
  }

  private static JsonNode sorted(JsonNode node) {
    if (node.isObject()) {
      Map<String, JsonNode> members = new TreeMap<>();
      node.properties().forEach(member -> members.put(member.getKey(), sorted(member.getValue())));
      ObjectNode sorted = JsonNodeFactory.instance.objectNode();
      sorted.setAll(members);
      return sorted;
    }
    if (node.isArray()) {
      ArrayNode items = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> items.add(sorted(item)));
      return items;
    }
    return node;
  }
}
