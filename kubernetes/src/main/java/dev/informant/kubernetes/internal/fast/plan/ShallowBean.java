package dev.informant.kubernetes.internal.fast.plan;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.BeanDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import org.jspecify.annotations.Nullable;

/**
 * Holds the deserialiser that Jackson has found for a class, in a state to look at and not to read with. Having found one, Jackson would
 * go on to those of its fields, and of their fields: everything that can be reached, most of which never occurs. With this in its place it
 * stops.
 */
final class ShallowBean extends JsonDeserializer<Object> implements ContextualDeserializer {
  private final BeanDeserializer deserializer;

  private ShallowBean(BeanDeserializer deserializer) {
    this.deserializer = deserializer;
  }

  /** A mapper of the same making that looks no further than the fields of a class. */
  static ObjectMapper mapper(ObjectMapper whole) {
    return whole
        .copy()
        .registerModule(new SimpleModule("informant-shallow").setDeserializerModifier(new Stop()));
  }

  /** Not resolved. */
  BeanDeserializer deserializer() {
    return deserializer;
  }

  /** Where a field, or the class, has it read in a way of its own (other names, as a list, …), this is no such bean. */
  @Override
  public JsonDeserializer<?> createContextual(
      DeserializationContext context, @Nullable BeanProperty property) throws JsonMappingException {
    return deserializer.createContextual(context, property) == deserializer ? this : new Special();
  }

  @Override
  public Object deserialize(JsonParser parser, DeserializationContext context) {
    throw new UnsupportedOperationException("this deserialiser can only be inspected");
  }

  private static final class Special extends JsonDeserializer<Object> {
    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context) {
      throw new UnsupportedOperationException("this deserialiser can only be inspected");
    }
  }

  private static final class Stop extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1;

    @Override
    public JsonDeserializer<?> modifyDeserializer(
        DeserializationConfig config, BeanDescription type, JsonDeserializer<?> found) {
      return found.getClass() == BeanDeserializer.class
          ? new ShallowBean((BeanDeserializer) found)
          : found;
    }
  }
}
