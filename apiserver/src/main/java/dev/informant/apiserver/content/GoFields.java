package dev.informant.apiserver.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.informant.apiserver.values.GoJson;
import dev.informant.apiserver.values.GoNumbers;
import dev.informant.apiserver.values.GoQuantity;
import dev.informant.apiserver.values.GoTimes;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether the values of an object have the types of its kind, and what a kube-apiserver, which reads them into Go
 * structs, says if not. The types come from the protobuf messages. Used once, by one thread.
 *
 * <p>Go's decoder goes on after a value of the wrong type and reports the first one, unless a type that reads itself,
 * as a time does, breaks off. What a strategic merge patch makes is converted by other code with other words.
 */
final class GoFields {
  private static final Map<Descriptor, Map<String, Member>> FIELDS = new ConcurrentHashMap<>();

  private final boolean converted;
  private @Nullable String first;

  private GoFields(boolean converted) {
    this.converted = converted;
  }

  /** A field, and the embedded structs on the way to it, which JSON does not show and errors do. */
  private record Member(FieldDescriptor field, String within) {}

  private static final class Broken extends Exception {
    private static final long serialVersionUID = 1L;

    Broken(String message) {
      super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
  }

  /** What is wrong; null if nothing is, or if the kind has no message. */
  static @Nullable String mistake(
      String apiVersion, String kind, JsonNode object, boolean converted) {
    Descriptor message = ProtobufTypes.find(apiVersion, kind);
    if (message == null) {
      return null;
    }
    GoFields fields = new GoFields(converted);
    try {
      fields.struct(message, object, "");
      return fields.first;
    } catch (Broken broken) {
      return broken.getMessage();
    }
  }

  private void struct(Descriptor message, JsonNode object, String path) throws Broken {
    Map<String, Member> known = FIELDS.get(message);
    if (known == null) {
      known = new LinkedHashMap<>();
      collect(message, "", known);
      FIELDS.put(message, known);
    }
    if (converted) {
      for (Map.Entry<String, Member> member : known.entrySet()) {
        JsonNode value = object.get(member.getKey());
        if (value != null) {
          field(message, member.getValue().field(), value, path + "." + member.getKey());
        }
      }
      return;
    }
    for (Map.Entry<String, JsonNode> property : object.properties()) {
      Member member = known.get(property.getKey());
      if (member != null) {
        String at = path + member.within() + "." + property.getKey();
        field(message, member.field(), property.getValue(), at);
      }
    }
  }

  private static void collect(Descriptor message, String within, Map<String, Member> into) {
    for (FieldDescriptor field : message.getFields()) {
      if (ProtobufTypes.isInline(field)) {
        collect(field.getMessageType(), within + "." + field.getMessageType().getName(), into);
      } else {
        into.put(ProtobufTypes.jsonName(field), new Member(field, within));
      }
    }
  }

  private void field(Descriptor owner, FieldDescriptor field, JsonNode value, String path)
      throws Broken {
    if (value.isNull()) {
      return;
    }
    Place place = new Place(owner.getName(), path);
    if (field.isMapField()) {
      FieldDescriptor values = field.getMessageType().findFieldByName("value");
      if (!value.isObject()) {
        wrong(value, place, container(field, "map[string]" + element(field, values)), "map");
        return;
      }
      for (JsonNode entry : value) {
        single(values, entry, place, element(field, values));
      }
    } else if (field.isRepeated()) {
      if (!value.isArray()) {
        wrong(value, place, container(field, "[]" + element(field, field)), "slice");
        return;
      }
      for (JsonNode entry : value) {
        single(field, entry, place, element(field, field));
      }
    } else {
      single(field, value, place, element(field, field));
    }
  }

  private record Place(String struct, String path) {}

  private static String container(FieldDescriptor field, String plain) {
    String named = ProtobufTypes.goType(field);
    return named == null ? plain : named;
  }

  /** The Go type of a value, or of one of the values in a list or map. */
  private static String element(FieldDescriptor field, FieldDescriptor values) {
    String named = ProtobufTypes.goType(field);
    if (named != null && !field.isRepeated()) {
      return named;
    }
    if (named != null && named.indexOf(']') >= 0) {
      return named.substring(named.indexOf(']') + 1);
    }
    return switch (values.getJavaType()) {
      case MESSAGE -> typeName(values.getMessageType());
      case STRING, ENUM -> "string";
      case INT -> "int32";
      case LONG -> "int64";
      case BOOLEAN -> "bool";
      case DOUBLE -> "float64";
      case FLOAT -> "float32";
      case BYTE_STRING -> "[]uint8";
    };
  }

  private static String typeName(Descriptor message) {
    String inPackage = message.getFile().getPackage();
    return inPackage.substring(inPackage.lastIndexOf('.') + 1) + "." + message.getName();
  }

  private void single(FieldDescriptor field, JsonNode value, Place place, String type)
      throws Broken {
    if (value.isNull()) {
      return;
    }
    switch (field.getJavaType()) {
      case MESSAGE -> message(field.getMessageType(), value, place, type);
      case STRING, ENUM -> expect(value.isTextual(), value, place, type, "string");
      case BOOLEAN -> expect(value.isBoolean(), value, place, type, "bool");
      case INT -> integer(value, place, type, 31);
      case LONG -> integer(value, place, type, 63);
      case DOUBLE, FLOAT -> expect(value.isNumber(), value, place, type, "float64");
      case BYTE_STRING -> bytes(value, place, type);
    }
  }

  private void message(Descriptor message, JsonNode value, Place place, String type) throws Broken {
    switch (message.getName()) {
      case "Time" -> text(value, place, GoTimes.time(value.asText()));
      case "MicroTime" -> text(value, place, GoTimes.microTime(value.asText()));
      case "Quantity" -> quantity(value);
      case "IntOrString" -> {
        if (!value.isTextual()) {
          if (!value.isNumber()) {
            throw new Broken(mismatch(GoJson.word(value), place, "int32"));
          }
          integer(value, place, "int32", 31);
        }
      }
      case "FieldsV1",
          "RawExtension",
          "JSON",
          "Duration",
          "ExtraValue",
          "Verbs",
          "JSONSchemaPropsOrArray",
          "JSONSchemaPropsOrBool",
          "JSONSchemaPropsOrStringArray" -> {
        // these read themselves, and take more than one form
      }
      default -> {
        if (value.isObject()) {
          struct(message, value, place.path());
        } else {
          wrong(value, place, type, "struct");
        }
      }
    }
  }

  private void text(JsonNode value, Place place, @Nullable String complaint) throws Broken {
    if (!value.isTextual()) {
      throw new Broken(mismatch(GoJson.word(value), place, "string"));
    }
    if (complaint != null) {
      throw new Broken(complaint);
    }
  }

  private static void quantity(JsonNode value) throws Broken {
    try {
      GoQuantity.parse(GoForm.quantityText(value));
    } catch (GoQuantity.Malformed malformed) {
      throw new Broken(malformed.getMessage());
    }
  }

  private void integer(JsonNode value, Place place, String type, int bits) throws Broken {
    if (!value.isNumber()) {
      expect(false, value, place, type, bits == 31 ? "int32" : "int64");
      return;
    }
    BigDecimal number = value.decimalValue();
    boolean whole = value.isIntegralNumber() && number.toBigInteger().bitLength() <= bits;
    if (converted) {
      if (number.stripTrailingZeros().scale() > 0) {
        throw new Broken("cannot convert float64 to " + type);
      }
    } else if (!whole) {
      save(mismatch("number " + GoNumbers.digits(value), place, type));
    }
  }

  private void bytes(JsonNode value, Place place, String type) throws Broken {
    if (!value.isTextual()) {
      wrong(value, place, type, "slice");
      return;
    }
    int bad = Base64Text.mistake(value.asText());
    if (bad >= 0) {
      String complaint = "illegal base64 data at input byte " + bad;
      if (converted) {
        throw new Broken("error decoding from json: " + complaint);
      }
      save(complaint);
    }
  }

  private void expect(boolean fits, JsonNode value, Place place, String type, String plain)
      throws Broken {
    if (fits) {
      return;
    }
    if (converted) {
      boolean wholeNumber = value.isIntegralNumber() && plain.equals("string");
      throw new Broken(
          wholeNumber ? "cannot convert int64 to " + type : "unrecognized type: " + plain);
    }
    save(mismatch(GoJson.word(value), place, type));
  }

  private void wrong(JsonNode value, Place place, String type, String what) throws Broken {
    if (converted) {
      throw new Broken("cannot restore "
          + (what.equals("struct") ? "struct from: " : what + " from ") + reflected(value));
    }
    save(mismatch(GoJson.word(value), place, type));
  }

  private static String reflected(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT, POJO -> "map";
      case ARRAY -> "slice";
      case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
      default -> GoJson.word(value);
    };
  }

  private void save(String mistake) {
    if (first == null) {
      first = mistake;
    }
  }

  private static String mismatch(String value, Place place, String type) {
    return "json: cannot unmarshal " + value + " into Go struct field " + place.struct()
        + place.path() + " of type " + type;
  }
}
