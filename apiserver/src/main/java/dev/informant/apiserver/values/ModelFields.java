package dev.informant.apiserver.values;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which fields the built-in kinds have, learnt from the Jackson properties of their model classes.
 * Thread-safe.
 */
public final class ModelFields {
  private static final DeserializationConfig CONFIG =
      JsonMapper.builder().build().getDeserializationConfig();
  /** A kube-apiserver names no more. */
  private static final int MOST_UNKNOWN = 100;

  private static final Map<Class<?>, Map<String, JavaType>> KNOWN = new ConcurrentHashMap<>();

  private ModelFields() {}

  /** Removes the fields that {@code model} does not have; returns the paths of the first of them. */
  public static List<String> dropUnknown(Class<?> model, ObjectNode object) {
    List<String> unknown = new ArrayList<>();
    drop(CONFIG.constructType(model), object, "", unknown);
    return unknown;
  }

  /** Removes nulls, which are nothing to a kube-apiserver; in a map of texts one is an empty text. */
  public static void dropNulls(Class<?> model, ObjectNode object) {
    forget(CONFIG.constructType(model), object, /* nulls= */ true);
  }

  /** Removes empty lists and maps, which a kube-apiserver forgets when it stores the object; says whether there were any. */
  public static boolean dropEmpty(Class<?> model, ObjectNode object) {
    return forget(CONFIG.constructType(model), object, /* nulls= */ false);
  }

  private static boolean forget(JavaType type, JsonNode node, boolean nulls) {
    boolean forgotten = false;
    if (type.isContainerType()) {
      if (nulls
          && type.isMapLikeType()
          && type.getContentType().hasRawClass(String.class)
          && node instanceof ObjectNode map) {
        map.properties().stream()
            .filter(entry -> entry.getValue().isNull())
            .map(Map.Entry::getKey)
            .toList()
            .forEach(key -> map.put(key, ""));
      }
      for (JsonNode element : node) {
        forgotten |= forget(type.getContentType(), element, nulls);
      }
    } else if (node instanceof ObjectNode object && described(type)) {
      Map<String, JavaType> fields = fields(type);
      List<String> gone = new ArrayList<>();
      for (Map.Entry<String, JsonNode> property : object.properties()) {
        JsonNode value = property.getValue();
        JavaType field = fields.get(property.getKey());
        boolean empty = field != null && field.isContainerType() && value.isEmpty();
        if (nulls ? value.isNull() : empty && value.isContainerNode()) {
          gone.add(property.getKey());
        } else if (field != null) {
          forgotten |= forget(field, value, nulls);
        }
      }
      object.remove(gone);
      forgotten |= !gone.isEmpty();
    }
    return forgotten;
  }

  /** What Go reads where null stands in a list or map; null if that reads itself. */
  private static @Nullable JsonNode zero(JavaType type) {
    if (type.hasRawClass(String.class)) {
      return TextNode.valueOf("");
    }
    if (type.hasRawClass(Integer.class) || type.hasRawClass(Long.class)) {
      return IntNode.valueOf(0);
    }
    return described(type) ? JsonNodeFactory.instance.objectNode() : null;
  }

  /** Puts what Go reads in the place of nulls in lists and maps: empty texts, zeros, empty objects. */
  public static void fillNulls(Class<?> model, ObjectNode object) {
    fillNulls(CONFIG.constructType(model), object);
  }

  private static void fillNulls(JavaType type, JsonNode node) {
    if (type.isContainerType()) {
      JavaType content = type.getContentType();
      JsonNode zero = zero(content);
      if (zero != null && node instanceof ArrayNode list) {
        for (int i = 0; i < list.size(); i++) {
          if (list.get(i).isNull()) {
            list.set(i, zero.deepCopy());
          }
        }
      } else if (zero != null && node instanceof ObjectNode map) {
        map.properties().forEach(entry -> {
          if (entry.getValue().isNull()) {
            entry.setValue(zero.deepCopy());
          }
        });
      }
      node.forEach(element -> fillNulls(content, element));
    } else if (node instanceof ObjectNode object && described(type)) {
      Map<String, JavaType> fields = fields(type);
      object.properties().forEach(property -> {
        JavaType field = fields.get(property.getKey());
        if (field != null) {
          fillNulls(field, property.getValue());
        }
      });
    }
  }

  /** Sorts the keys of maps, as Go writes them. */
  public static void sortMaps(Class<?> model, ObjectNode object) {
    sortMaps(CONFIG.constructType(model), object);
  }

  private static void sortMaps(JavaType type, JsonNode node) {
    if (type.isContainerType()) {
      if (type.isMapLikeType() && node instanceof ObjectNode map) {
        Map<String, JsonNode> sorted = new TreeMap<>();
        map.properties().forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        map.removeAll();
        map.setAll(sorted);
      }
      node.forEach(element -> sortMaps(type.getContentType(), element));
    } else if (node instanceof ObjectNode object && described(type)) {
      Map<String, JavaType> fields = fields(type);
      object.properties().forEach(property -> {
        JavaType field = fields.get(property.getKey());
        if (field != null) {
          sortMaps(field, property.getValue());
        }
      });
    }
  }

  private static void drop(JavaType type, JsonNode node, String path, List<String> unknown) {
    if (type.isMapLikeType()) {
      if (node.isObject()) {
        node.properties().stream()
            .filter(property -> property.getValue().isContainerNode())
            .forEach(property -> drop(
                type.getContentType(),
                property.getValue(),
                path + "." + property.getKey(),
                unknown));
      }
    } else if (type.isCollectionLikeType()) {
      int index = 0;
      for (JsonNode element : node) {
        if (element.isContainerNode()) {
          drop(type.getContentType(), element, path + "[" + index + "]", unknown);
        }
        index++;
      }
    } else if (node instanceof ObjectNode object && described(type)) {
      Map<String, JavaType> fields = fields(type);
      if (fields.isEmpty()) {
        return; // a class without fields of its own stands for anything, as FieldsV1 does
      }
      List<String> gone = new ArrayList<>();
      for (Map.Entry<String, JsonNode> property : object.properties()) {
        JavaType field = fields.get(property.getKey());
        if (field != null && !property.getValue().isContainerNode()) {
          continue;
        }
        String at = path.isEmpty() ? property.getKey() : path + "." + property.getKey();
        if (field == null) {
          gone.add(property.getKey());
          if (unknown.size() < MOST_UNKNOWN) {
            unknown.add(at);
          }
        } else {
          drop(field, property.getValue(), at, unknown);
        }
      }
      object.remove(gone);
    }
  }

  /** Whether the class says all there is: it is a model, and reads itself field by field. */
  private static boolean described(JavaType type) {
    Class<?> raw = type.getRawClass();
    JsonDeserialize how = raw.getAnnotation(JsonDeserialize.class);
    // FieldsV1 is a model without fields of its own: whatever stands in it belongs there.
    return KubernetesResource.class.isAssignableFrom(raw)
        && raw != FieldsV1.class
        && !raw.isInterface()
        && (how == null || how.using() == JsonDeserializer.None.class);
  }

  /** The fields of a model class and their types; empty for what does not read itself field by field. */
  public static Map<String, JavaType> of(Class<?> model) {
    JavaType type = CONFIG.constructType(model);
    return described(type) ? fields(type) : Map.of();
  }

  private static Map<String, JavaType> fields(JavaType type) {
    return KNOWN.computeIfAbsent(type.getRawClass(), absent -> {
      BeanDescription description = CONFIG.introspect(type);
      Map<String, JavaType> fields = new HashMap<>();
      for (BeanPropertyDefinition property : description.findProperties()) {
        fields.put(property.getName(), property.getPrimaryType());
      }
      return Map.copyOf(fields);
    });
  }
}
