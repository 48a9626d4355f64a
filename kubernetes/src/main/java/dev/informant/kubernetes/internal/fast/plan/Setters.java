package dev.informant.kubernetes.internal.fast.plan;

import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import dev.informant.kubernetes.internal.fast.read.BeanPlan;
import dev.informant.kubernetes.internal.fast.read.UnknownFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls the constructor and setters of one class: as fast as written code where they are public, else in
 * Jackson's way. Linking costs more than a thousand calls, and of the classes a kind may hold most never occur, so
 * a class is linked when it is first made or set. Thread-safe once all setters have been asked for.
 */
final class Setters {
  /** Replaces the map of the fields that a class of the models does not know. */
  static final String UNKNOWN_MAP = "setAdditionalProperties";

  private final Class<?> type;
  private final List<SetterCall> linkable = new ArrayList<>();
  /** Named by the setters; the class that is written must find the same ones by their names. */
  private final Set<Class<?>> named = new HashSet<>();

  private volatile @Nullable BeanAccess access;

  Setters(Class<?> type) {
    this.type = type;
    named.add(type);
  }

  private @Nullable Constructor<?> publicConstructor() {
    try {
      return isPublic(type) && !Modifier.isAbstract(type.getModifiers())
          ? type.getConstructor()
          : null;
    } catch (NoSuchMethodException none) {
      return null;
    }
  }

  boolean canConstruct() {
    return publicConstructor() != null;
  }

  Supplier<Object> constructor() {
    return () -> access().make();
  }

  private Object fresh() {
    Constructor<?> constructor = publicConstructor();
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
        for (Class<?> each : named) {
          if (Class.forName(each.getName(), false, AccessClass.class.getClassLoader()) != each) {
            throw new IllegalAccessException(each + " is another class here");
          }
        }
        linked = AccessClass.of(type, linkable);
      } catch (IOException | ReflectiveOperationException | LinkageError notLinkable) {
        linked = new Reflected();
      }
      access = linked;
    }
    return linked;
  }

  /** Whether calls are as fast as written code. For tests: nothing else depends on it. */
  boolean isLinked() {
    return !(access() instanceof Reflected);
  }

  /** For classes that cannot be called from here by their names. */
  private final class Reflected implements BeanAccess {
    private final List<Method> methods =
        linkable.stream().map(call -> call.in(type)).toList();

    @Override
    public Object make() {
      return fresh();
    }

    @Override
    public void set(Object bean, int setter, @Nullable Object value) {
      invoke(methods.get(setter), bean, value);
    }
  }

  /** One that can be linked. */
  final class Setter implements BiConsumer<Object, @Nullable Object> {
    private final int number;

    private Setter(SetterCall call) {
      if (access != null) {
        throw new IllegalStateException(type + " is linked already");
      }
      this.number = linkable.size();
      linkable.add(call);
    }

    SetterCall call() {
      return linkable.get(number);
    }

    @Override
    public void accept(Object bean, @Nullable Object value) {
      access().set(bean, number, value);
    }

    /** Without linking. */
    void once(Object bean, @Nullable Object value) {
      invoke(call().in(type), bean, value);
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
        && SetterCall.isPossible(method)) {
      named.add(method.getParameterTypes()[0]);
      return new Setter(SetterCall.of(method));
    }
    return (bean, value) -> {
      try {
        property.set(bean, value);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    };
  }

  /** A setter of a class that is known to be loaded as this one is. */
  Setter of(SetterCall call) {
    return new Setter(call);
  }

  /** Takes fields the class does not know. */
  Taker unknown(Method method) {
    return new Taker(method.getName(), method);
  }

  /**
   * The same; few objects have such fields, so the method is looked for when one comes.
   *
   * @param method public, takes a text and an object
   */
  Taker unknown(String method) {
    return new Taker(method, null);
  }

  public final class Taker implements UnknownFields.Taker {
    private final String name;
    private volatile @Nullable Method found;

    private Taker(String name, @Nullable Method found) {
      this.name = name;
      this.found = found;
    }

    String method() {
      return name;
    }

    @Override
    public void put(Object bean, String field, @Nullable Object value) {
      Method method = found;
      if (method == null) {
        method = find();
        found = method;
      }
      invoke(method, bean, field, value);
    }

    private Method find() {
      try {
        return type.getMethod(name, String.class, Object.class);
      } catch (NoSuchMethodException missing) {
        throw new IllegalStateException(missing);
      }
    }
  }

  /** Replaces the map of unknown fields; null if the class has no way to. */
  @Nullable
  BiConsumer<Object, @Nullable Object> unknownMap() {
    try {
      Method method = type.getMethod(UNKNOWN_MAP, Map.class);
      return isPublic(method.getDeclaringClass()) ? new Setter(SetterCall.of(method)) : null;
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
