package dev.informant.apiserver.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.storage.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The structure of the built-in kinds: {@code kubernetes.txt}, which {@code verification/control-plane/schema} makes from
 * the discovery and OpenAPI v3 documents of a real kube-apiserver. A definition is parsed when it is first used. Definitions
 * refer to each other by {@code $ref} and a bare name. Thread-safe; nobody may change what is returned.
 */
public final class BuiltInSchemas {
  public static final String OBJECT_META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
  public static final String DELETE_OPTIONS = "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions";

  private static final Map<String, ObjectNode> PARSED = new ConcurrentHashMap<>();

  private BuiltInSchemas() {}

  /** The lines of the file, read once. */
  private static final class Lines {
    static final List<JsonNode> RESOURCES = new ArrayList<>();
    static final Map<String, String> DEFINITIONS = new HashMap<>();

    static {
      read().lines().forEach(line -> {
        if (line.startsWith("R ")) {
          RESOURCES.add(parse(line.substring(2)));
        } else if (line.startsWith("D ")) {
          int end = line.indexOf(' ', 2);
          DEFINITIONS.put(line.substring(2, end), line.substring(end + 1));
        }
      });
    }

    private Lines() {}

    private static String read() {
      try (InputStream file =
          Objects.requireNonNull(BuiltInSchemas.class.getResourceAsStream("kubernetes.txt"))) {
        return new String(file.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException unreadable) {
        throw new UncheckedIOException("kubernetes.txt cannot be read", unreadable);
      }
    }
  }

  /** The resources of all versions that the real server has, as discovery describes them. */
  public static List<JsonNode> resources() {
    return Lines.RESOURCES;
  }

  /** The schema of one name, such as {@code io.k8s.api.core.v1.Pod}. */
  public static ObjectNode definition(String name) {
    return PARSED.computeIfAbsent(name, absent -> {
      String text = Lines.DEFINITIONS.get(absent);
      if (text == null) {
        throw new IllegalArgumentException("kubernetes.txt has no definition " + absent);
      }
      return (ObjectNode) parse(text);
    });
  }

  /** Adds a definition and all that it refers to, in the form of OpenAPI v3. */
  public static void addTo(ObjectNode schemas, String name) {
    Deque<String> open = new ArrayDeque<>();
    open.add(name);
    while (!open.isEmpty()) {
      String next = open.remove();
      if (!schemas.has(next)) {
        ObjectNode schema = definition(next).deepCopy();
        schemas.set(next, schema);
        publish(schema, open);
      }
    }
  }

  private static void publish(ObjectNode schema, Deque<String> open) {
    JsonNode reference = schema.remove("$ref");
    if (reference != null) {
      open.add(reference.asText());
      schema
          .putArray("allOf")
          .addObject()
          .put("$ref", "#/components/schemas/" + reference.asText());
    }
    for (JsonNode property : schema.path("properties")) {
      publish((ObjectNode) property, open);
    }
    for (String inner : List.of("items", "additionalProperties")) {
      if (schema.get(inner) instanceof ObjectNode of) {
        publish(of, open);
      }
    }
  }

  private static JsonNode parse(String json) {
    try {
      return Json.read(json.getBytes(StandardCharsets.UTF_8));
    } catch (IOException malformed) {
      throw new UncheckedIOException("kubernetes.txt is malformed", malformed);
    }
  }
}
