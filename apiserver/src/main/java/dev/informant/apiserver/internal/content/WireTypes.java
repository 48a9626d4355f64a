package dev.informant.apiserver.internal.content;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields that came with another wire type than theirs: Java keeps them aside, Go refuses them. Stateless. */
final class WireTypes {
  private WireTypes() {}

  /** What Go says of the first one; null if there is none. */
  static @Nullable String mistake(Message message) {
    boolean entry =
        message.getDescriptorForType().getOptions().getMapEntry(); // it minds none there
    for (Map.Entry<Integer, UnknownFieldSet.Field> unknown :
        message.getUnknownFields().asMap().entrySet()) {
      FieldDescriptor field = message.getDescriptorForType().findFieldByNumber(unknown.getKey());
      if (field != null && !entry) {
        return "proto: wrong wireType = " + type(unknown.getValue()) + " for field " + name(field);
      }
    }
    for (Map.Entry<FieldDescriptor, Object> known : message.getAllFields().entrySet()) {
      if (known.getKey().getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        List<?> within =
            known.getKey().isRepeated() ? (List<?>) known.getValue() : List.of(known.getValue());
        for (Object one : within) {
          String mistake = mistake((Message) one);
          if (mistake != null) {
            return mistake;
          }
        }
      }
    }
    return null;
  }

  private static int type(UnknownFieldSet.Field field) {
    if (!field.getVarintList().isEmpty()) {
      return 0;
    }
    if (!field.getFixed64List().isEmpty()) {
      return 1;
    }
    if (!field.getLengthDelimitedList().isEmpty()) {
      return 2;
    }
    return field.getGroupList().isEmpty() ? 5 : 3;
  }

  /** As most fields of Go's structs are called. */
  private static String name(FieldDescriptor field) {
    String name = field.getName();
    return switch (name) {
      case "metadata" -> "ObjectMeta";
      case "uid" -> "UID";
      default -> Character.toUpperCase(name.charAt(0)) + name.substring(1);
    };
  }
}
