package dev.informant.kubernetes.internal.fast.read;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A plan that is made when the first value comes: of the classes that a kind may hold, most never occur. Thread-safe.
 */
public final class LazyPlan implements ValuePlan {
  private final boolean part;
  private final Supplier<ValuePlan> maker;
  private volatile @Nullable ValuePlan made;

  public LazyPlan(boolean part, Supplier<ValuePlan> maker) {
    this.part = part;
    this.maker = maker;
  }

  public ValuePlan made() {
    ValuePlan plan = made;
    return plan == null ? make() : plan;
  }

  private synchronized ValuePlan make() {
    ValuePlan plan = made;
    if (plan == null) {
      plan = maker.get();
      made = plan;
    }
    return plan;
  }

  @Override
  public @Nullable Object read(FastReader json) {
    return json.read(made());
  }

  @Override
  public boolean isPart() {
    return part;
  }
}
