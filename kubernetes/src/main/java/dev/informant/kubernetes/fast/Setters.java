package dev.informant.kubernetes.fast;

import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls the constructor and setters of one class: as fast as written code where they are public, else in
 * Jackson's way. Linking costs more than a thousand calls, and of the classes a kind may hold most never occur, so
 * a class is linked when it is first made or set. Thread-safe once all setters have been asked for.
 */
final class Setters {
  private final Class<?> type;
  private final @Nullable Constructor<?> constructor;
  private final List<Method> linkable = new ArrayList<>();
  private volatile @Nullable BeanAccess access;

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
    return () -> access().make();
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

  private BeanAccess access() {
    BeanAccess linked = access;
    return linked == null ? link() : linked;
  }

  private synchronized BeanAccess link() {
    BeanAccess linked = access;
    if (linked == null) {
      try {
        linked = AccessClass.of(type, linkable);
      } catch (IOException | ReflectiveOperationException | LinkageError notLinkable) {
        linked = new Reflected();
      }
      access = linked;
    }
    return linked;
  }

  /** Whether calls are as fast as written code. */
  boolean isLinked() {
    return !(access() instanceof Reflected);
  }

  /** For classes that cannot be called from here by their names. */
  private final class Reflected implements BeanAccess {
    @Override
    public Object make() {
      return fresh();
    }

    @Override
    public void set(Object bean, int setter, @Nullable Object value) {
      invoke(linkable.get(setter), bean, value);
    }
  }

  private final class Setter implements BiConsumer<Object, @Nullable Object> {
    private final int number;

    Setter(Method method) {
      if (access != null) {
        throw new IllegalStateException(type + " is linked already");
      }
      this.number = linkable.size();
      linkable.add(method);
    }

    @Override
    public void accept(Object bean, @Nullable Object value) {
      access().set(bean, number, value);
    }

    /** Without linking. */
    void once(Object bean, @Nullable Object value) {
      invoke(linkable.get(number), bean, value);
    }
  }

  private static void invoke(Method method, @Nullable Object... beanAndArguments) {
    try {
      method.invoke(
          beanAndArguments[0], Arrays.copyOfRange(beanAndArguments, 1, beanAndArguments.length));
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
        && isPublic(method.getDeclaringClass())
        && isPublic(method.getParameterTypes()[0])
        && AccessClass.canCall(method)) {
      return new Setter(method);
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
  UnknownFields.Taker unknown(Method method) {
    return (bean, name, value) -> invoke(method, bean, name, value);
  }

  /** Replaces the map of unknown fields; null if the class has no way to. */
  @Nullable
  BiConsumer<Object, @Nullable Object> unknownMap() {
    try {
      Method method = type.getMethod("setAdditionalProperties", Map.class);
      return isPublic(method.getDeclaringClass()) ? new Setter(method) : null;
    } catch (NoSuchMethodException none) {
      return null;
    }
  }

  /** Whether a new object has an empty collection there, so that a shared one is equal to it. */
  boolean startsEmpty(BeanPlan.Empty empty) {
    Object other = fresh();
    if (empty.setter() instanceof Setter setter) {
      setter.once(other, empty.value());
    } else {
      empty.setter().accept(other, empty.value());
    }
    return fresh().equals(other);
  }

  /** Whether this package may name it. */
  private static boolean isPublic(Class<?> type) {
    if (type.isArray()) {
      return isPublic(type.getComponentType());
    }
    return Modifier.isPublic(type.getModifiers())
        && type.getModule().isExported(type.getPackageName(), Setters.class.getModule())
        && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
  }
}
