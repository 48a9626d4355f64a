package dev.informant.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class KindsTest {
  @Test
  void swappedNeighboursAreOneStepApart() {
    assertThat(Kinds.distance("pdos", "pods")).isEqualTo(1);
    assertThat(Kinds.distance("node", "nodes")).isEqualTo(1);
    assertThat(Kinds.distance("nodez", "nodes")).isEqualTo(1);
    assertThat(Kinds.distance("", "pods")).isEqualTo(4);
    assertThat(Kinds.distance("pods", "pods")).isZero();
  }
}
