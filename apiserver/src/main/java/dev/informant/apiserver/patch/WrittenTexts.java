package dev.informant.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.storage.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * How the texts of a JSON document were written: {@code "<"} and {@code "\u003c"} are one text, but not to a real
 * server's library, which compares what stands between the quotes. What was not read from the document is written as
 * Go writes it. Used by one thread.
 */
public final class WrittenTexts {
  private final Map<JsonNode, String> written = new IdentityHashMap<>();

  private WrittenTexts() {}

  /** Of a document of which nothing is known. */
  public static WrittenTexts unknown() {
    return new WrittenTexts();
  }

  /** {@code tree} is what was read from {@code body}. */
  public static WrittenTexts of(byte[] body, JsonNode tree) {
    WrittenTexts texts = new WrittenTexts();
    try {
      // with every backslash doubled, the texts are what stands between the quotes
      String shielded = shielded(new String(body, StandardCharsets.UTF_8));
      texts.collect(tree, Json.read(shielded.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException odd) {
      return unknown();
    }
    return texts;
  }

  private static String shielded(String body) {
    StringBuilder result = new StringBuilder(body.length());
    for (int at = 0; at < body.length(); at++) {
      char character = body.charAt(at);
      if (character == '\\' && at + 1 < body.length()) {
        char next = body.charAt(++at);
        result.append("\\\\").append(next == '"' || next == '\\' ? "\\" : "").append(next);
      } else {
        result.append(character);
      }
    }
    return result.toString();
  }

  private void collect(JsonNode tree, JsonNode raw) {
    if (tree.size() != raw.size()) {
      return; // members that are there twice
    }
    if (tree.isTextual()) {
      written.put(tree, raw.asText());
    }
    Iterator<JsonNode> counterparts = raw.iterator();
    for (JsonNode child : tree) {
      if (counterparts.hasNext()) {
        collect(child, counterparts.next());
      }
    }
  }

  boolean same(JsonNode one, JsonNode other) {
    return form(one).equals(form(other));
  }

  private String form(JsonNode text) {
    String known = written.get(text);
    return known == null ? inGo(text.asText()) : known;
  }

  private static String inGo(String text) {
    StringBuilder result = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      switch (character) {
        case '"', '\\' -> result.append('\\').append(character);
        case '\n' -> result.append("\\n");
        case '\r' -> result.append("\\r");
        case '\t' -> result.append("\\t");
        case '\b' -> result.append("\\b");
        case '\f' -> result.append("\\f");
        case '<', '>', '&', '\u2028', '\u2029' ->
          result.append(String.format("\\u%04x", (int) character));
        default -> {
          if (character < ' ') {
            result.append(String.format("\\u%04x", (int) character));
          } else {
            result.append(character);
          }
        }
      }
    }
    return result.toString();
  }
}
