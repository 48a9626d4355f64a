package dev.informant.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ResourceVersionsTest {
  @Test
  void decimalIntegersWithoutLeadingZerosAreComparable() {
    assertThat(ResourceVersions.isComparable("1")).isTrue();
    assertThat(ResourceVersions.isComparable("98765432109876543210987654321")).isTrue();
    assertThat(ResourceVersions.isComparable("")).isFalse();
    assertThat(ResourceVersions.isComparable("0")).isFalse();
    assertThat(ResourceVersions.isComparable("01")).isFalse();
    assertThat(ResourceVersions.isComparable("1a")).isFalse();
    assertThat(ResourceVersions.isComparable("-1")).isFalse();
    assertThat(ResourceVersions.isComparable("1/")).isFalse();
  }

  @Test
  void theyCompareAsNumbersOfAnyLength() {
    assertThat(ResourceVersions.isOlder("9", "10")).isTrue();
    assertThat(ResourceVersions.isOlder("10", "9")).isFalse();
    assertThat(ResourceVersions.isOlder("10", "10")).isFalse();
    assertThat(ResourceVersions.isOlder("18446744073709551615", "18446744073709551616"))
        .isTrue();
  }

  @Test
  void whatCannotBeComparedIsNeverOlder() {
    assertThat(ResourceVersions.isOlder("x", "10")).isFalse();
    assertThat(ResourceVersions.isOlder("10", "x")).isFalse();
    assertThat(ResourceVersions.isOlder("", "1")).isFalse();
  }
}
