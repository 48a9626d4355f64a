package dev.informant.kubernetes.internal.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MutableCoercionConfig;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.informant.kubernetes.codec.DecodeException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Jackson, set up as fabric8 sets it up, but strict: a number where a string belongs is refused, and so
 * are bytes after the object. Thread-safe.
 */
/*
 * Strict about types of JSON, not about what a string says. Without coercion of scalars Jackson refuses the empty string for
 * numbers and booleans, which is meant, and for times and letters, for which a string is the right type: these are nothing
 * then, as for fabric8. For what else is read from strings (enums, identifiers, …) both have Jackson's defaults.
 *
 * Field names are not canonicalised: the keys of managedFields are field names without end, they would
 * overflow Jackson's name table again and again.
 *
 * Deserialisers are looked for when they are needed: those of a Pod are hundreds, and where the fast decoder reads
 * the objects nobody ever asks for them.
 */
public final class ModelMapper {
  private static final ModelMapper SHARED = new ModelMapper();

  /** Made when something is written: a program that only reads never does. */
  private static final class Writing {
    static final ObjectMapper MAPPER = NullContainers.in(SHARED.mapper);
  }

  private final ObjectMapper mapper;

  private ModelMapper() {
    JsonFactory factory = JsonFactory.builder()
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .build();
    mapper = JsonMapper.builder(factory)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .withCoercionConfigDefaults(
            any -> any.setCoercion(CoercionInputShape.EmptyArray, CoercionAction.Fail))
        .withCoercionConfig(LogicalType.DateTime, ModelMapper::emptyIsNothing)
        .withCoercionConfig(Character.class, ModelMapper::emptyIsNothing)
        .withCoercionConfig(Character.TYPE, ModelMapper::emptyIsNothing)
        .disable(DeserializationFeature.EAGER_DESERIALIZER_FETCH)
        .withCoercionConfig(LogicalType.Textual, textual -> {
          textual.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
          textual.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
          textual.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
        })
        .build();
    new KubernetesSerialization(mapper, /* searchClassloaders= */ true).asJson("");
    StrictScalars.addTo(mapper);
  }

  private static void emptyIsNothing(MutableCoercionConfig written) {
    written.setCoercion(CoercionInputShape.EmptyString, CoercionAction.AsNull);
  }

  /** The one of the process. */
  public static ModelMapper shared() {
    return SHARED;
  }

  public ObjectReader readerFor(Class<?> type) {
    return mapper.readerFor(type);
  }

  /** The mapper itself; not to be configured. */
  public ObjectMapper mapper() {
    return mapper;
  }

  /** A copy with everything in it. */
  public <T> T copy(T object, Class<T> type) {
    try {
      return mapper.readerFor(type).readValue(Writing.MAPPER.writeValueAsBytes(object));
    } catch (IOException unwritable) {
      throw new IllegalArgumentException("a " + type.getName() + " cannot be copied", unwritable);
    }
  }

  /** An object as JSON that is read as an equal one. */
  public byte[] bytes(Object object) {
    try {
      return Writing.MAPPER.writeValueAsBytes(object);
    } catch (JsonProcessingException unwritable) {
      // Its message may quote the object.
      throw new IllegalArgumentException(
          "a " + object.getClass().getName() + " cannot be written as JSON");
    }
  }

  /**
   * The one value in the bytes.
   *
   * @throws DecodeException if they hold anything else; it quotes nothing of them
   */
  public static <T> T read(ObjectReader reader, byte[] bytes, int offset, int length) {
    // Not FAIL_ON_TRAILING_TOKENS: the models' own deserialisers read subtrees with the same
    // mapper.
    try (JsonParser parser = reader.getFactory().createParser(bytes, offset, length)) {
      @Nullable T value = reader.readValue(parser);
      if (value == null) {
        throw new DecodeException("null instead of an object");
      }
      if (parser.nextToken() != null) {
        throw new DecodeException("more than one value");
      }
      return value;
    } catch (IOException | IllegalArgumentException malformed) {
      throw new DecodeException(describe(malformed));
    }
  }

  /** What is wrong and where, without what was found: Jackson's own message quotes it. */
  private static String describe(Exception malformed) {
    if (malformed instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      String path = mapping.getPath().stream()
          .map(step ->
              step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
          .collect(Collectors.joining("."))
          .replace(".[", "[");
      Class<?> target =
          malformed instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
      return "field " + path + " cannot be read"
          + (target == null ? "" : " as " + target.getSimpleName());
    }
    if (malformed instanceof JsonProcessingException json && json.getLocation() != null) {
      return "not valid JSON at byte " + json.getLocation().getByteOffset() + " of the object";
    }
    return "not readable: " + malformed.getClass().getSimpleName();
  }
}
