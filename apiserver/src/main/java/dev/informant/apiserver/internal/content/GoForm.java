package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.informant.apiserver.internal.values.GoNumbers;
import dev.informant.apiserver.internal.values.GoQuantity;
import dev.informant.apiserver.internal.values.GoTimes;
import java.util.Set;

/**
 * The form in which values come out of Go structs. A kube-apiserver reads objects into them before it stores anything,
 * so a zero and no value are the same: both are written if the field is always written, neither if it is not. A struct
 * is always written. Only pointers know the difference. Quantities come out in their shortest form, and members in the
 * order of the struct. Stateless.
 */
final class GoForm {
  /** Messages that hold JSON of their own. */
  private static final Set<String> FREE = Set.of("FieldsV1", "RawExtension", "JSON");

  private GoForm() {}

  /** Brings the zeros and quantities of an object to the form they have in storage, if its kind has a message. */
  static void settle(String apiVersion, String kind, ObjectNode object) {
    Descriptor message = ProtobufTypes.find(apiVersion, kind);
    if (message != null) {
      struct(message, object);
    }
  }

  private static void struct(Descriptor message, ObjectNode object) {
    members(message, object);
    GoOrder.arrange(message, object);
  }

  private static void members(Descriptor message, ObjectNode object) {
    for (FieldDescriptor field : message.getFields()) {
      if (ProtobufTypes.isInline(field)) {
        members(field.getMessageType(), object);
        continue;
      }
      String name = ProtobufTypes.jsonName(field);
      JsonNode value = object.get(name);
      if (value == null) {
        fill(field, name, object);
      } else if (field.isMapField()) {
        map(field, value);
      } else if (field.isRepeated()) {
        list(field, value);
      } else if (isQuantity(field) && !value.isNull()) {
        object.set(name, quantity(value, /* rounded= */ false));
      } else if (isTime(field) && value.isTextual()) {
        time(field, name, object);
      } else if (isAbsent(field, value)) {
        object.remove(name);
      } else {
        member(field, value);
      }
    }
  }

  private static void map(FieldDescriptor field, JsonNode value) {
    FieldDescriptor values = field.getMessageType().findFieldByName("value");
    GoOrder.sort(value);
    if (isQuantity(values)) {
      boolean rounded = ProtobufTypes.isResourceList(field);
      value.properties().forEach(entry -> entry.setValue(quantity(entry.getValue(), rounded)));
    } else {
      value.forEach(element -> member(values, element));
    }
  }

  private static void list(FieldDescriptor field, JsonNode value) {
    if (isQuantity(field) && value instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, quantity(array.get(i), /* rounded= */ false));
      }
    } else {
      value.forEach(element -> member(field, element));
    }
  }

  private static boolean isQuantity(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && field.getMessageType().getName().equals("Quantity");
  }

  private static boolean isTime(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && (field.getMessageType().getName().equals("Time") || isMicroTime(field));
  }

  private static boolean isMicroTime(FieldDescriptor field) {
    return field.getMessageType().getName().equals("MicroTime");
  }

  /** In UTC, to the second or the microsecond; the zero is written as null. */
  private static void time(FieldDescriptor field, String name, ObjectNode object) {
    object.put(name, GoTimes.written(object.get(name).asText(), isMicroTime(field)));
  }

  /** What it reads as, once it has been stored; one that cannot be read stays as it is. */
  private static JsonNode quantity(JsonNode value, boolean rounded) {
    if (value.isNull()) {
      return TextNode.valueOf("0");
    }
    String given = quantityText(value);
    try {
      GoQuantity read = GoQuantity.parse(given);
      String stored = (rounded ? read.inThousandths() : read).text();
      if (stored.equals(given)) {
        return value.isTextual() ? value : TextNode.valueOf(given);
      }
      return TextNode.valueOf(GoQuantity.parse(stored).text());
    } catch (GoQuantity.Malformed malformed) {
      return value;
    }
  }

  /** The text of a quantity, which may be a number. */
  static String quantityText(JsonNode value) {
    return value.isContainerNode()
        ? value.toString()
        : value.isNumber() ? GoNumbers.digits(value) : value.asText();
  }

  private static void member(FieldDescriptor field, JsonNode value) {
    if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && value instanceof ObjectNode object
        && !FREE.contains(field.getMessageType().getName())) {
      struct(field.getMessageType(), object);
    }
  }

  private static void fill(FieldDescriptor field, String name, ObjectNode object) {
    if (ProtobufTypes.isNull(field) && !isPointerToScalar(field)) {
      object.putNull(name);
    } else if (ProtobufTypes.isStruct(field)) {
      emptyStruct(field.getMessageType(), name, object);
    } else if (ProtobufTypes.isAlwaysWritten(field)) {
      zero(field, name, object);
    }
  }

  /** Those that are always written have defaults, so nobody sees a null. */
  private static boolean isPointerToScalar(FieldDescriptor field) {
    return !field.isRepeated()
        && field.getJavaType() != FieldDescriptor.JavaType.MESSAGE
        && field.getJavaType() != FieldDescriptor.JavaType.BYTE_STRING;
  }

  private static void emptyStruct(Descriptor message, String name, ObjectNode object) {
    switch (message.getName()) {
      case "Time", "MicroTime", "RawExtension" -> object.putNull(name);
      case "Quantity" -> object.put(name, "0");
      case "IntOrString" -> {} // each has a default, so its zero is never seen
      case "Duration" -> object.put(name, "0s");
      default -> struct(message, object.putObject(name));
    }
  }

  private static void zero(FieldDescriptor field, String name, ObjectNode object) {
    if (field.isRepeated()) {
      object.putNull(name); // a named Go slice or map
      return;
    }
    switch (field.getJavaType()) {
      case STRING -> object.put(name, "");
      case INT, LONG -> object.put(name, 0);
      case BOOLEAN -> object.put(name, false);
      default -> {}
    }
  }

  /** Whether this value of a field that is not a list or map is the same as none. */
  static boolean isAbsent(FieldDescriptor field, JsonNode value) {
    return field.getJavaType() != FieldDescriptor.JavaType.MESSAGE
        && isZero(value)
        && !ProtobufTypes.isPointer(field)
        && !ProtobufTypes.isAlwaysWritten(field);
  }

  private static boolean isZero(JsonNode node) {
    return (node.isTextual() && node.textValue().isEmpty())
        || (node.isNumber() && node.doubleValue() == 0)
        || (node.isBoolean() && !node.booleanValue());
  }
}
