package dev.informant.kubernetes.fast;

import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls the constructor and setters of one class: as fast as written code where they are public, else in
 * Jackson's way.
 */
final class Setters {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private final Class<?> type;
  private final @Nullable Supplier<Object> constructor;

  Setters(Class<?> type) {
    this.type = type;
    this.constructor = isPublic(type) ? newConstructor(type) : null;
  }

  boolean canConstruct() {
    return constructor != null;
  }

  Supplier<Object> constructor() {
    if (constructor == null) {
      throw new IllegalStateException(type + " has no public constructor");
    }
    return constructor;
  }

  BiConsumer<Object, @Nullable Object> of(SettableBeanProperty property) {
    AnnotatedMember member = property.getMember();
    if (member != null
        && member.getMember() instanceof Method method
        && method.getParameterCount() == 1
        && Modifier.isPublic(method.getModifiers())
        && isPublic(method.getDeclaringClass())) {
      BiConsumer<Object, @Nullable Object> linked = linked(method);
      if (linked != null) {
        return linked;
      }
    }
    return (bean, value) -> {
      try {
        property.set(bean, value);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    };
  }

  /** Takes fields the class does not know. */
  BeanPlan.Unknown unknown(Method method) {
    return (bean, name, value) -> {
      try {
        method.invoke(bean, name, value);
      } catch (IllegalAccessException | InvocationTargetException failure) {
        throw new IllegalStateException(method + " failed", failure);
      }
    };
  }

  /** Replaces the map of unknown fields; null if the class has no way to. */
  @Nullable
  BiConsumer<Object, @Nullable Object> unknownMap() {
    try {
      Method method = type.getMethod("setAdditionalProperties", Map.class);
      return isPublic(method.getDeclaringClass()) ? linked(method) : null;
    } catch (NoSuchMethodException none) {
      return null;
    }
  }

  /** Whether a new object has an empty collection there, so that a shared one is equal to it. */
  boolean startsEmpty(BeanPlan.Empty empty) {
    Object fresh = constructor().get();
    Object other = constructor().get();
    empty
        .setter()
        .accept(other, empty.value() instanceof Collection ? java.util.List.of() : Map.of());
    return fresh.equals(other);
  }

  private static boolean isPublic(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
  }

  @SuppressWarnings("unchecked") // the metafactory makes what it is asked for
  private static @Nullable Supplier<Object> newConstructor(Class<?> type) {
    try {
      MethodHandle handle = LOOKUP.findConstructor(type, MethodType.methodType(void.class));
      return (Supplier<Object>) LambdaMetafactory.metafactory(
              LOOKUP,
              "get",
              MethodType.methodType(Supplier.class),
              MethodType.methodType(Object.class),
              handle,
              MethodType.methodType(type))
          .getTarget()
          .invoke();
    } catch (Throwable notLinkable) {
      return null;
    }
  }

  @SuppressWarnings("unchecked") // as above
  private static @Nullable BiConsumer<Object, @Nullable Object> linked(Method method) {
    try {
      MethodHandle handle = LOOKUP.unreflect(method);
      Class<?> parameter =
          MethodType.methodType(method.getParameterTypes()[0]).wrap().returnType();
      return (BiConsumer<Object, @Nullable Object>) LambdaMetafactory.metafactory(
              LOOKUP,
              "accept",
              MethodType.methodType(BiConsumer.class),
              MethodType.methodType(void.class, Object.class, Object.class),
              handle,
              MethodType.methodType(void.class, method.getDeclaringClass(), parameter))
          .getTarget()
          .invoke();
    } catch (Throwable notLinkable) {
      return null;
    }
  }
}
