package dev.informant.apiserver.yaml;

import java.util.Comparator;

/**
 * The order in which Go's YAML library writes keys: letters by their code and after everything else, digits by the
 * number they make, so that {@code a2} comes before {@code a10}. Stateless.
 */
final class KeyOrder implements Comparator<String> {
  static final KeyOrder INSTANCE = new KeyOrder();

  private KeyOrder() {}

  @Override
  public int compare(String left, String right) {
    int[] a = left.codePoints().toArray();
    int[] b = right.codePoints().toArray();
    int at = 0;
    while (at < a.length && at < b.length && a[at] == b[at]) {
      at++;
    }
    if (at == a.length || at == b.length) {
      return Integer.compare(a.length, b.length);
    }
    boolean letterA = Character.isLetter(a[at]);
    boolean letterB = Character.isLetter(b[at]);
    if (letterA || letterB) {
      return letterA && letterB ? Integer.compare(a[at], b[at]) : letterB ? -1 : 1;
    }
    long before = insideNumber(a, b, at) ? 1 : 0;
    long numberA = before;
    int endA = at;
    for (; endA < a.length && Character.isDigit(a[endA]); endA++) {
      numberA = numberA * 10 + (a[endA] - '0');
    }
    long numberB = before;
    int endB = at;
    for (; endB < b.length && Character.isDigit(b[endB]); endB++) {
      numberB = numberB * 10 + (b[endB] - '0');
    }
    if (numberA != numberB) {
      return Long.compare(numberA, numberB);
    }
    return endA != endB ? Integer.compare(endA, endB) : Integer.compare(a[at], b[at]);
  }

  /** Whether a 0 that makes the difference continues a number, rather than leading one. */
  private static boolean insideNumber(int[] a, int[] b, int at) {
    if (a[at] != '0' && b[at] != '0') {
      return false;
    }
    for (int i = at - 1; i >= 0 && Character.isDigit(a[i]); i--) {
      if (a[i] != '0') {
        return true;
      }
    }
    return false;
  }
}
