package dev.informant.kubernetes.internal.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;

/** JSON that is as awkward as it may be: escapes, brackets in strings, wide characters, white space. */
final class RandomJson {
  private static final List<String> FRAGMENTS = List.of(
      "a",
      "\"",
      "\\",
      "\\\"",
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "\n",
      "\t",
      "ü",
      "漢",
      "😀",
      "\u2028",
      "items",
      "{\"type\":\"ADDED\",\"object\":{",
      "\u0001",
      "/");

  private final RandomGenerator random;

  RandomJson(RandomGenerator random) {
    this.random = random;
  }

  JsonNode value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> JsonNodeFactory.instance.nullNode();
      case 1 -> JsonNodeFactory.instance.booleanNode(random.nextBoolean());
      case 2 -> JsonNodeFactory.instance.numberNode(random.nextLong());
      case 3 -> JsonNodeFactory.instance.numberNode(random.nextInt(1000) / 8.0);
      case 4, 5 -> JsonNodeFactory.instance.textNode(text());
      case 6 -> object(depth);
      default -> {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
          array.add(value(depth - 1));
        }
        yield array;
      }
    };
  }

  ObjectNode object(int depth) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (int i = random.nextInt(5); i > 0; i--) {
      object.set(text(), value(depth - 1));
    }
    return object;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
    }
    return text.toString();
  }

  /** Written with random white space and random escaping. */
  byte[] bytes(JsonNode node, boolean lineBreaks) {
    StringBuilder out = new StringBuilder();
    write(node, out, lineBreaks);
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void write(JsonNode node, StringBuilder out, boolean lineBreaks) {
    space(out, lineBreaks);
    if (node.isObject()) {
      out.append('{');
      String separator = "";
      for (var member : node.properties()) {
        out.append(separator);
        space(out, lineBreaks);
        write(member.getKey(), out);
        space(out, lineBreaks);
        out.append(':');
        write(member.getValue(), out, lineBreaks);
        separator = ",";
      }
      space(out, lineBreaks);
      out.append('}');
    } else if (node.isArray()) {
      out.append('[');
      String separator = "";
      for (JsonNode element : node) {
        out.append(separator);
        write(element, out, lineBreaks);
        separator = ",";
      }
      space(out, lineBreaks);
      out.append(']');
    } else if (node.isTextual()) {
      write(node.textValue(), out);
    } else {
      out.append(node);
    }
    space(out, lineBreaks);
  }

  private void write(String text, StringBuilder out) {
    out.append('"');
    for (char c : text.toCharArray()) {
      if (c < ' ' || (!Character.isSurrogate(c) && random.nextInt(12) == 0)) {
        out.append(String.format("\\u%04x", (int) c));
      } else if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private void space(StringBuilder out, boolean lineBreaks) {
    while (random.nextInt(5) == 0) {
      out.append(lineBreaks && random.nextBoolean() ? '\n' : random.nextBoolean() ? ' ' : '\t');
    }
  }
}
