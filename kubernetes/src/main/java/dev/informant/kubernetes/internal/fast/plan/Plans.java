package dev.informant.kubernetes.internal.fast.plan;

import dev.informant.kubernetes.internal.fast.read.BeanPlan;
import dev.informant.kubernetes.internal.fast.read.LazyPlan;
import dev.informant.kubernetes.internal.fast.read.ValuePlan;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The plans of all classes, each made when its class first occurs: from what was written down about it, otherwise from what Jackson
 * would use. Thread-safe.
 */
/*
 * Two locks: a LazyPlan's, held while its plan is made, and this one's, which that takes. Always in this order: nobody
 * who holds this lock asks a LazyPlan for its plan.
 */
public final class Plans {
  private final JacksonPlans jackson = new JacksonPlans(this);
  private final RecordedPlans recorded;
  private final Map<BeanPlan, BeanPlan> lighter = new HashMap<>(); // guarded by this
  private int places; // guarded by this

  public Plans(ModelRecords records) {
    this.recorded = new RecordedPlans(this, jackson, records);
  }

  public ValuePlan of(Class<?> type) {
    LazyPlan known = known(type);
    return known == null ? jackson.of(type) : known.made();
  }

  private synchronized @Nullable LazyPlan known(Class<?> type) {
    return recorded.of(type);
  }

  /** Tells a place of the model from all others; negative if what stands there is no part. Under this lock. */
  int place(ValuePlan value) {
    return value.isPart() ? places++ : -1;
  }

  static BeanPlan.Role role(Class<?> type, String field) {
    return type == ObjectMeta.class && field.equals("uid")
        ? BeanPlan.Role.UID
        : BeanPlan.Role.ORDINARY;
  }

  /**
   * The plan for a class that passes over the managed fields of the object itself, and not of templates in it; null if its metadata are
   * read in a way not known here.
   */
  @Nullable
  public ValuePlan withoutManagedFields(Class<?> type) {
    if (!(of(type) instanceof BeanPlan whole)) {
      return null;
    }
    BeanPlan.Field metadata = whole.field("metadata");
    if (metadata == null
        || !(metadata.plan instanceof LazyPlan lazy)
        || !(lazy.made() instanceof BeanPlan full)
        || full.type() != ObjectMeta.class) {
      return null;
    }
    BeanPlan.Field managed = full.field("managedFields");
    return managed == null ? null : without(managed, full, metadata, whole);
  }

  private synchronized ValuePlan without(
      BeanPlan.Field managed, BeanPlan full, BeanPlan.Field metadata, BeanPlan whole) {
    return lighter.computeIfAbsent(whole, absent -> {
      BeanPlan light = full.with(managed.read(managed.plan, BeanPlan.Role.LEFT_OUT, managed.place));
      return whole.with(metadata.read(light, metadata.role, place(light)));
    });
  }
}
