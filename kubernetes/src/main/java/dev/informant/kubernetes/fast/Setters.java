package dev.informant.kubernetes.fast;

import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
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
 * Jackson's way. Linking costs more than a thousand calls, and of the classes a kind may hold most never occur, so
 * each is linked when it is first called.
 */
final class Setters {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private final Class<?> type;
  private final @Nullable Constructor<?> constructor;

  Setters(Class<?> type) {
    this.type = type;
    this.constructor = isPublic(type) ? publicConstructor(type) : null;
  }

  private static @Nullable Constructor<?> publicConstructor(Class<?> type) {
    try {
      return Modifier.isAbstract(type.getModifiers()) ? null : type.getConstructor();
    } catch (NoSuchMethodException none) {
      return null;
    }
  }

  boolean canConstruct() {
    return constructor != null;
  }

  Supplier<Object> constructor() {
    return new LazyConstructor(type);
  }

  private Object fresh() {
    if (constructor == null) {
      throw new IllegalStateException(type + " has no public constructor");
    }
    try {
      return constructor.newInstance();
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException(type + " cannot be made", failure);
    }
  }

  /** Linked when first called. The field is written by racing threads, each with a value as good as the other's. */
  private static final class LazyConstructor implements Supplier<Object> {
    private final Class<?> type;
    private @Nullable Supplier<Object> linked;

    LazyConstructor(Class<?> type) {
      this.type = type;
    }

    @Override
    public Object get() {
      Supplier<Object> call = linked;
      if (call == null) {
        call = newConstructor(type);
        linked = call;
      }
      return call.get();
    }
  }

  /** As the constructor. */
  private static final class LazySetter implements BiConsumer<Object, @Nullable Object> {
    private final Method method;
    private @Nullable BiConsumer<Object, @Nullable Object> linked;

    LazySetter(Method method) {
      this.method = method;
    }

    @Override
    public void accept(Object bean, @Nullable Object value) {
      BiConsumer<Object, @Nullable Object> call = linked;
      if (call == null) {
        call = linked(method);
        linked = call;
      }
      call.accept(bean, value);
    }

    /** Without linking. */
    void once(Object bean, @Nullable Object value) {
      invoke(method, bean, value);
    }
  }

  private static void invoke(Method method, @Nullable Object... beanAndArguments) {
    try {
      method.invoke(
          beanAndArguments[0],
          java.util.Arrays.copyOfRange(beanAndArguments, 1, beanAndArguments.length));
    } catch (IllegalAccessException | InvocationTargetException failure) {
      throw new IllegalStateException(method + " failed", failure);
    }
  }

  BiConsumer<Object, @Nullable Object> of(SettableBeanProperty property) {
    AnnotatedMember member = property.getMember();
    if (member != null
        && member.getMember() instanceof Method method
        && method.getParameterCount() == 1
        && Modifier.isPublic(method.getModifiers())
        && isPublic(method.getDeclaringClass())) {
      return new LazySetter(method);
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
    return (bean, name, value) -> invoke(method, bean, name, value);
  }

  /** Replaces the map of unknown fields; null if the class has no way to. */
  @Nullable
  BiConsumer<Object, @Nullable Object> unknownMap() {
    try {
      Method method = type.getMethod("setAdditionalProperties", Map.class);
      return isPublic(method.getDeclaringClass()) ? new LazySetter(method) : null;
    } catch (NoSuchMethodException none) {
      return null;
    }
  }

  /** Whether a new object has an empty collection there, so that a shared one is equal to it. */
  boolean startsEmpty(BeanPlan.Empty empty) {
    Object other = fresh();
    Object value = empty.value() instanceof Collection ? java.util.List.of() : Map.of();
    if (empty.setter() instanceof LazySetter lazy) {
      lazy.once(other, value);
    } else {
      empty.setter().accept(other, value);
    }
    return fresh().equals(other);
  }

  private static boolean isPublic(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
  }

  @SuppressWarnings("unchecked") // the metafactory makes what it is asked for
  private static Supplier<Object> newConstructor(Class<?> type) {
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
      return () -> new Setters(type).fresh();
    }
  }

  @SuppressWarnings("unchecked") // as above
  private static BiConsumer<Object, @Nullable Object> linked(Method method) {
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
      return (bean, value) -> invoke(method, bean, value);
    }
  }
}
