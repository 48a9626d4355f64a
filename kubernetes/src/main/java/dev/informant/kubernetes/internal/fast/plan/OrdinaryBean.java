package dev.informant.kubernetes.internal.fast.plan;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.deser.SettableAnyProperty;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.impl.FieldProperty;
import com.fasterxml.jackson.databind.deser.impl.MethodProperty;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.util.AccessPattern;
import io.fabric8.kubernetes.model.jackson.SettableBeanPropertyDelegating;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides which classes are read field by field through their constructors and setters, and in no other way. Whatever
 * is not known here makes a class another one: those of users may have anything that Jackson has a word for. Immutable.
 */
final class OrdinaryBean {
  /** More than the models of Kubernetes (ModelClasses): those of OpenShift, Knative, … are generated in the same way. */
  private static final String GENERATED = "io.fabric8.";

  private final DeserializationConfig config;
  private final BeanDescription description;
  private final BeanLook deserializer;

  /**
   * @param deserializer resolved, for the same class as the description
   */
  OrdinaryBean(DeserializationConfig config, BeanDescription description, BeanLook deserializer) {
    this.config = config;
    this.description = description;
    this.deserializer = deserializer;
  }

  boolean isOrdinary() {
    var instantiator = deserializer.getValueInstantiator();
    if (!deserializer.isVanilla()
        || !instantiator.canCreateUsingDefault()
        || instantiator.canCreateFromObjectWith()
        || instantiator.canCreateUsingDelegate()
        || instantiator.canCreateUsingArrayDelegate()
        || config.isEnabled(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
        || config.getProblemHandlers() != null) {
      return false;
    }
    var introspector = config.getAnnotationIntrospector();
    for (BeanPropertyDefinition property : description.findProperties()) {
      AnnotatedMember member = property.getPrimaryMember();
      if (member != null && introspector.findUnwrappingNameTransformer(member) != null) {
        return false;
      }
    }
    return properties().stream().allMatch(this::isOrdinary) && (!hasAny() || any() != null);
  }

  private boolean isOrdinary(SettableBeanProperty property) {
    return isSetOnly(property)
        && property.getMember() != null
        && isSetter(property.getMember())
        && !property.hasValueTypeDeserializer()
        && property.getManagedReferenceName() == null
        && property.getInjectableValueId() == null
        && property.findAliases(config).isEmpty()
        && !property.isIgnorable()
        // What a primitive is instead of null depends on the mapper, and that is a known one.
        && (property.getType().isPrimitive()
            || property.getNullValueProvider().getNullAccessPattern() != AccessPattern.DYNAMIC);
  }

  /** Not merged, nor referred to. The last is what the model library wraps around the others. */
  private static boolean isSetOnly(SettableBeanProperty property) {
    return property.getClass() == MethodProperty.class
        || property.getClass() == FieldProperty.class
        || property instanceof SettableBeanPropertyDelegating;
  }

  private static boolean isSetter(AnnotatedMember member) {
    return member.getMember() instanceof Field
        || member.getMember() instanceof Method method && method.getParameterCount() == 1;
  }

  List<SettableBeanProperty> properties() {
    List<SettableBeanProperty> all = new ArrayList<>();
    deserializer.properties().forEachRemaining(all::add);
    return all;
  }

  private boolean hasAny() {
    return deserializer.anySetter() != null || description.findAnySetterAccessor() != null;
  }

  /** The method that takes fields the class does not know, and any value of them; null if there is none. */
  @Nullable
  Method any() {
    SettableAnyProperty setter = deserializer.anySetter();
    AnnotatedMember member = description.findAnySetterAccessor();
    if (setter == null
        || member == null
        || !(member.getMember() instanceof Method method)
        || method.getParameterCount() != 2) {
      return null;
    }
    var introspector = config.getAnnotationIntrospector();
    JavaType type = setter.getType();
    boolean takesAll = method.getParameterTypes()[0] == String.class
        && method.getParameterTypes()[1] == Object.class
        && type.getRawClass() == Object.class
        && type.getTypeHandler() == null
        && introspector.findDeserializer(member) == null
        && introspector.findPropertyTypeResolver(config, member, type) == null;
    return takesAll && (hasPlainSetters() || !hasMapOfAnything()) ? method : null;
  }

  /** Such a map may be the one the unknown fields are put into. */
  private boolean hasMapOfAnything() {
    return properties().stream()
        .map(SettableBeanProperty::getType)
        .anyMatch(type -> Map.class.isAssignableFrom(type.getRawClass())
            && (type.getContentType() == null || type.getContentType().isJavaLangObject()));
  }

  /** Whether it is known what its setters do: they set, and nothing else. */
  boolean hasPlainSetters() {
    return description.getBeanClass().getName().startsWith(GENERATED);
  }
}
