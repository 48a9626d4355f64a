package dev.informant.kubernetes.internal.fast.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DigestTest {
  @Test
  void equalBytesHaveEqualDigestsWhereverTheyStand() {
    Random random = new Random(1);
    for (int length = 0; length < 100; length++) {
      byte[] bytes = new byte[length + 20];
      random.nextBytes(bytes);
      byte[] moved = new byte[length + 20];
      random.nextBytes(moved);
      System.arraycopy(bytes, 3, moved, 11, length);
      assertThat(Digest.of(bytes, 3, 3 + length)).isEqualTo(Digest.of(moved, 11, 11 + length));
    }
  }

  @Test
  void everyBitCounts() {
    for (int length : new int[] {1, 6, 7, 8, 9, 14, 15, 16, 57, 64}) {
      byte[] bytes = new byte[length];
      Set<Digest> seen = new HashSet<>();
      seen.add(Digest.of(bytes, 0, length));
      for (int bit = 0; bit < length * 8; bit++) {
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
        seen.add(Digest.of(bytes, 0, length));
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
      }
      assertThat(seen).as("%s bytes", length).hasSize(length * 8 + 1);
    }
  }

  @Test
  void numbersNextToThePrimeAreTakenAsTheyAre() {
    byte[] bytes = new byte[70];
    Arrays.fill(bytes, (byte) 0xff);
    Digest all = Digest.of(bytes, 0, bytes.length);
    assertThat(all.first()).isBetween(0L, (1L << 61) - 2);
    assertThat(all.second()).isBetween(0L, (1L << 61) - 2);
    bytes[35] = (byte) 0xfe;
    assertThat(Digest.of(bytes, 0, bytes.length)).isNotEqualTo(all);
  }
}
