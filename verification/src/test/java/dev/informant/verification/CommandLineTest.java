package dev.informant.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandLineTest {
  private static final Map<String, String> DEFAULTS =
      Map.of("--minutes", "10", "--seed", "7", "--trace", "false");

  private static CommandLine of(String... arguments) {
    return CommandLine.of(DEFAULTS, List.of(arguments));
  }

  @Test
  void whatIsNotSaidIsAsByDefault() {
    CommandLine said = of("--seed", "42", "word");
    assertThat(said.whole("--seed")).isEqualTo(42);
    assertThat(said.number("--minutes")).isEqualTo(10);
    assertThat(said.isSet("--trace")).isFalse();
    assertThat(said.words()).containsExactly("word");
  }

  @Test
  void anOptionThatIsOffByDefaultTakesNoValue() {
    CommandLine said = of("--trace", "--minutes", "0.5");
    assertThat(said.isSet("--trace")).isTrue();
    assertThat(said.number("--minutes")).isEqualTo(0.5);
  }

  @Test
  void whatIsWrongIsNamed() {
    assertThatThrownBy(() -> of("--sed", "1")).hasMessage("unknown option --sed");
    assertThatThrownBy(() -> of("--seed")).hasMessage("--seed has no value");
    assertThatThrownBy(() -> of("--seed", "x").whole("--seed"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--seed wants a whole number, not x");
    assertThatThrownBy(() -> of("word").withoutWords()).hasMessage("not an option: word");
  }
}
