package dev.informant.kubernetes.internal.error;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Makes trees of JSON as an ObjectMapper does, without one: that is hundreds of classes, and an informer may need no other. Stateless. */
final class JsonTrees {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonTrees() {}

  /** The first value in the bytes; a missing node if there is none. */
  static JsonNode read(byte[] bytes) throws IOException {
    try (JsonParser json = FACTORY.createParser(bytes)) {
      return json.nextToken() == null ? MissingNode.getInstance() : value(json);
    }
  }

  // The parser refuses what is nested too deeply.
  private static JsonNode value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> object(json);
      case START_ARRAY -> array(json);
      case VALUE_STRING -> NODES.textNode(json.getText());
      case VALUE_NUMBER_INT -> integer(json);
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(json.getDoubleValue());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      default -> NODES.nullNode();
    };
  }

  private static JsonNode object(JsonParser json) throws IOException {
    ObjectNode object = NODES.objectNode();
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      object.set(name, value(json));
    }
    return object;
  }

  private static JsonNode array(JsonParser json) throws IOException {
    ArrayNode array = NODES.arrayNode();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(json));
    }
    return array;
  }

  private static JsonNode integer(JsonParser json) throws IOException {
    return switch (json.getNumberType()) {
      case INT -> NODES.numberNode(json.getIntValue());
      case LONG -> NODES.numberNode(json.getLongValue());
      default -> NODES.numberNode(json.getBigIntegerValue());
    };
  }
}
