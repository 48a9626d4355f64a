package dev.informant.kubernetes.fast;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
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
import com.fasterxml.jackson.databind.deser.std.MapDeserializer;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.deser.std.StringCollectionDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.util.AccessPattern;
import dev.informant.kubernetes.stream.DecodeException;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes plans from the deserialisers Jackson would use, once per class. Where one is not understood
 * completely, the plan is to call it. Thread-safe.
 */
final class Plans {
  /** Not all of its variants are public. */
  private static final String UNTYPED =
      "com.fasterxml.jackson.databind.deser.std.UntypedObjectDeserializer";

  /** Strings. */
  static final ValuePlan TEXT = FastReader::string;

  private final ObjectMapper mapper;
  private final Map<JsonDeserializer<?>, ValuePlan> byDeserializer = new HashMap<>(); // by this
  private final Map<Class<?>, ValuePlan> byClass = new HashMap<>(); // by this

  private int places; // guarded by this

  Plans(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  synchronized ValuePlan of(Class<?> type) {
    try {
      return plan(
          mapper.constructType(type),
          context(null).findRootValueDeserializer(mapper.constructType(type)));
    } catch (JsonMappingException unsuitable) {
      throw new IllegalArgumentException(type.getName() + " cannot be decoded", unsuitable);
    }
  }

  /** How many places there are in all plans made so far. */
  synchronized int places() {
    return places;
  }

  private ValuePlan plan(JavaType type, JsonDeserializer<?> deserializer)
      throws JsonMappingException {
    Class<?> raw = type.getRawClass();
    if (raw == Quantity.class) {
      return new Scalars.QuantityPlan(jackson(deserializer));
    }
    if (raw == IntOrString.class) {
      return new Scalars.IntOrStringPlan(jackson(deserializer));
    }
    if (deserializer instanceof StringDeserializer) {
      return TEXT;
    }
    if (deserializer.getClass() == NumberDeserializers.IntegerDeserializer.class) {
      return json -> (int) json.integer(Integer.MIN_VALUE, Integer.MAX_VALUE, "an int");
    }
    if (deserializer.getClass() == NumberDeserializers.LongDeserializer.class) {
      return json -> json.integer(Long.MIN_VALUE, Long.MAX_VALUE, "a long");
    }
    if (deserializer.getClass() == NumberDeserializers.BooleanDeserializer.class) {
      return FastReader::bool;
    }
    if (raw == Object.class && deserializer.getClass().getName().startsWith(UNTYPED)) {
      return FastReader::untyped;
    }
    if (raw == List.class && deserializer instanceof StringCollectionDeserializer) {
      return new Containers.ListPlan(TEXT);
    }
    if (raw == List.class && deserializer.getClass() == CollectionDeserializer.class) {
      JsonDeserializer<?> element =
          ((CollectionDeserializer) deserializer).getContentDeserializer();
      return new Containers.ListPlan(plan(type.getContentType(), element));
    }
    if (raw == Map.class
        && deserializer.getClass() == MapDeserializer.class
        && type.getKeyType().getRawClass() == String.class) {
      JsonDeserializer<?> value = ((MapDeserializer) deserializer).getContentDeserializer();
      return new Containers.MapPlan(plan(type.getContentType(), value));
    }
    if (deserializer.getClass() == BeanDeserializer.class) {
      return bean(type, (BeanDeserializer) deserializer);
    }
    return jackson(deserializer);
  }

  private ValuePlan bean(JavaType type, BeanDeserializer deserializer) throws JsonMappingException {
    ValuePlan known = byClass.get(type.getRawClass());
    if (known != null) {
      return known;
    }
    DeserializationConfig config = mapper.getDeserializationConfig();
    BeanDescription description = config.introspect(type);
    Setters setters = new Setters(type.getRawClass());
    AnnotatedMember any = description.findAnySetterAccessor();
    if (!isOrdinary(config, description, deserializer)
        || any == null
        || !(any.getMember() instanceof Method anyMethod)
        || !setters.canConstruct()) {
      ValuePlan whole = jackson(deserializer);
      byClass.put(type.getRawClass(), whole);
      return whole;
    }
    BeanPlan plan = new BeanPlan(type.getRawClass());
    byClass.put(type.getRawClass(), plan); // before its fields, which may lead back here
    List<BeanPlan.Field> fields = new ArrayList<>();
    List<BeanPlan.Empty> empties = new ArrayList<>();
    Iterator<SettableBeanProperty> properties = deserializer.properties();
    while (properties.hasNext()) {
      SettableBeanProperty property = properties.next();
      var setter = setters.of(property);
      NullValueProvider nulls = property.getNullValueProvider();
      ValuePlan value = plan(property.getType(), property.getValueDeserializer());
      fields.add(new BeanPlan.Field(
          property.getName(),
          setter,
          value,
          nulls.getNullValue(context(null)),
          NullsConstantProvider.isSkipper(nulls),
          role(type.getRawClass(), property.getName()),
          value.isPart() ? places++ : -1));
      if (property.getType().getRawClass() == List.class) {
        empties.add(new BeanPlan.Empty(setter, List.of()));
      } else if (property.getType().getRawClass() == Map.class) {
        empties.add(new BeanPlan.Empty(setter, Map.of()));
      }
    }
    empties.removeIf(empty -> !setters.startsEmpty(empty));
    var unknownMap = setters.unknownMap();
    if (unknownMap != null) {
      empties.add(new BeanPlan.Empty(unknownMap, Map.of()));
    }
    Set<String> ignored = description.getIgnoredPropertyNames();
    plan.complete(
        setters.constructor(),
        fields,
        ignored == null ? Set.of() : new HashSet<>(ignored),
        setters.unknown(anyMethod),
        unknownMap,
        empties);
    return plan;
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

  /** Whether a class is read field by field through its constructor and setters, and in no other way. */
  private static boolean isOrdinary(
      DeserializationConfig config, BeanDescription description, BeanDeserializer deserializer) {
    var instantiator = deserializer.getValueInstantiator();
    if (deserializer.getObjectIdReader() != null
        || !instantiator.canCreateUsingDefault()
        || instantiator.canCreateFromObjectWith()
        || instantiator.canCreateUsingDelegate()
        || instantiator.canCreateUsingArrayDelegate()
        || (description.findInjectables() != null
            && !description.findInjectables().isEmpty())) {
      return false;
    }
    var ignorals =
        config.getDefaultPropertyIgnorals(description.getBeanClass(), description.getClassInfo());
    if (ignorals != null && (!ignorals.getIgnored().isEmpty() || ignorals.getIgnoreUnknown())) {
      return false;
    }
    var introspector = config.getAnnotationIntrospector();
    for (BeanPropertyDefinition property : description.findProperties()) {
      AnnotatedMember member = property.getPrimaryMember();
      if (member != null && introspector.findUnwrappingNameTransformer(member) != null) {
        return false;
      }
    }
    Iterator<SettableBeanProperty> properties = deserializer.properties();
    while (properties.hasNext()) {
      SettableBeanProperty property = properties.next();
      AccessPattern nulls = property.getNullValueProvider().getNullAccessPattern();
      if (property.hasValueTypeDeserializer()
          || property.getManagedReferenceName() != null
          || property.getInjectableValueId() != null
          || !property.findAliases(config).isEmpty()
          || property.isIgnorable()
          || nulls == AccessPattern.DYNAMIC) {
        return false;
      }
    }
    return true;
  }

  /** Leaves a value to the deserialiser Jackson would use. */
  private ValuePlan jackson(JsonDeserializer<?> deserializer) {
    return byDeserializer.computeIfAbsent(deserializer, absent -> json -> {
      int from = json.skip();
      try (JsonParser parser = mapper.getFactory().createParser(json.bytes, from, json.at - from)) {
        DefaultDeserializationContext context = context(parser);
        parser.nextToken();
        return deserializer.deserialize(parser, context);
      } catch (IOException | IllegalArgumentException malformed) {
        throw new DecodeException("a value that can be read expected at byte " + from);
      }
    });
  }

  private DefaultDeserializationContext context(@Nullable JsonParser parser) {
    DefaultDeserializationContext blueprint =
        (DefaultDeserializationContext) mapper.getDeserializationContext();
    return blueprint.createInstance(mapper.getDeserializationConfig(), parser, null);
  }
}
