package dev.informant.kubernetes.internal.fast.read;

/** Lists and maps. */
public final class Containers {
  private Containers() {}

  /**
   * @param place tells the elements from parts at other places of the model; negative if they are not parts
   */
  public record ListPlan(ValuePlan element, int place) implements ValuePlan {
    @Override
    public Object read(FastReader json) {
      return json.list(element, place);
    }

    @Override
    public boolean isPart() {
      return true;
    }
  }

  public record MapPlan(ValuePlan value) implements ValuePlan {
    @Override
    public Object read(FastReader json) {
      return json.map(value);
    }

    @Override
    public boolean isPart() {
      return true;
    }
  }
}
