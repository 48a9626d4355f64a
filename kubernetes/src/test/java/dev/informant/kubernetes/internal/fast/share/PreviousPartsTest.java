package dev.informant.kubernetes.internal.fast.share;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.kubernetes.internal.fast.read.FastReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PreviousPartsTest {
  private static final int MOST = 512;
  private static final int OBJECTS = 20_000;

  @Test
  void noMorePartsAreRememberedThanTheBoundSays() {
    PreviousParts previous = new PreviousParts(MOST);
    List<Object> alive = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      byte[] bytes = bytes(i);
      Object part = new Object();
      alive.add(part);
      previous.keep(bytes, 0, bytes.length, hash(i), /* place= */ 0, part);
    }
    int found = 0;
    for (int i = 0; i < OBJECTS; i++) {
      byte[] bytes = bytes(i);
      Object part = previous.take(reader(bytes), hash(i), /* place= */ 0);
      assertThat(part).isIn(null, alive.get(i));
      found += part == null ? 0 : 1;
    }
    assertThat(found).isBetween(MOST / 4, MOST);
  }

  private static int hash(int number) {
    return ("uid-" + number).hashCode() * 0x9E3779B9;
  }

  private static byte[] bytes(int number) {
    return ("{\"number\":" + number + "}").getBytes(StandardCharsets.UTF_8);
  }

  private static FastReader reader(byte[] bytes) {
    return new FastReader(
        bytes, 0, bytes.length, StringCache.NONE, null, null, /* attempt= */ false);
  }
}
