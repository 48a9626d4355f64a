package dev.informant.apiserver.internal.values;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Objects;

/**
 * An amount as a kube-apiserver reads and writes it: in the kind of unit that it came with, and the largest that
 * leaves no fraction. Immutable.
 *
 * <p>It is apimachinery's {@code resource.Quantity}, with what that has of its own: a text is kept as it came if it
 * looks short enough, so {@code +1} and {@code 1.500} stay, and what is too large for a unit loses the unit.
 */
public final class GoQuantity {
  private static final String UNREADABLE = "quantities must match the regular expression '"
      + "^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  private static final Map<String, Integer> DECIMAL =
      Map.of("n", -9, "u", -6, "m", -3, "", 0, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
  private static final Map<Integer, String> DECIMAL_NAMES =
      Map.of(-9, "n", -6, "u", -3, "m", 0, "", 3, "k", 6, "M", 9, "G", 12, "T", 15, "P", 18, "E");
  private static final String BINARY = "KMGTPE";
  private static final BigInteger BINARY_STEP = BigInteger.valueOf(1024);
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  /** As many digits always fit into a long. */
  private static final int SAFE_DIGITS = 18;

  /** The same before a binary unit, each of which counts for three digits. */
  private static final int SAFE_BINARY_DIGITS = 14;

  /** Longer texts and larger exponents are refused here; a kube-apiserver tries to count with them. */
  private static final int LONGEST = GoJson.LONGEST_NUMBER;

  private static final long LARGEST_EXPONENT = 1_000_000;
  private static final int NANO = 9;
  private static final int MILLI = 3;

  private enum Unit {
    DECIMAL,
    EXPONENT,
    BINARY
  }

  private final BigDecimal amount;
  private final Unit unit;
  private final String text;

  private GoQuantity(BigDecimal amount, Unit unit, String kept) {
    this.amount = amount;
    this.unit = unit;
    this.text = kept.isEmpty() ? written(amount, unit) : kept;
  }

  /** Says in the words of a kube-apiserver what is wrong with a text. */
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    private Malformed(String message) {
      super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }

    @Override
    public String getMessage() {
      return Objects.requireNonNull(super.getMessage());
    }
  }

  /** What a text amounts to; spaces around it do not count. */
  public static GoQuantity parse(String given) throws Malformed {
    String text = given.strip();
    if (text.isEmpty()) {
      throw new Malformed(UNREADABLE);
    }
    if (text.length() > LONGEST) {
      throw new Malformed("unable to parse numeric part of quantity");
    }
    Parts parts = Parts.of(text);
    Integer power = DECIMAL.get(parts.suffix);
    if (power != null) {
      return decimal(parts, power, Unit.DECIMAL);
    }
    int binary = parts.suffix.length() == 2 && parts.suffix.charAt(1) == 'i'
        ? BINARY.indexOf(parts.suffix.charAt(0)) + 1
        : 0;
    if (binary > 0) {
      return binary(parts, binary);
    }
    return decimal(parts, exponent(parts.suffix), Unit.EXPONENT);
  }

  /** How much it is. */
  public BigDecimal amount() {
    return amount;
  }

  /** Its text in the shortest form. */
  public String text() {
    return text;
  }

  /** The same, with what is less than a thousandth rounded up, as a kube-apiserver does in lists of resources. */
  public GoQuantity inThousandths() {
    return amount.scale() <= MILLI
        ? this
        : new GoQuantity(amount.setScale(MILLI, RoundingMode.UP), unit, "");
  }

  private static GoQuantity decimal(Parts parts, int power, Unit unit) throws Malformed {
    String digits = parts.whole + parts.fraction;
    int scale = parts.fraction.length() - power;
    if (digits.length() <= SAFE_DIGITS && scale <= NANO) {
      long value = Long.parseLong(digits);
      boolean asItCame = scale % 3 == 0 && !digits.endsWith("000") && digits.charAt(0) != '0';
      return new GoQuantity(
          BigDecimal.valueOf(parts.negative ? -value : value, scale),
          unit,
          asItCame ? parts.text : "");
    }
    BigInteger value = parts.value();
    if (value.signum() != 0 && scale > NANO) {
      // what is far below the smallest amount would take as many digits to write
      boolean tiny = scale - (long) digits.length() > NANO;
      BigDecimal rounded = tiny
          ? BigDecimal.valueOf(value.signum(), NANO)
          : new BigDecimal(value, scale).setScale(NANO, RoundingMode.UP);
      return new GoQuantity(rounded, unit, "");
    }
    return new GoQuantity(new BigDecimal(value, scale), unit, "");
  }

  private static GoQuantity binary(Parts parts, int steps) throws Malformed {
    if (parts.fraction.isEmpty() && parts.whole.length() + 3 * steps <= SAFE_BINARY_DIGITS) {
      long value = Long.parseLong(parts.whole);
      BigDecimal amount = BigDecimal.valueOf((parts.negative ? -value : value) << 10 * steps);
      return new GoQuantity(amount, Unit.BINARY, (value & 7) == 0 ? "" : parts.text);
    }
    BigDecimal size = new BigDecimal(parts.value().abs(), parts.fraction.length())
        .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(10 * steps)));
    size = size.scale() > NANO ? size.setScale(NANO, RoundingMode.UP) : size;
    size = size.min(MOST);
    Unit unit =
        size.compareTo(BigDecimal.ONE) < 0 && size.signum() > 0 ? Unit.DECIMAL : Unit.BINARY;
    return new GoQuantity(parts.negative ? size.negate() : size, unit, "");
  }

  private static int exponent(String suffix) throws Malformed {
    if (suffix.matches("[eE][+-]?[0-9]{1,18}")) {
      long exponent = Long.parseLong(suffix.substring(1));
      if (Math.abs(exponent) <= LARGEST_EXPONENT) {
        return (int) exponent;
      }
    }
    throw new Malformed("unable to parse quantity's suffix");
  }

  private static String written(BigDecimal amount, Unit unit) {
    if (amount.signum() == 0) {
      return "0";
    }
    boolean small = amount.abs().compareTo(new BigDecimal(BINARY_STEP)) < 0;
    BigDecimal shortest = amount.stripTrailingZeros();
    if (unit == Unit.BINARY && !small && shortest.scale() <= 0) {
      return inBinary(shortest.toBigIntegerExact());
    }
    int exponent = -shortest.scale();
    int power = exponent - Math.floorMod(exponent, 3);
    String number =
        shortest.unscaledValue().multiply(BigInteger.TEN.pow(exponent - power)).toString();
    return number
        + (unit != Unit.EXPONENT
            ? DECIMAL_NAMES.getOrDefault(power, "")
            : power == 0 ? "" : "e" + power);
  }

  private static String inBinary(BigInteger whole) {
    BigInteger number = whole;
    int steps = 0;
    for (BigInteger[] next = number.divideAndRemainder(BINARY_STEP);
        next[1].signum() == 0;
        next = number.divideAndRemainder(BINARY_STEP)) {
      number = next[0];
      steps++;
    }
    return number + (steps == 0 ? "" : BINARY.charAt(steps - 1) + "i");
  }

  /** A text taken apart: what stands before the point without leading zeros, what behind it, and the rest. */
  private record Parts(
      String text, boolean negative, String number, String whole, String fraction, String suffix) {
    static Parts of(String text) throws Malformed {
      int start = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
      int point = pastDigits(text, start);
      int end = point;
      String fraction = "";
      if (point < text.length() && text.charAt(point) == '.') {
        end = pastDigits(text, point + 1);
        fraction = text.substring(point + 1, end);
      }
      int letters = end;
      while (letters < text.length() && "eEinumkKMGTP".indexOf(text.charAt(letters)) >= 0) {
        letters++;
      }
      int last = letters;
      if (last < text.length() && (text.charAt(last) == '-' || text.charAt(last) == '+')) {
        last++;
      }
      if (pastDigits(text, last) < text.length()) {
        throw new Malformed(UNREADABLE);
      }
      int zeros = start;
      while (zeros < point && text.charAt(zeros) == '0') {
        zeros++;
      }
      String whole = zeros == point ? "0" : text.substring(zeros, point);
      return new Parts(
          text,
          text.charAt(0) == '-',
          text.substring(start, end),
          whole,
          fraction,
          text.substring(end));
    }

    private static int pastDigits(String text, int from) {
      int at = from;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      return at;
    }

    /** All digits as one number. */
    BigInteger value() throws Malformed {
      if (number.isEmpty() || number.equals(".")) {
        throw new Malformed("unable to parse numeric part of quantity");
      }
      BigInteger value = new BigInteger(whole + fraction);
      return negative ? value.negate() : value;
    }
  }
}
