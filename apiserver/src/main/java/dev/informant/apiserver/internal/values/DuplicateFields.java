package dev.informant.apiserver.internal.values;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Members that an object in a JSON text has twice, of which a reader sees the last. Stateless. */
public final class DuplicateFields {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** A kube-apiserver names no more. */
  private static final int MOST = 100;

  private DuplicateFields() {}

  /** Their paths, each once and not too many; empty if the text is not JSON. */
  public static List<String> in(byte[] json) {
    List<String> found = new ArrayList<>();
    try (JsonParser parser = FACTORY.createParser(json)) {
      Level level = null;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        switch (token) {
          case FIELD_NAME -> {
            if (level != null && level.twice(parser.currentName()) && found.size() < MOST) {
              found.add(level.at());
            }
          }
          case END_OBJECT, END_ARRAY -> level = level == null ? null : level.parent;
          default -> {
            if (level != null && level.array) {
              level.index++;
            }
            if (token.isStructStart()) {
              level = new Level(level, token == JsonToken.START_ARRAY);
            }
          }
        }
      }
      return found;
    } catch (IOException notJson) {
      return List.of();
    }
  }

  /** An object or a list that is open. Its path is made only if somebody asks: there may be many, and long ones. */
  private static final class Level {
    private final @Nullable Level parent;
    private final boolean array;
    private final Map<String, Boolean> names = new HashMap<>();
    private int index = -1;
    private String name = "";

    Level(@Nullable Level parent, boolean array) {
      this.parent = parent;
      this.array = array;
    }

    /** Whether the name is there for the second time, and no oftener. */
    boolean twice(String next) {
      name = next;
      Boolean told = names.putIfAbsent(next, false);
      return told != null && !told && names.put(next, true) != null;
    }

    /** Where the reader is. */
    String at() {
      Deque<String> parts = new ArrayDeque<>();
      for (Level level = this; level != null; level = level.parent) {
        boolean first = level.parent == null;
        parts.push(level.array ? "[" + level.index + "]" : first ? level.name : "." + level.name);
      }
      return String.join("", parts);
    }
  }
}
