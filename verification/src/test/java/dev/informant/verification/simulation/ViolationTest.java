package dev.informant.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ViolationTest {
  @Test
  void aHandlersViolationConcernsItsInformer() {
    Violation violation = new Violation("G4", "informer-1/witness", "two calls at once");
    assertThat(violation.informer()).isEqualTo("informer-1");
    assertThat(violation).hasToString("G4 informer-1/witness: two calls at once");
    assertThat(new Violation("G1", "informer-12", "").informer()).isEqualTo("informer-12");
  }
}
