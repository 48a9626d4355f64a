package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is left out, as long as it is. */
final class SkippedObjectsTest {
  private final SkippedObjects skipped = new SkippedObjects();
  private final Exception cause = new IllegalArgumentException("undecodable");

  @Test
  void whatCameWithoutAKeyIsLeftOutUntilAListHasBroughtItBack() {
    skipped.skipped("", cause);
    skipped.skipped("default/a", cause);
    skipped.recovered("default/a");
    assertThat(skipped.causes()).isEmpty();
    assertThat(skipped.isEmpty()).isFalse();
    skipped.recovered("");
    assertThat(skipped.isEmpty()).isTrue();
    assertThat(skipped.total()).isEqualTo(2);
  }

  @Test
  void whatItDoesNotRememberTheCauseOfIsLeftOutAllTheSame() {
    for (int i = 0; i <= SkippedObjects.REMEMBERED; i++) {
      skipped.skipped("default/" + i, cause);
    }
    for (int i = 0; i < SkippedObjects.REMEMBERED; i++) {
      skipped.recovered("default/" + i);
    }
    assertThat(skipped.size()).isZero();
    assertThat(skipped.isEmpty()).isFalse();
    skipped.recovered("default/" + SkippedObjects.REMEMBERED);
    assertThat(skipped.isEmpty()).isTrue();
  }
}
