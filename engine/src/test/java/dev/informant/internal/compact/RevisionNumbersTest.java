package dev.informant.internal.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class RevisionNumbersTest {
  @Test
  void uidsAreTheNumbersThatTheyAreMadeOf() {
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      UUID uid = new UUID(random.nextLong(), random.nextLong());
      assertThat(RevisionNumbers.of(uid.toString(), "12", "12"))
          .isEqualTo(
              new RevisionNumbers(uid.getMostSignificantBits(), uid.getLeastSignificantBits(), 12));
    }
  }

  @Test
  void textsThatCouldNotBeMadeAgainAreNoNumbers() {
    String uid = "01234567-89ab-cdef-0123-456789abcdef";
    assertThat(RevisionNumbers.of(uid, "7", "7")).isNotNull();
    for (int at = 0; at < uid.length(); at++) {
      for (char wrong : new char[] {'G', 'g', '/', ':', '`', 'A', 'é'}) {
        String changed = uid.substring(0, at) + wrong + uid.substring(at + 1);
        assertThat(RevisionNumbers.of(changed, "7", "7")).as(changed).isNull();
      }
    }
    assertThat(RevisionNumbers.of(uid.replace("-", ""), "7", "7")).isNull();
    assertThat(RevisionNumbers.of("0" + uid.substring(0, 35), "7", "7")).isNull();
    assertThat(RevisionNumbers.of("", "7", "7")).isNull();
    for (String version : new String[] {"", "0", "07", "-7", "+7", "7a", "1234567890123456789"}) {
      assertThat(RevisionNumbers.of(uid, version, version)).as(version).isNull();
    }
    assertThat(RevisionNumbers.of(uid, "123456789012345678", "123456789012345678"))
        .isNotNull();
    assertThat(RevisionNumbers.of(uid, "7", "8")).isNull();
  }
}
