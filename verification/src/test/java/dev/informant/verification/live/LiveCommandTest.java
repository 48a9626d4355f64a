package dev.informant.verification.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LiveCommandTest {
  @Test
  void anOptionIsTakenOrNamedNeverPassedOver() {
    Map<String, Double> options = new TreeMap<>(Map.of("--minutes", 3.0, "--seed", 1.0));
    assertThat(LiveCommand.read(List.of("--minutes", "0.5"), options)).isNull();
    assertThat(options).containsEntry("--minutes", 0.5).containsEntry("--seed", 1.0);
    assertThat(LiveCommand.read(List.of("--seed"), options)).isEqualTo("--seed has no value");
    assertThat(LiveCommand.read(List.of("--speed", "1"), options))
        .isEqualTo("unknown option --speed");
    assertThat(LiveCommand.read(List.of("--seed", "x"), options)).contains("not a number");
  }
}
