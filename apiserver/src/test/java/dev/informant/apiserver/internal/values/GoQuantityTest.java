package dev.informant.apiserver.internal.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.testkit.Draw;
import dev.informant.testkit.Seeds;
import java.math.BigDecimal;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Amounts in the form that apimachinery writes; the conformance suite asks a real server about the same ones. */
class GoQuantityTest {
  private static String written(String text) throws GoQuantity.Malformed {
    return GoQuantity.parse(text).text();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1000m, 1",
    "0.5, 500m",
    "1500, 1500",
    "1000, 1k",
    "1000000, 1M",
    "0.0001, 100u",
    "0.1n, 1n",
    "1000E, 1",
    "12345678901234567890, 12345678901234567890",
    "-1, -1",
    "-0, 0",
  })
  void decimalsHaveTheLargestUnitThatLeavesNoFraction(String text, String shortest)
      throws Exception {
    assertThat(written(text)).isEqualTo(shortest);
  }

  @ParameterizedTest
  @CsvSource({
    "1024Mi, 1Gi",
    "1000Mi, 1000Mi",
    "1.5Gi, 1536Mi",
    "0.5Ki, 512",
    "0.1Ki, 102400m",
    "1048576Ki, 1Gi",
    "9Ei, 9223372036854775807",
    "-1024Mi, -1Gi",
    "0Mi, 0",
  })
  void binariesStayBinaryIfThatIsExact(String text, String shortest) throws Exception {
    assertThat(written(text)).isEqualTo(shortest);
  }

  @ParameterizedTest
  @CsvSource({"1e3, 1e3", "12e4, 120e3", "1.5e3, 1500", "1e-20, 1e-9", "1e100, 10e99", "10e2, 1e3"})
  void exponentsStayExponents(String text, String shortest) throws Exception {
    assertThat(written(text)).isEqualTo(shortest);
  }

  @ParameterizedTest
  @ValueSource(strings = {"+1", "01", "1.500", "1E3", "1e+3", "1500u", "01Ki"})
  void aTextThatLooksShortIsKept(String text) throws Exception {
    assertThat(written(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"m", "Ki", "e5", "+", ".", " 0 "})
  void aUnitOfNothingIsNothing(String text) throws Exception {
    assertThat(written(text)).isEqualTo("0");
  }

  @ParameterizedTest
  @CsvSource({"100u, 1m", "1500u, 2m", "1n, 1m", "0.5, 500m", "1000m, 1", "-1500u, -2m"})
  void listsOfResourcesCountInThousandths(String text, String rounded) throws Exception {
    assertThat(GoQuantity.parse(text).inThousandths().text()).isEqualTo(rounded);
  }

  @ParameterizedTest
  @CsvSource({
    "'', quantities must match",
    "one, quantities must match",
    "1.2.3, quantities must match",
    "1 Mi, quantities must match",
    "1ee, unable to parse quantity's suffix",
    "1mi, unable to parse quantity's suffix",
    "1e99999999999999999999, unable to parse quantity's suffix",
    "Ei, unable to parse numeric part of quantity",
  })
  void malformedTextsAreRefusedInGoWords(String text, String complaint) {
    assertThatThrownBy(() -> GoQuantity.parse(text)).hasMessageStartingWith(complaint);
  }

  @Test
  void hugeExponentsAndTextsCostNothing() throws Exception {
    assertThat(written("1e-1000000")).isEqualTo("1e-9");
    assertThat(written("1e999999")).isEqualTo("1e999999");
    assertThatThrownBy(() -> GoQuantity.parse("1e2000000000")).hasMessageContaining("suffix");
    assertThatThrownBy(() -> GoQuantity.parse("9".repeat(5000))).hasMessageContaining("numeric");
  }

  @Seeds(1000)
  void theShortestFormIsAsMuchAndStaysAsItIs(RandomGenerator random) throws Exception {
    long range = Draw.oneOf(random, 10L, 10_000L, 1_000_000_000_000L);
    long number = Draw.number(random, -range, range);
    for (String unit : new String[] {"", "m", "k", "Ki", "Mi", "e3"}) {
      String shortest = written(number + unit);
      assertThat(written(written(shortest))).isEqualTo(written(shortest));
      assertThat(amount(shortest)).isEqualByComparingTo(amount(number + unit));
    }
  }

  private static BigDecimal amount(String text) {
    return new io.fabric8.kubernetes.api.model.Quantity(text).getNumericalAmount();
  }

  @Seeds(1000)
  void anyTextIsReadOrRefused(RandomGenerator random) {
    String text = Draw.joined(
        random,
        7,
        "0",
        "1",
        "24",
        "999999999999",
        ".",
        "+",
        "-",
        "e",
        "E",
        "K",
        "M",
        "m",
        "n",
        "u",
        "i",
        " ",
        "x");
    try {
      String shortest = GoQuantity.parse(text).text();
      assertThat(GoQuantity.parse(shortest).text()).isNotEmpty();
    } catch (GoQuantity.Malformed refused) {
      assertThat(refused.getMessage()).isNotEmpty();
    }
  }
}
