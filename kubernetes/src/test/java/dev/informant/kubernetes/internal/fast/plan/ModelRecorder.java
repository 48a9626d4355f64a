package dev.informant.kubernetes.internal.fast.plan;

import dev.informant.kubernetes.informers.ModelKinds;
import dev.informant.kubernetes.internal.fast.read.BeanPlan;
import dev.informant.kubernetes.internal.fast.read.Containers;
import dev.informant.kubernetes.internal.fast.read.LazyPlan;
import dev.informant.kubernetes.internal.fast.read.Scalars;
import dev.informant.kubernetes.internal.fast.read.UnknownFields;
import dev.informant.kubernetes.internal.fast.read.ValuePlan;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes down what Jackson would do with the classes of the models, as {@link ModelRecord} reads it. */
final class ModelRecorder {
  private static final Map<ValuePlan, String> SCALARS = Map.of(
      Scalars.TEXT,
      "text",
      Scalars.INT,
      "int",
      Scalars.LONG,
      "long",
      Scalars.BOOL,
      "bool",
      Scalars.ANY,
      "any");

  private final Plans plans = new Plans(ModelRecords.NONE);
  private final Set<Class<?>> seen = new HashSet<>();
  private final Deque<BeanPlan> next = new ArrayDeque<>();
  private final Map<String, Map<String, String>> packages = new TreeMap<>();
  private int leftOut;

  /** The text of each package, by its name. */
  Map<String, String> texts() {
    ModelKinds.all().forEach(type -> found(plans.of(type)));
    for (BeanPlan plan = next.poll(); plan != null; plan = next.poll()) {
      String record = record(plan);
      if (record == null) {
        leftOut++;
      } else {
        packages
            .computeIfAbsent(plan.type().getPackageName(), absent -> new TreeMap<>())
            .put(ModelRecords.nameInPackage(plan.type()), record);
      }
    }
    Map<String, String> texts = new TreeMap<>();
    packages.forEach((name, records) -> texts.put(
        name,
        records.entrySet().stream()
            .map(each -> each.getKey() + "\n" + each.getValue() + "\n")
            .collect(Collectors.joining())));
    return texts;
  }

  int leftOut() {
    return leftOut;
  }

  private void found(ValuePlan plan) {
    if (plan instanceof BeanPlan bean && seen.add(bean.type())) {
      next.add(bean);
    }
  }

  /** Null where the class has something there are no words for. */
  private @Nullable String record(BeanPlan plan) {
    Set<BiConsumer<?, ?>> empties =
        plan.empties().stream().map(BeanPlan.Empty::setter).collect(Collectors.toSet());
    UnknownFields unknown = plan.unknown();
    if (!unknown.ignored().isEmpty()
        || !(unknown.taker() instanceof Setters.Taker taker)
        || !(unknown.map() instanceof Setters.Setter map)
        || !map.call().equals(SetterCall.of(Setters.UNKNOWN_MAP, Map.class.getName()))
        || !empties.remove(map)) {
      return null;
    }
    StringBuilder text = new StringBuilder(
        "%08x %s\n".formatted(ModelRecords.checksum(plan.type()), taker.method()));
    for (BeanPlan.Field field : plan.fields()) {
      if (!(field.setter instanceof Setters.Setter setter)
          || setter.call().returnsSomething()
          || field.nullValue != null) {
        return null;
      }
      String shape = shape(plan.type(), field.plan);
      String parameter = setter.call().parameter();
      if (shape == null) {
        shape = "!" + parameter;
      } else if (!parameter.equals(parameter(plan.type(), shape))) {
        return null;
      }
      text.append(field.name).append(' ').append(shape);
      text.append(field.skipNull ? " n" : "").append(empties.remove(setter) ? " e" : "");
      if (!setter.call().name().equals(ModelRecord.usualSetter(field.name))) {
        text.append(' ').append(setter.call().name());
      }
      text.append('\n');
    }
    return empties.isEmpty() ? text.toString() : null;
  }

  /** Null if Jackson is to read it. */
  private @Nullable String shape(Class<?> owner, ValuePlan plan) {
    if (SCALARS.containsKey(plan)) {
      return SCALARS.get(plan);
    }
    if (plan instanceof Scalars.QuantityPlan) {
      return "quantity";
    }
    if (plan instanceof Scalars.IntOrStringPlan) {
      return "intOrString";
    }
    if (plan instanceof Containers.ListPlan list) {
      String element = shape(owner, list.element());
      return element == null ? null : "[" + element + "]";
    }
    if (plan instanceof Containers.MapPlan map) {
      String value = shape(owner, map.value());
      return value == null ? null : "{" + value + "}";
    }
    if (plan instanceof LazyPlan lazy && lazy.isPart() && lazy.made() instanceof BeanPlan bean) {
      found(bean);
      String type = bean.type().getName();
      return bean.type().getPackageName().equals(owner.getPackageName())
          ? "." + ModelRecords.nameInPackage(bean.type())
          : type;
    }
    return null;
  }

  /** What a setter for it takes, if it is as others are. */
  private static String parameter(Class<?> owner, String shape) {
    return switch (shape.charAt(0)) {
      case '[' -> List.class.getName();
      case '{' -> Map.class.getName();
      case '.' -> owner.getPackageName() + shape;
      default ->
        switch (shape) {
          case "text" -> String.class.getName();
          case "int" -> Integer.class.getName();
          case "long" -> Long.class.getName();
          case "bool" -> Boolean.class.getName();
          case "any" -> Object.class.getName();
          case "quantity" -> "io.fabric8.kubernetes.api.model.Quantity";
          case "intOrString" -> "io.fabric8.kubernetes.api.model.IntOrString";
          default -> shape;
        };
    };
  }
}
