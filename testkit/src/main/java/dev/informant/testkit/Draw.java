package dev.informant.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Random values that tests with {@link Seeds} are made of. */
public final class Draw {
  private Draw() {}

  /** Returns one of {@code options}, each as likely as the others. */
  @SafeVarargs
  public static <T> T oneOf(RandomGenerator random, T... options) {
    return options[random.nextInt(options.length)];
  }

  /** Returns a list of {@code least} to {@code most} values, inclusive. */
  public static <T> List<T> list(RandomGenerator random, int least, int most, Supplier<T> values) {
    int size = random.nextInt(least, most + 1);
    List<T> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(values.get());
    }
    return list;
  }

  /** Returns {@code most} of {@code parts} at most, joined; parts may be repeated. */
  public static String joined(RandomGenerator random, int most, String... parts) {
    return String.join("", list(random, 0, most, () -> oneOf(random, parts)));
  }

  /** Returns a text of up to 60 characters: only ASCII, any of the basic plane, or any code points. No lone surrogates. */
  public static String text(RandomGenerator random) {
    int end = oneOf(random, 0x80, 0x80, 0xD800, Character.MAX_CODE_POINT + 1);
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(61); length > 0; length--) {
      int codePoint = random.nextInt(end);
      boolean lone = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
      text.appendCodePoint(lone ? '\uFFFD' : codePoint);
    }
    return text.toString();
  }

  /** Returns a number from {@code least} to {@code most}, inclusive; the ends, 0, 1 and -1 more often than others. */
  public static long number(RandomGenerator random, long least, long most) {
    long edge = oneOf(random, least, most, 0L, 1L, -1L);
    boolean takesEdge = random.nextInt(10) == 0 && edge >= least && edge <= most;
    return takesEdge ? edge : random.nextLong(least, most + 1);
  }
}
