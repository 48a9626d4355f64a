package dev.informant.kubernetes.fast;

/** Lists and maps. */
final class Containers {
  private Containers() {}

  record ListPlan(ValuePlan element) implements ValuePlan {
    @Override
    public Object read(FastReader json) {
      return json.list(element);
    }

    @Override
    public boolean isPart() {
      return true;
    }
  }

  record MapPlan(ValuePlan value) implements ValuePlan {
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
