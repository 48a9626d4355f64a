import java.time.Instant;
import java.util.Random;

/** What is drawn: identifiers and times as clusters have them. */
final class Draws {
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789"; // those of generated names
  private static final String HEX = "0123456789abcdef";

  private final Random random;

  Draws(Random random) {
    this.random = random;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean coin() {
    return random.nextBoolean();
  }

  /** True so many times of ten. */
  boolean ofTen(int times) {
    return random.nextInt(10) < times;
  }

  String letters(int length) {
    return text(LETTERS, length);
  }

  String hex(int length) {
    return text(HEX, length);
  }

  private String text(String alphabet, int length) {
    char[] drawn = new char[length];
    for (int i = 0; i < length; i++) {
      drawn[i] = alphabet.charAt(random.nextInt(alphabet.length()));
    }
    return new String(drawn);
  }

  String uid() {
    return hex(8) + "-" + hex(4) + "-4" + hex(3) + "-a" + hex(3) + "-" + hex(12);
  }

  /** Some time of a day of a year with months of 28 days. */
  String timeOf(int day) {
    return String.format(
        "2026-%02d-%02dT%02d:%02d:%02dZ",
        1 + day / 28 % 11, 1 + day % 28, below(24), below(60), below(60));
  }

  static String later(String time, int seconds) {
    return Instant.parse(time).plusSeconds(seconds).toString();
  }
}
