package dev.informant.kubernetes.internal.fast;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.internal.model.ModelMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.runtime.RawExtension;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Random;

/** Valid JSON of any model class, with every kind of field, and fields the class does not know. */
final class RandomObjects {
  private static final ObjectMapper MAPPER = ModelMapper.shared().mapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> TEXTS = List.of(
      "",
      "a",
      "web-0",
      "quote\" and \\ and /",
      "tab\tline\n",
      "grüße 漢字 😀",
      "null",
      "true",
      "12",
      "\u0001\u2028",
      "a-string-that-is-longer-than-ninety-six-bytes-so-that-it-does-not-go-through-the-cache-of-short-ones-at-all");

  private final Random random;

  RandomObjects(long seed) {
    this.random = new Random(seed);
  }

  ObjectNode of(Class<?> type) {
    return bean(MAPPER.constructType(type), 6);
  }

  private ObjectNode bean(JavaType type, int depth) {
    ObjectNode object = NODES.objectNode();
    BeanDescription description = MAPPER.getDeserializationConfig().introspect(type);
    boolean root = HasMetadata.class.isAssignableFrom(type.getRawClass());
    for (BeanPropertyDefinition property : description.findProperties()) {
      if (!property.couldDeserialize() || property.getName().equals("additionalProperties")) {
        continue;
      }
      if (root && (property.getName().equals("kind") || property.getName().equals("apiVersion"))) {
        continue;
      }
      if (depth > 0 && random.nextInt(10) < (depth > 4 ? 8 : 4)) {
        object.set(property.getName(), value(property.getPrimaryType(), depth - 1));
      }
    }
    if (random.nextInt(4) == 0) {
      object.set("unheardOf" + random.nextInt(3), any(3));
    }
    return object;
  }

  private JsonNode value(JavaType type, int depth) {
    Class<?> raw = type.getRawClass();
    if (!raw.isPrimitive() && random.nextInt(25) == 0) {
      return NODES.nullNode();
    }
    if (raw == String.class) {
      return NODES.textNode(text());
    } else if (raw == Integer.class || raw == int.class) {
      return NODES.numberNode(random.nextInt(5) == 0 ? random.nextInt() : random.nextInt(100));
    } else if (raw == Long.class || raw == long.class) {
      return NODES.numberNode(random.nextInt(5) == 0 ? random.nextLong() : random.nextInt(100));
    } else if (raw == Boolean.class || raw == boolean.class) {
      return NODES.booleanNode(random.nextBoolean());
    } else if (Number.class.isAssignableFrom(raw)) {
      return NODES.numberNode(random.nextInt(1000) / 8.0);
    } else if (raw == Quantity.class) {
      return random.nextInt(4) == 0
          ? NODES.numberNode(random.nextInt(10))
          : NODES.textNode(
              List.of("100m", "1.5Gi", "2", "-3k", "1e3", "5E", "0").get(random.nextInt(7)));
    } else if (raw == IntOrString.class) {
      return random.nextBoolean()
          ? NODES.numberNode(random.nextInt(9000) - 5)
          : NODES.textNode(text());
    } else if (raw == ZonedDateTime.class || raw == MicroTime.class) {
      return NODES.textNode("2026-01-02T03:04:05.12345" + random.nextInt(10) + "Z");
    } else if (raw == Duration.class) {
      return NODES.textNode("PT" + random.nextInt(100) + "S");
    } else if (raw.isEnum()) {
      return NODES.textNode(
          raw.getEnumConstants()[random.nextInt(raw.getEnumConstants().length)].toString());
    } else if (type.isMapLikeType()) {
      ObjectNode map = NODES.objectNode();
      for (int i = random.nextInt(4); i > 0; i--) {
        map.set(
            random.nextInt(9) == 0 ? text() : "key" + i, value(type.getContentType(), depth - 1));
      }
      return map;
    } else if (type.isCollectionLikeType()) {
      ArrayNode list = NODES.arrayNode();
      for (int i = random.nextInt(4); i > 0; i--) {
        list.add(value(type.getContentType(), depth - 1));
      }
      return list;
    } else if (raw == RawExtension.class
        || raw == KubernetesResource.class
        || raw == HasMetadata.class) {
      return NODES
          .objectNode()
          .put("kind", "ConfigMap")
          .put("apiVersion", "v1")
          .set("data", NODES.objectNode().put("a", text()));
    } else if (raw == Object.class || raw.isInterface() || JsonNode.class.isAssignableFrom(raw)) {
      return any(3);
    }
    return bean(type, depth);
  }

  private JsonNode any(int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 7)) {
      case 0 -> NODES.textNode(text());
      case 1 -> NODES.numberNode(random.nextInt());
      case 2 -> NODES.numberNode(random.nextLong());
      case 3 -> NODES.numberNode(random.nextDouble() * 1e20);
      case 4 -> NODES.booleanNode(random.nextBoolean());
      case 5 -> NODES.nullNode();
      case 6 -> NODES.numberNode(new java.math.BigInteger(90, random));
      case 7 -> NODES.objectNode().set(text(), any(depth - 1));
      default -> NODES.arrayNode().add(any(depth - 1)).add(any(depth - 1));
    };
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }
}
