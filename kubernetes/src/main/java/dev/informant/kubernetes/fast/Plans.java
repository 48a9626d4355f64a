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
import com.fasterxml.jackson.databind.deser.std.ContainerDeserializerBase;
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
  private final Map<Class<?>, LazyPlan> byClass = new HashMap<>(); // guarded by this
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

  private ValuePlan plan(JavaType type, JsonDeserializer<?> deserializer, Whole whole) {
    Class<?> raw = type.getRawClass();
    if (raw == Quantity.class) {
      return new Scalars.QuantityPlan(jackson(whole));
    }
    if (raw == IntOrString.class) {
      return new Scalars.IntOrStringPlan(jackson(whole));
    }
    if (deserializer instanceof StringDeserializer) {
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
    if (raw == List.class && deserializer instanceof StringCollectionDeserializer) {
      return new Containers.ListPlan(TEXT, /* place= */ -1);
    }
    if (raw == List.class && deserializer.getClass() == CollectionDeserializer.class) {
      ValuePlan element = content(type, (CollectionDeserializer) deserializer, whole);
      return new Containers.ListPlan(element, element.isPart() ? places++ : -1);
    }
    if (raw == Map.class
        && deserializer.getClass() == MapDeserializer.class
        && type.getKeyType().getRawClass() == String.class) {
      return new Containers.MapPlan(content(type, (MapDeserializer) deserializer, whole));
    }
    if (deserializer instanceof ShallowBean bean) {
      return byClass.computeIfAbsent(
          raw,
          absent -> new LazyPlan(/* isPart= */ true, () -> bean(type, bean.deserializer(), whole)));
    }
    return jackson(whole);
  }

  private ValuePlan content(JavaType type, ContainerDeserializerBase<?> container, Whole whole) {
    return plan(
        type.getContentType(),
        container.getContentDeserializer(),
        () -> ((ContainerDeserializerBase<?>) whole.find()).getContentDeserializer());
  }

  private synchronized ValuePlan bean(JavaType type, BeanDeserializer deserializer, Whole whole) {
    try {
      deserializer.resolve(context(shallow, null));
      return resolved(type, deserializer, whole);
    } catch (JsonMappingException unsuitable) {
      return jackson(whole);
    }
  }

  private ValuePlan resolved(JavaType type, BeanDeserializer deserializer, Whole whole)
      throws JsonMappingException {
    DeserializationConfig config = mapper.getDeserializationConfig();
    BeanDescription description = config.introspect(type);
    Setters setters = new Setters(type.getRawClass());
    AnnotatedMember any = description.findAnySetterAccessor();
    if (!isOrdinary(config, description, deserializer)
        || any == null
        || !(any.getMember() instanceof Method anyMethod)
        || !setters.canConstruct()) {
      return jackson(whole);
    }
    List<BeanPlan.Field> fields = new ArrayList<>();
    List<BeanPlan.Empty> empties = new ArrayList<>();
    Iterator<SettableBeanProperty> properties = deserializer.properties();
    while (properties.hasNext()) {
      SettableBeanProperty property = properties.next();
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
          role(type.getRawClass(), name),
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
    return new BeanPlan(
        type.getRawClass(),
        setters.constructor(),
        fields,
        ignored == null ? Set.of() : new HashSet<>(ignored),
        setters.unknown(anyMethod),
        unknownMap,
        empties);
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
