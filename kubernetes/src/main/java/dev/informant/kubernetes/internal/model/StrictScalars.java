package dev.informant.kubernetes.internal.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedConstructor;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.ClassUtil;
import com.fasterxml.jackson.datatype.jsr310.deser.DurationDeserializer;
import com.fasterxml.jackson.datatype.jsr310.deser.InstantDeserializer;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets the models be read only from the types of JSON that they are written in. Their own deserialisers make something
 * of anything, Jackson takes a number for a time and a text for {@code NaN}, and a class with a constructor of one
 * string for a string. Stateless.
 */
final class StrictScalars {
  /** As in {@code ModelClasses}, whose package is above this one; the names below are made of it, too. */
  private static final String MODELS = "io.fabric8.kubernetes.api.model.";

  private static final Set<JsonToken> TEXT = Set.of(JsonToken.VALUE_STRING);
  private static final Set<JsonToken> NUMBER =
      Set.of(JsonToken.VALUE_NUMBER_INT, JsonToken.VALUE_NUMBER_FLOAT);
  private static final Set<JsonToken> TEXT_OR_NUMBER =
      Set.of(JsonToken.VALUE_STRING, JsonToken.VALUE_NUMBER_INT, JsonToken.VALUE_NUMBER_FLOAT);
  private static final Set<JsonToken> OBJECT_OR_LIST =
      Set.of(JsonToken.START_OBJECT, JsonToken.START_ARRAY);
  private static final Set<JsonToken> OBJECT_OR_BOOLEAN =
      Set.of(JsonToken.START_OBJECT, JsonToken.VALUE_TRUE, JsonToken.VALUE_FALSE);

  /** Classes with deserialisers of their own, and what they may be read from. */
  private static final Map<String, Set<JsonToken>> CLASSES = Map.of(
      Quantity.class.getName(),
      TEXT_OR_NUMBER,
      MicroTime.class.getName(),
      TEXT,
      MODELS + "apiextensions.v1.JSONSchemaPropsOrArray",
      OBJECT_OR_LIST,
      MODELS + "apiextensions.v1.JSONSchemaPropsOrStringArray",
      OBJECT_OR_LIST,
      MODELS + "apiextensions.v1.JSONSchemaPropsOrBool",
      OBJECT_OR_BOOLEAN,
      MODELS + "apiextensions.v1beta1.JSONSchemaPropsOrArray",
      OBJECT_OR_LIST,
      MODELS + "apiextensions.v1beta1.JSONSchemaPropsOrStringArray",
      OBJECT_OR_LIST,
      MODELS + "apiextensions.v1beta1.JSONSchemaPropsOrBool",
      OBJECT_OR_BOOLEAN);

  private StrictScalars() {}

  static void addTo(ObjectMapper mapper) {
    mapper.registerModule(new SimpleModule("informant-strict")
        // fabric8 reads numbers from strings too (octal ones of YAML); JSON needs none of that.
        .addDeserializer(
            Integer.class, new NumberDeserializers.IntegerDeserializer(Integer.class, null))
        .addDeserializer(
            Double.class,
            strict(
                Double.class,
                new NumberDeserializers.DoubleDeserializer(Double.class, null),
                NUMBER))
        .addDeserializer(
            Double.TYPE,
            strict(
                Double.TYPE, new NumberDeserializers.DoubleDeserializer(Double.TYPE, 0.0), NUMBER))
        .addDeserializer(
            ZonedDateTime.class,
            strict(ZonedDateTime.class, InstantDeserializer.ZONED_DATE_TIME, TEXT))
        .addDeserializer(
            Duration.class, strict(Duration.class, DurationDeserializer.INSTANCE, TEXT)));
    AnnotationIntrospector annotations =
        mapper.getDeserializationConfig().getAnnotationIntrospector();
    mapper.setAnnotationIntrospectors(
        mapper.getSerializationConfig().getAnnotationIntrospector(),
        AnnotationIntrospector.pair(new StrictAnnotations(annotations), annotations));
  }

  @SuppressWarnings("unchecked") // it delegates to one of that type
  private static <T> JsonDeserializer<T> strict(
      Class<T> type, JsonDeserializer<?> otherwise, Set<JsonToken> allowed) {
    return (JsonDeserializer<T>) (JsonDeserializer<?>) new Strict(type, otherwise, allowed);
  }

  /** Refuses what is not of these types, and leaves the rest to the deserialiser it stands before. */
  private static final class Strict extends DelegatingDeserializer {
    private static final long serialVersionUID = 1;

    private final Class<?> type;
    private final transient Set<JsonToken> allowed;

    Strict(Class<?> type, JsonDeserializer<?> otherwise, Set<JsonToken> allowed) {
      super(otherwise);
      this.type = type;
      this.allowed = allowed;
    }

    @Override
    public Class<?> handledType() {
      return type;
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> otherwise) {
      return new Strict(type, otherwise, allowed);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return allowed.contains(parser.currentToken())
          ? super.deserialize(parser, context)
          : context.handleUnexpectedToken(type, parser);
    }
  }

  /** What we say of the models' classes before their annotations do: annotations come before modules. */
  private static final class StrictAnnotations extends NopAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    private final AnnotationIntrospector annotations;

    StrictAnnotations(AnnotationIntrospector annotations) {
      this.annotations = annotations;
    }

    @Override
    public @Nullable Object findDeserializer(Annotated annotated) {
      Set<JsonToken> allowed = annotated instanceof AnnotatedClass
          ? CLASSES.get(annotated.getRawType().getName())
          : null;
      if (allowed == null || !(annotations.findDeserializer(annotated) instanceof Class<?> own)) {
        return null;
      }
      JsonDeserializer<?> otherwise =
          (JsonDeserializer<?>) ClassUtil.createInstance(own, /* canFixAccess= */ true);
      return new Strict(annotated.getRawType(), otherwise, allowed);
    }

    /** A constructor with one argument is for programs; only one that says so is for JSON. */
    @Override
    public JsonCreator.@Nullable Mode findCreatorAnnotation(
        MapperConfig<?> config, Annotated annotated) {
      return annotated instanceof AnnotatedConstructor constructor
              && constructor.getParameterCount() == 1
              && constructor.getDeclaringClass().getName().startsWith(MODELS)
              && annotations.findCreatorAnnotation(config, annotated) == null
          ? JsonCreator.Mode.DISABLED
          : null;
    }
  }
}
