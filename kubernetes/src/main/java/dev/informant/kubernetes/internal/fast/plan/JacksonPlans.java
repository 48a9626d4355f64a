package dev.informant.kubernetes.internal.fast.plan;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.BeanDeserializer;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.NullValueProvider;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.impl.NullsConstantProvider;
import com.fasterxml.jackson.databind.deser.std.CollectionDeserializer;
import com.fasterxml.jackson.databind.deser.std.ContainerDeserializerBase;
import com.fasterxml.jackson.databind.deser.std.MapDeserializer;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.internal.fast.read.BeanPlan;
import dev.informant.kubernetes.internal.fast.read.Containers;
import dev.informant.kubernetes.internal.fast.read.FastReader;
import dev.informant.kubernetes.internal.fast.read.LazyPlan;
import dev.informant.kubernetes.internal.fast.read.Scalars;
import dev.informant.kubernetes.internal.fast.read.UnknownFields;
import dev.informant.kubernetes.internal.fast.read.ValuePlan;
import dev.informant.kubernetes.internal.model.ModelMapper;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes plans of what Jackson would use for a class. Where one of its deserialisers is not understood completely, the plan is to
 * call it. Thread-safe, under the lock of {@link Plans}.
 */
/*
 * Jackson is not touched before somebody needs it: to load it, and to have it look at a class and at everything in it,
 * costs more than decoding ten thousand objects.
 */
final class JacksonPlans {
  /** Not all of its variants are public. */
  private static final String UNTYPED =
      "com.fasterxml.jackson.databind.deser.std.UntypedObjectDeserializer";

  private final Plans plans;
  private final Map<JavaType, LazyPlan> byType = new HashMap<>(); // guarded by plans

  JacksonPlans(Plans plans) {
    this.plans = plans;
  }

  /** The mappers; naming this class loads Jackson. */
  private static final class Jackson {
    static final ObjectMapper WHOLE = ModelMapper.shared().mapper();
    static final ObjectMapper SHALLOW = ShallowBean.mapper(WHOLE);
  }

  /** Finds out what Jackson would use, with all that it leads to. */
  private interface Whole {
    JsonDeserializer<?> find() throws JsonMappingException;
  }

  /** The plan for a class; not under the lock. */
  ValuePlan of(Class<?> type) {
    ValuePlan plan = root(type);
    // Its lock comes before that of the plans.
    return plan instanceof LazyPlan lazy ? lazy.made() : plan;
  }

  private ValuePlan root(Class<?> type) {
    synchronized (plans) {
      JavaType root = Jackson.WHOLE.constructType(type);
      try {
        return plan(
            root,
            context(Jackson.SHALLOW, null).findRootValueDeserializer(root),
            () -> ofClass(type));
      } catch (JsonMappingException unsuitable) {
        throw new IllegalArgumentException(type.getName() + " cannot be decoded", unsuitable);
      }
    }
  }

  private ValuePlan plan(JavaType type, JsonDeserializer<?> deserializer, Whole whole)
      throws JsonMappingException {
    Class<?> raw = type.getRawClass();
    if (raw == Quantity.class && isUsual(type, deserializer)) {
      return new Scalars.QuantityPlan(left(whole));
    }
    if (raw == IntOrString.class && isUsual(type, deserializer)) {
      return new Scalars.IntOrStringPlan(left(whole));
    }
    if (deserializer.getClass() == StringDeserializer.class) {
      return Scalars.TEXT;
    }
    if (deserializer.getClass() == NumberDeserializers.IntegerDeserializer.class) {
      return Scalars.INT;
    }
    if (deserializer.getClass() == NumberDeserializers.LongDeserializer.class) {
      return Scalars.LONG;
    }
    if (deserializer.getClass() == NumberDeserializers.BooleanDeserializer.class) {
      return Scalars.BOOL;
    }
    if (raw == Object.class && deserializer.getClass().getName().startsWith(UNTYPED)) {
      return Scalars.ANY;
    }
    if (raw == List.class
        && ContainerLook.isPlainTexts(deserializer, context(Jackson.SHALLOW, null))) {
      return new Containers.ListPlan(Scalars.TEXT, /* place= */ -1);
    }
    if (raw == List.class
        && ContainerLook.isPlainList(deserializer, context(Jackson.SHALLOW, null))) {
      ValuePlan element = content(type, (CollectionDeserializer) deserializer, whole);
      return new Containers.ListPlan(element, plans.place(element));
    }
    if (raw == Map.class
        && type.getKeyType().getRawClass() == String.class
        && ContainerLook.isPlainMap(deserializer, context(Jackson.SHALLOW, null))) {
      return new Containers.MapPlan(content(type, (MapDeserializer) deserializer, whole));
    }
    if (deserializer instanceof ShallowBean bean) {
      return byType.computeIfAbsent(
          type,
          absent -> new LazyPlan(/* part= */ true, () -> bean(type, bean.deserializer(), whole)));
    }
    return left(whole);
  }

  /** Whether a field has its values read as any other of this class. */
  private boolean isUsual(JavaType type, JsonDeserializer<?> deserializer)
      throws JsonMappingException {
    return deserializer.getClass()
        == context(Jackson.SHALLOW, null).findRootValueDeserializer(type).getClass();
  }

  private ValuePlan content(JavaType type, ContainerDeserializerBase<?> container, Whole whole)
      throws JsonMappingException {
    return plan(
        type.getContentType(),
        container.getContentDeserializer(),
        () -> ((ContainerDeserializerBase<?>) whole.find()).getContentDeserializer());
  }

  private ValuePlan bean(JavaType type, BeanDeserializer deserializer, Whole whole) {
    synchronized (plans) {
      try {
        deserializer.resolve(context(Jackson.SHALLOW, null));
        DeserializationConfig config = Jackson.WHOLE.getDeserializationConfig();
        BeanLook look = new BeanLook(deserializer);
        OrdinaryBean bean = new OrdinaryBean(config, config.introspect(type), look);
        Setters setters = new Setters(type.getRawClass());
        return setters.canConstruct() && bean.isOrdinary()
            ? ordinary(type.getRawClass(), bean, look, setters, whole)
            : left(whole);
      } catch (JsonMappingException unsuitable) {
        return left(whole);
      }
    }
  }

  private ValuePlan ordinary(
      Class<?> type, OrdinaryBean bean, BeanLook look, Setters setters, Whole whole)
      throws JsonMappingException {
    List<BeanPlan.Field> fields = new ArrayList<>();
    List<BeanPlan.Empty> empties = new ArrayList<>();
    for (SettableBeanProperty property : bean.properties()) {
      String name = property.getName();
      var setter = setters.of(property);
      NullValueProvider nulls = property.getNullValueProvider();
      ValuePlan value = plan(
          property.getType(),
          property.getValueDeserializer(),
          () -> ((BeanDeserializer) whole.find()).findProperty(name).getValueDeserializer());
      fields.add(new BeanPlan.Field(
          name,
          setter,
          value,
          nulls.getNullValue(context(Jackson.SHALLOW, null)),
          NullsConstantProvider.isSkipper(nulls),
          Plans.role(type, name),
          plans.place(value)));
      if (property.getType().getRawClass() == List.class) {
        empties.add(new BeanPlan.Empty(setter, List.of()));
      } else if (property.getType().getRawClass() == Map.class) {
        empties.add(new BeanPlan.Empty(setter, Map.of()));
      }
    }
    empties.removeIf(empty -> !bean.hasPlainSetters() || !setters.startsEmpty(empty));
    Method any = bean.any();
    var unknownMap = any != null && bean.hasPlainSetters() ? setters.unknownMap() : null;
    if (unknownMap != null) {
      empties.add(new BeanPlan.Empty(unknownMap, Map.of()));
    }
    UnknownFields unknown = new UnknownFields(
        look.ignored(),
        any == null ? null : setters.unknown(any),
        unknownMap,
        look.refusesUnknown(Jackson.WHOLE.getDeserializationConfig()));
    return new BeanPlan(type, setters.constructor(), fields, unknown, empties, left(whole));
  }

  /** Leaves the objects of a class to Jackson. */
  ValuePlan left(Class<?> type) {
    return left(() -> ofClass(type));
  }

  /** Leaves the values of a field to Jackson. */
  ValuePlan left(Class<?> type, String field) {
    return left(
        () -> ((BeanDeserializer) ofClass(type)).findProperty(field).getValueDeserializer());
  }

  private static JsonDeserializer<?> ofClass(Class<?> type) throws JsonMappingException {
    return context(Jackson.WHOLE, null)
        .findRootValueDeserializer(Jackson.WHOLE.constructType(type));
  }

  /** Leaves a value to the deserialiser Jackson would use. */
  private ValuePlan left(Whole whole) {
    return new LazyPlan(
        /* part= */ false, () -> {
          JsonDeserializer<?> deserializer;
          try {
            deserializer = whole.find();
          } catch (JsonMappingException unsuitable) {
            throw new DecodeException("a class that can be decoded expected");
          }
          return json -> deserialize(json, deserializer);
        });
  }

  private @Nullable Object deserialize(FastReader json, JsonDeserializer<?> deserializer) {
    int from = json.skip();
    try (JsonParser parser =
        Jackson.WHOLE.getFactory().createParser(json.bytes, from, json.at - from)) {
      DefaultDeserializationContext context = context(Jackson.WHOLE, parser);
      parser.nextToken();
      return deserializer.deserialize(parser, context);
    } catch (IOException | IllegalArgumentException malformed) {
      throw json.wrong("a value that can be read", from);
    }
  }

  private static DefaultDeserializationContext context(
      ObjectMapper mapper, @Nullable JsonParser parser) {
    DefaultDeserializationContext blueprint =
        (DefaultDeserializationContext) mapper.getDeserializationContext();
    return blueprint.createInstance(mapper.getDeserializationConfig(), parser, null);
  }
}
