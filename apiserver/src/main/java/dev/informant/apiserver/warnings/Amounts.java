package dev.informant.apiserver.warnings;

import dev.informant.apiserver.values.GoQuantity;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Amounts of bytes and other things. Stateless. */
final class Amounts {
  private Amounts() {}

  /** Half a byte is no use. */
  static void wholeBytes(Place amount) {
    BigDecimal bytes = amount.present() ? of(amount) : null;
    if (bytes != null && bytes.stripTrailingZeros().scale() > 0) {
      amount.warn("fractional byte value " + Place.quoted(amount.text())
          + " is invalid, must be an integer");
    }
  }

  /** Null if there is none that can be read. */
  static @Nullable BigDecimal of(Place amount) {
    try {
      return GoQuantity.parse(amount.text()).amount();
    } catch (GoQuantity.Malformed malformed) {
      return null;
    }
  }
}
