package dev.informant.kubernetes.fast;

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
import dev.informant.kubernetes.stream.DecodeException;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes plans from the deserialisers Jackson would use, once per class, when the class first occurs. Where one is not
 * understood completely, the plan is to call it. Thread-safe.
 */
/*
 * Two locks: a LazyPlan's, held while its plan is made, and this one's, which that takes. Always in this order: nobody
 * who holds this lock asks a LazyPlan for its plan.
 */
final class Plans {
  /** Not all of its variants are public. */
  private static final String UNTYPED =
      "com.fasterxml.jackson.databind.deser.std.UntypedObjectDeserializer";

  /** Strings. */
  static final ValuePlan TEXT = FastReader::string;

  private final ObjectMapper mapper;
  private final ObjectMapper shallow;
  private final Map<JavaType, LazyPlan> byType = new HashMap<>(); // guarded by this
  private int places; // guarded by this

  Plans(ObjectMapper mapper) {
    this.mapper = mapper;
    this.shallow = ShallowBean.mapper(mapper);
  }

  /** Finds out what Jackson would use, with all that it leads to. */
  private interface Whole {
    JsonDeserializer<?> find() throws JsonMappingException;
  }

  ValuePlan of(Class<?> type) {
    ValuePlan plan = root(type);
    return plan instanceof LazyPlan lazy ? lazy.made() : plan; // its lock comes before this one
  }

  private synchronized ValuePlan root(Class<?> type) {
    JavaType root = mapper.constructType(type);
    try {
      return plan(
          root,
          context(shallow, null).findRootValueDeserializer(root),
          () -> context(mapper, null).findRootValueDeserializer(root));
    } catch (JsonMappingException unsuitable) {
      throw new IllegalArgumentException(type.getName() + " cannot be decoded", unsuitable);
    }
  }

  private ValuePlan plan(JavaType type, JsonDeserializer<?> deserializer, Whole whole)
      throws JsonMappingException {
    Class<?> raw = type.getRawClass();
    if (raw == Quantity.class && isUsual(type, deserializer)) {
      return new Scalars.QuantityPlan(jackson(whole));
    }
    if (raw == IntOrString.class && isUsual(type, deserializer)) {
      return new Scalars.IntOrStringPlan(jackson(whole));
    }
    if (deserializer.getClass() == StringDeserializer.class) {
      return TEXT;
    }
    if (deserializer.getClass() == NumberDeserializers.IntegerDeserializer.class) {
      return json -> (int) Numbers.integer(json, Integer.MIN_VALUE, Integer.MAX_VALUE, "an int");
    }
    if (deserializer.getClass() == NumberDeserializers.LongDeserializer.class) {
      return json -> Numbers.integer(json, Long.MIN_VALUE, Long.MAX_VALUE, "a long");
    }
    if (deserializer.getClass() == NumberDeserializers.BooleanDeserializer.class) {
      return FastReader::bool;
    }
    if (raw == Object.class && deserializer.getClass().getName().startsWith(UNTYPED)) {
      return FastReader::untyped;
    }
    if (raw == List.class && ContainerLook.isPlainTexts(deserializer, context(shallow, null))) {
      return new Containers.ListPlan(TEXT, /* place= */ -1);
    }
    if (raw == List.class && ContainerLook.isPlainList(deserializer, context(shallow, null))) {
      ValuePlan element = content(type, (CollectionDeserializer) deserializer, whole);
      return new Containers.ListPlan(element, element.isPart() ? places++ : -1);
    }
    if (raw == Map.class
        && type.getKeyType().getRawClass() == String.class
        && ContainerLook.isPlainMap(deserializer, context(shallow, null))) {
      return new Containers.MapPlan(content(type, (MapDeserializer) deserializer, whole));
    }
    if (deserializer instanceof ShallowBean bean) {
      return byType.computeIfAbsent(
          type,
          absent -> new LazyPlan(/* isPart= */ true, () -> bean(type, bean.deserializer(), whole)));
    }
    return jackson(whole);
  }

  /** Whether a field has its values read as any other of this class. */
  private boolean isUsual(JavaType type, JsonDeserializer<?> deserializer)
      throws JsonMappingException {
    return deserializer.getClass()
        == context(shallow, null).findRootValueDeserializer(type).getClass();
  }

  private ValuePlan content(JavaType type, ContainerDeserializerBase<?> container, Whole whole)
      throws JsonMappingException {
    return plan(
        type.getContentType(),
        container.getContentDeserializer(),
        () -> ((ContainerDeserializerBase<?>) whole.find()).getContentDeserializer());
  }

  private synchronized ValuePlan bean(JavaType type, BeanDeserializer deserializer, Whole whole) {
    try {
      deserializer.resolve(context(shallow, null));
      DeserializationConfig config = mapper.getDeserializationConfig();
      BeanLook look = new BeanLook(deserializer);
      OrdinaryBean bean = new OrdinaryBean(config, config.introspect(type), look);
      Setters setters = new Setters(type.getRawClass());
      return setters.canConstruct() && bean.isOrdinary()
          ? ordinary(type.getRawClass(), bean, look, setters, whole)
          : jackson(whole);
    } catch (JsonMappingException unsuitable) {
      return jackson(whole);
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
          nulls.getNullValue(context(shallow, null)),
          NullsConstantProvider.isSkipper(nulls),
          role(type, name),
          value.isPart() ? places++ : -1));
      if (property.getType().getRawClass() == List.class) {
        empties.add(new BeanPlan.Empty(setter, List.of()));
      } else if (property.getType().getRawClass() == Map.class) {
        empties.add(new BeanPlan.Empty(setter, Map.of()));
      }
    }
    empties.removeIf(empty -> !bean.isOfTheModels() || !setters.startsEmpty(empty));
    Method any = bean.any();
    var unknownMap = any != null && bean.isOfTheModels() ? setters.unknownMap() : null;
    if (unknownMap != null) {
      empties.add(new BeanPlan.Empty(unknownMap, Map.of()));
    }
    UnknownFields unknown = new UnknownFields(
        look.ignored(),
        any == null ? null : setters.unknown(any),
        unknownMap,
        look.refusesUnknown(mapper.getDeserializationConfig()));
    return new BeanPlan(type, setters.constructor(), fields, unknown, empties, jackson(whole));
  }

  private static BeanPlan.Role role(Class<?> type, String field) {
    if (type != ObjectMeta.class) {
      return BeanPlan.Role.ORDINARY;
    }
    return switch (field) {
      case "managedFields" -> BeanPlan.Role.MANAGED_FIELDS;
      case "uid" -> BeanPlan.Role.UID;
      default -> BeanPlan.Role.ORDINARY;
    };
  }

  /** Leaves a value to the deserialiser Jackson would use. */
  private ValuePlan jackson(Whole whole) {
    return new LazyPlan(
        /* isPart= */ false, () -> {
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
    try (JsonParser parser = mapper.getFactory().createParser(json.bytes, from, json.at - from)) {
      DefaultDeserializationContext context = context(mapper, parser);
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
