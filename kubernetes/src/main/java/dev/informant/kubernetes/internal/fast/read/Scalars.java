package dev.informant.kubernetes.internal.fast.read;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * Scalars of JSON, and the models' own in their usual forms; unusual ones are left to the models' deserialisers. Stateless.
 */
public final class Scalars {
  public static final ValuePlan TEXT = FastReader::string;
  public static final ValuePlan INT =
      json -> (int) Numbers.integer(json, Integer.MIN_VALUE, Integer.MAX_VALUE, "an int");
  public static final ValuePlan LONG =
      json -> Numbers.integer(json, Long.MIN_VALUE, Long.MAX_VALUE, "a long");
  public static final ValuePlan BOOL = FastReader::bool;
  /** Any value of JSON. */
  public static final ValuePlan ANY = FastReader::untyped;

  private Scalars() {}

  public record QuantityPlan(ValuePlan otherwise) implements ValuePlan {
    @Override
    public @Nullable Object read(FastReader json) {
      if (json.peek() != '"') {
        return json.read(otherwise);
      }
      try {
        return Quantity.parse(json.string());
      } catch (IllegalArgumentException malformed) {
        throw json.wrong("a quantity");
      }
    }
  }

  public record IntOrStringPlan(ValuePlan otherwise) implements ValuePlan {
    @Override
    public @Nullable Object read(FastReader json) {
      byte c = json.peek();
      if (c == '"') {
        return new IntOrString(json.string());
      }
      return c >= '0' && c <= '9'
          ? new IntOrString(
              (int) Numbers.integer(json, Integer.MIN_VALUE, Integer.MAX_VALUE, "an int"))
          : json.read(otherwise);
    }
  }
}
