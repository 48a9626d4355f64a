package dev.informant.apiserver.values;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Members that an object in a JSON text has twice, of which a reader sees the last. Stateless. */
public final class DuplicateFields {
  private static final JsonFactory FACTORY = new JsonFactory();

  private DuplicateFields() {}

  /** Their paths, each once; empty if the text is not JSON. */
  public static List<String> in(byte[] json) {
    List<String> found = new ArrayList<>();
    try (JsonParser parser = FACTORY.createParser(json)) {
      Deque<Level> open = new ArrayDeque<>();
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        Level level = open.peek();
        switch (token) {
          case FIELD_NAME -> {
            if (level != null
                && !level.enter(parser.currentName())
                && !found.contains(level.at())) {
              found.add(level.at());
            }
          }
          case END_OBJECT, END_ARRAY -> open.pop();
          default -> {
            String at = "";
            if (level != null) {
              if (level.array) {
                level.index++;
              }
              at = level.at();
            }
            if (token.isStructStart()) {
              open.push(new Level(at, token == JsonToken.START_ARRAY));
            }
          }
        }
      }
      return found;
    } catch (IOException notJson) {
      return List.of();
    }
  }

  private static final class Level {
    private final String path;
    private final boolean array;
    private final Set<String> names = new HashSet<>();
    private int index = -1;
    private String name = "";

    Level(String path, boolean array) {
      this.path = path;
      this.array = array;
    }

    /** Whether the name is new. */
    boolean enter(String next) {
      name = next;
      return names.add(next);
    }

    String at() {
      return array ? path + "[" + index + "]" : path.isEmpty() ? name : path + "." + name;
    }
  }
}
