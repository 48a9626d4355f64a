package dev.informant.kubernetes.internal.fast.plan;

import dev.informant.kubernetes.internal.fast.read.BeanPlan;
import dev.informant.kubernetes.internal.fast.read.Containers;
import dev.informant.kubernetes.internal.fast.read.LazyPlan;
import dev.informant.kubernetes.internal.fast.read.Scalars;
import dev.informant.kubernetes.internal.fast.read.UnknownFields;
import dev.informant.kubernetes.internal.fast.read.ValuePlan;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes plans of what was written down about classes. They are equal to those made by looking at the classes: the test of the
 * records compares them. Called under the lock of {@link Plans}, but for what its lazy plans do.
 */
final class RecordedPlans {
  private final Plans plans;
  private final JacksonPlans jackson;
  private final ModelRecords records;
  private final Map<String, LazyPlan> byName = new HashMap<>();

  RecordedPlans(Plans plans, JacksonPlans jackson, ModelRecords records) {
    this.plans = plans;
    this.jackson = jackson;
    this.records = records;
  }

  /** The plan for a class; null if nothing was written down about it. */
  @Nullable
  LazyPlan of(Class<?> type) {
    return records.of(type) == null ? null : lazy(type.getName());
  }

  /** The class is not loaded before an object of it comes. */
  private LazyPlan lazy(String name) {
    return byName.computeIfAbsent(
        name, absent -> new LazyPlan(/* part= */ true, () -> make(load(name))));
  }

  private ValuePlan make(Class<?> type) {
    ModelRecord record = records.of(type);
    return record == null ? jackson.of(type) : bean(type, record);
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, RecordedPlans.class.getClassLoader());
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(missing);
    }
  }

  private ValuePlan bean(Class<?> type, ModelRecord record) {
    synchronized (plans) {
      Setters setters = new Setters(type);
      List<BeanPlan.Field> fields = new ArrayList<>();
      List<BeanPlan.Empty> empties = new ArrayList<>();
      for (ModelRecord.Field field : record.fields()) {
        Value value = value(type, field.name(), field.shape());
        var setter = setters.of(SetterCall.of(field.setter(), value.parameter));
        fields.add(new BeanPlan.Field(
            field.name(),
            setter,
            value.plan,
            /* nullValue= */ null,
            field.skipsNull(),
            Plans.role(type, field.name()),
            plans.place(value.plan)));
        if (field.startsEmpty()) {
          empties.add(new BeanPlan.Empty(
              setter, value.plan instanceof Containers.ListPlan ? List.of() : Map.of()));
        }
      }
      var unknownMap = setters.of(SetterCall.of(Setters.UNKNOWN_MAP, Map.class.getName()));
      empties.add(new BeanPlan.Empty(unknownMap, Map.of()));
      UnknownFields unknown = new UnknownFields(
          Set.of(), setters.unknown(record.taker()), unknownMap, /* refused= */ false);
      return new BeanPlan(
          type, setters.constructor(), fields, unknown, empties, jackson.left(type));
    }
  }

  /**
   * @param parameter the class that the setter takes
   */
  private record Value(ValuePlan plan, String parameter) {
    Value(ValuePlan plan, Class<?> parameter) {
      this(plan, parameter.getName());
    }
  }

  private Value value(Class<?> type, String field, String shape) {
    return switch (shape.charAt(0)) {
      case '[' -> {
        ValuePlan element = value(type, field, inside(shape)).plan;
        yield new Value(new Containers.ListPlan(element, plans.place(element)), List.class);
      }
      case '{' ->
        new Value(new Containers.MapPlan(value(type, field, inside(shape)).plan), Map.class);
      case '!' -> new Value(jackson.left(type, field), shape.substring(1));
      case '.' -> object(type.getPackageName() + shape);
      default -> shape.indexOf('.') < 0 ? scalar(type, field, shape) : object(shape);
    };
  }

  private Value object(String name) {
    return new Value(lazy(name), name);
  }

  private static String inside(String shape) {
    return shape.substring(1, shape.length() - 1);
  }

  private Value scalar(Class<?> type, String field, String shape) {
    return switch (shape) {
      case "text" -> new Value(Scalars.TEXT, String.class);
      case "int" -> new Value(Scalars.INT, Integer.class);
      case "long" -> new Value(Scalars.LONG, Long.class);
      case "bool" -> new Value(Scalars.BOOL, Boolean.class);
      case "any" -> new Value(Scalars.ANY, Object.class);
      case "quantity" ->
        new Value(new Scalars.QuantityPlan(jackson.left(Quantity.class)), Quantity.class);
      case "intOrString" ->
        new Value(new Scalars.IntOrStringPlan(jackson.left(IntOrString.class)), IntOrString.class);
      default -> throw new IllegalArgumentException(field + " of " + type + ": " + shape);
    };
  }
}
