package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.GoTimes;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Turns JSON trees into the protobuf messages of their kinds. Members the message does not know are left out,
 * and so are values of the wrong type, which decoding lets nobody store: a list must not fail for one object.
 */
final class ProtobufWriter {
  private ProtobufWriter() {}

  static Message message(Descriptor type, JsonNode json) {
    DynamicMessage.Builder builder = DynamicMessage.newBuilder(type);
    if (!writtenSpecially(builder, type, json) && json.isObject()) {
      for (FieldDescriptor field : type.getFields()) {
        try {
          set(builder, field, json);
        } catch (IllegalArgumentException | ClassCastException wrong) {
          builder.clearField(field);
        }
      }
    }
    return builder.build();
  }

  private static void set(DynamicMessage.Builder builder, FieldDescriptor field, JsonNode parent) {
    if (ProtobufTypes.isInline(field)) {
      Message inlined = message(field.getMessageType(), parent);
      if (!inlined.getAllFields().isEmpty()) {
        builder.setField(field, inlined);
      }
      return;
    }
    JsonNode value = parent.get(ProtobufTypes.jsonName(field));
    if (value == null || value.isNull()) {
      return;
    }
    if (field.isMapField()) {
      FieldDescriptor keys = field.getMessageType().findFieldByName("key");
      FieldDescriptor values = field.getMessageType().findFieldByName("value");
      value.properties().forEach(entry -> {
        DynamicMessage.Builder item = DynamicMessage.newBuilder(field.getMessageType());
        item.setField(keys, entry.getKey());
        if (!entry.getValue().isNull()) {
          item.setField(values, single(values, entry.getValue()));
        }
        builder.addRepeatedField(field, item.build());
      });
    } else if (field.isRepeated()) {
      value.forEach(item -> builder.addRepeatedField(field, single(field, item)));
    } else {
      builder.setField(field, single(field, value));
    }
  }

  private static Object single(FieldDescriptor field, JsonNode value) {
    return switch (field.getJavaType()) {
      case MESSAGE -> message(field.getMessageType(), value);
      case STRING -> value.asText();
      case INT -> (int) number(field, value);
      case LONG -> number(field, value);
      case BOOLEAN -> value.asBoolean();
      case DOUBLE -> value.asDouble();
      case FLOAT -> (float) value.asDouble();
      case BYTE_STRING -> bytes(field, value);
      case ENUM -> field.getEnumType().findValueByName(value.asText());
    };
  }

  private static long number(FieldDescriptor field, JsonNode value) {
    if (!value.canConvertToLong()) {
      throw new IllegalArgumentException(field.getFullName() + " is a number");
    }
    return value.longValue();
  }

  private static ByteString bytes(FieldDescriptor field, JsonNode value) {
    try {
      return ByteString.copyFrom(Base64.getDecoder().decode(value.asText()));
    } catch (IllegalArgumentException notBase64) {
      throw new IllegalArgumentException(field.getFullName() + " is not base64", notBase64);
    }
  }

  /** The types that are not objects in JSON, or not these objects. */
  private static boolean writtenSpecially(
      DynamicMessage.Builder builder, Descriptor type, JsonNode json) {
    switch (type.getName()) {
      case "Time", "MicroTime":
        writeTime(builder, type, json.asText());
        return true;
      case "Quantity":
        put(builder, type, "string", json.asText());
        return true;
      case "IntOrString":
        boolean text = json.isTextual();
        put(builder, type, "type", text ? 1L : 0L);
        put(builder, type, "intVal", text ? 0 : json.intValue());
        put(builder, type, "strVal", text ? json.asText() : "");
        return true;
      case "FieldsV1":
        put(builder, type, "Raw", ByteString.copyFrom(Json.write(json)));
        return true;
      case "RawExtension", "JSON":
        put(builder, type, "raw", ByteString.copyFrom(Json.write(json)));
        return true;
      case "Duration":
        put(builder, type, "duration", GoDuration.parse(json.asText()));
        return true;
      case "ExtraValue", "Verbs":
        FieldDescriptor items = type.findFieldByName("items");
        json.forEach(item -> builder.addRepeatedField(items, item.asText()));
        return true;
      case "JSONSchemaPropsOrArray":
        writeSchemas(builder, type, json, "jSONSchemas");
        return true;
      case "JSONSchemaPropsOrBool":
        put(builder, type, "allows", json.isObject() || json.asBoolean());
        writeSchemas(builder, type, json, null);
        return true;
      case "JSONSchemaPropsOrStringArray":
        writeSchemas(builder, type, json, "property");
        return true;
      default:
        return false;
    }
  }

  private static void writeSchemas(
      DynamicMessage.Builder builder, Descriptor type, JsonNode json, @Nullable String arrayField) {
    if (json.isObject()) {
      FieldDescriptor schema = type.findFieldByName("schema");
      builder.setField(schema, message(schema.getMessageType(), json));
    } else if (json.isArray() && arrayField != null) {
      FieldDescriptor array = type.findFieldByName(arrayField);
      json.forEach(item -> builder.addRepeatedField(array, single(array, item)));
    }
  }

  private static void writeTime(DynamicMessage.Builder builder, Descriptor type, String text) {
    boolean micro = type.getName().equals("MicroTime");
    LocalDateTime time = GoTimes.moment(text, micro);
    if (time != null) {
      put(builder, type, "seconds", time.toEpochSecond(ZoneOffset.UTC));
      put(builder, type, "nanos", micro ? time.getNano() / 1000 * 1000 : 0);
    }
  }

  private static void put(
      DynamicMessage.Builder builder, Descriptor type, String field, Object value) {
    builder.setField(type.findFieldByName(field), value);
  }
}
