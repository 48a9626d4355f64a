package dev.informant.kubernetes.internal.model;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.std.NullSerializer;
import java.util.List;

/**
 * Has lists and maps that are null written as null. Models leave them out, and whoever reads that makes empty ones of them: the
 * object would be another one than before. Stateless.
 */
final class NullContainers extends BeanSerializerModifier {
  private static final long serialVersionUID = 1;

  /** A mapper that writes so, and is like this one otherwise. */
  static ObjectMapper in(ObjectMapper mapper) {
    ObjectMapper copy = mapper.copy();
    copy.setSerializerFactory(
        copy.getSerializerFactory().withSerializerModifier(new NullContainers()));
    return copy;
  }

  @Override
  public List<BeanPropertyWriter> changeProperties(
      SerializationConfig config,
      BeanDescription description,
      List<BeanPropertyWriter> properties) {
    for (BeanPropertyWriter property : properties) {
      if (property.getType().isContainerType()) {
        property.assignNullSerializer(NullSerializer.instance);
      }
    }
    return properties;
  }
}
