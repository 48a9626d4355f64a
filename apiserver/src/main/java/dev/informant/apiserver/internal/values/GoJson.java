package dev.informant.apiserver.internal.values;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What is said about JSON in messages. Stateless. */
public final class GoJson {
  /** How deep a text may be; Go's decoder goes ten times as deep. */
  public static final int DEEPEST = 1000;

  /** How many characters a number may have; Go's decoder counts none. */
  public static final int LONGEST_NUMBER = 1000;

  private static final int LONGEST_COMPLAINT = 200;
  private static final JsonFactory READER = JsonFactory.builder()
      .streamReadConstraints(StreamReadConstraints.builder()
          .maxNestingDepth(DEEPEST)
          .maxNumberLength(LONGEST_NUMBER)
          .maxNameLength(Integer.MAX_VALUE)
          .build())
      .build();

  private GoJson() {}

  /** What keeps a text from being one JSON value. */
  public static String complaint(byte[] text) {
    if (new String(text, StandardCharsets.UTF_8).isBlank()) {
      return "unexpected end of JSON input";
    }
    try (JsonParser parser = READER.createParser(text)) {
      parser.nextToken();
      parser.skipChildren();
      return parser.nextToken() == null ? "invalid JSON" : "more than one value";
    } catch (JsonProcessingException malformed) {
      String message = String.valueOf(malformed.getOriginalMessage())
          .lines()
          .findFirst()
          .orElse("")
          .replaceAll(", from `[^`]*`| \\(start marker at .*\\]\\)", "");
      String shown =
          message.length() > LONGEST_COMPLAINT ? message.substring(0, LONGEST_COMPLAINT) : message;
      return malformed.getLocation() == null
          ? shown
          : shown + " (line " + malformed.getLocation().getLineNr() + ", column "
              + malformed.getLocation().getColumnNr() + ")";
    } catch (IOException impossible) {
      return "invalid JSON"; // nothing is read but memory
    }
  }

  /** How Go names the kind of a value in "cannot unmarshal …". */
  public static String word(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT, POJO -> "object";
      case ARRAY -> "array";
      case STRING, BINARY -> "string";
      case BOOLEAN -> "bool";
      case NUMBER -> "number";
      case NULL, MISSING -> "null";
    };
  }

  /** Text as it stands in a Go message between quotes. */
  public static String quoted(String text) {
    StringBuilder result = new StringBuilder("\"");
    text.codePoints().forEach(point -> {
      switch (point) {
        case '"' -> result.append("\\\"");
        case '\\' -> result.append("\\\\");
        default -> {
          if (GoRunes.printable(point)) {
            result.appendCodePoint(point);
          } else {
            result.append(GoRunes.escaped(point));
          }
        }
      }
    });
    return result.append('"').toString();
  }

  /** The first bytes of a body, as errors show them: JSON as it is, the rest in hexadecimal digits. */
  public static String summary(byte[] body) {
    int length = Math.min(body.length, 30);
    if (body.length == 0) {
      return "<empty>";
    }
    StringBuilder shown = new StringBuilder();
    if (body[0] == '{') {
      shown.append(new String(body, 0, length, StandardCharsets.UTF_8));
    } else {
      for (int i = 0; i < length; i++) {
        shown.append(String.format("%02x", body[i]));
      }
    }
    return body.length > length ? shown + " ..." : shown.toString();
  }
}
