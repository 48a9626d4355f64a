package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.GoTimes;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Turns protobuf messages of built-in kinds into JSON trees as Go writes them: zeros that mean "absent" are left
 * out, zeros of pointers are kept.
 */
final class ProtobufReader {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ProtobufReader() {}

  static ObjectNode object(Message message) {
    ObjectNode json = NODES.objectNode();
    addFields(message, json);
    return json;
  }

  private static void addFields(Message message, ObjectNode json) {
    message.getAllFields().forEach((field, value) -> {
      if (ProtobufTypes.isInline(field)) {
        addFields((Message) value, json);
        return;
      }
      JsonNode node = node(field, value);
      if (node != null) {
        json.set(ProtobufTypes.jsonName(field), node);
      }
    });
  }

  private static @Nullable JsonNode node(FieldDescriptor field, Object value) {
    if (field.isMapField()) {
      ObjectNode map = NODES.objectNode();
      for (Object item : (Iterable<?>) value) {
        Message entry = (Message) item;
        FieldDescriptor keys = entry.getDescriptorForType().findFieldByName("key");
        FieldDescriptor values = entry.getDescriptorForType().findFieldByName("value");
        JsonNode node = single(values, entry.getField(values));
        map.set(String.valueOf(entry.getField(keys)), node == null ? NODES.nullNode() : node);
      }
      return map.isEmpty() ? null : map;
    }
    if (field.isRepeated()) {
      ArrayNode array = NODES.arrayNode();
      for (Object item : (Iterable<?>) value) {
        JsonNode node = single(field, item);
        array.add(node == null ? NODES.nullNode() : node);
      }
      return array.isEmpty() ? null : array;
    }
    JsonNode node = single(field, value);
    return node != null && GoForm.isAbsent(field, node) ? null : node;
  }

  private static @Nullable JsonNode single(FieldDescriptor field, Object value) {
    return switch (field.getJavaType()) {
      case MESSAGE -> message((Message) value);
      case STRING -> NODES.textNode((String) value);
      case INT -> NODES.numberNode((Integer) value);
      case LONG -> whole((Long) value);
      case BOOLEAN -> NODES.booleanNode((Boolean) value);
      case DOUBLE -> NODES.numberNode((Double) value);
      case FLOAT -> NODES.numberNode((Float) value);
      case BYTE_STRING ->
        NODES.textNode(Base64.getEncoder().encodeToString(((ByteString) value).toByteArray()));
      case ENUM -> NODES.textNode(value.toString());
    };
  }

  /** As the JSON reader has it, so that both forms of an object are equal. */
  private static JsonNode whole(long value) {
    return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
  }

  private static @Nullable JsonNode message(Message message) {
    Descriptor type = message.getDescriptorForType();
    switch (type.getName()) {
      case "Time":
        return time(message, /* micros= */ false);
      case "MicroTime":
        return time(message, /* micros= */ true);
      case "Quantity":
        return NODES.textNode(String.valueOf(get(message, "string")));
      case "IntOrString":
        return ((Number) get(message, "type")).intValue() == 1
            ? NODES.textNode(String.valueOf(get(message, "strVal")))
            : NODES.numberNode((Integer) get(message, "intVal"));
      case "FieldsV1":
        return raw((ByteString) get(message, "Raw"));
      case "RawExtension", "JSON":
        return raw((ByteString) get(message, "raw"));
      case "Duration":
        return NODES.textNode(GoDuration.format((Long) get(message, "duration")));
      case "ExtraValue", "Verbs":
        return array(message, "items");
      case "JSONSchemaPropsOrArray":
        return schemas(message, array(message, "jSONSchemas"));
      case "JSONSchemaPropsOrBool":
        return schemas(message, NODES.booleanNode((Boolean) get(message, "allows")));
      case "JSONSchemaPropsOrStringArray":
        return schemas(message, array(message, "property"));
      default:
        return object(message);
    }
  }

  private static JsonNode schemas(Message message, JsonNode otherwise) {
    FieldDescriptor schema = message.getDescriptorForType().findFieldByName("schema");
    return message.hasField(schema) ? object((Message) message.getField(schema)) : otherwise;
  }

  private static ArrayNode array(Message message, String field) {
    FieldDescriptor items = message.getDescriptorForType().findFieldByName(field);
    ArrayNode array = NODES.arrayNode();
    for (Object item : (Iterable<?>) message.getField(items)) {
      array.add(single(items, item));
    }
    return array;
  }

  private static @Nullable JsonNode time(Message message, boolean micros) {
    long seconds = (Long) get(message, "seconds");
    int nanos = (Integer) get(message, "nanos");
    if (seconds == 0 && nanos == 0) {
      return null;
    }
    try {
      Instant instant = Instant.ofEpochSecond(seconds, nanos);
      String text = GoTimes.written(LocalDateTime.ofInstant(instant, ZoneOffset.UTC), micros);
      return text == null ? null : NODES.textNode(text);
    } catch (DateTimeException beyond) {
      return null; // there is no such year
    }
  }

  private static @Nullable JsonNode raw(ByteString bytes) {
    if (bytes.isEmpty()) {
      return null;
    }
    try {
      return Json.read(bytes.toByteArray());
    } catch (IOException notJson) {
      throw new IllegalArgumentException("an embedded object is not JSON", notJson);
    }
  }

  private static Object get(Message message, String field) {
    return message.getField(message.getDescriptorForType().findFieldByName(field));
  }
}
