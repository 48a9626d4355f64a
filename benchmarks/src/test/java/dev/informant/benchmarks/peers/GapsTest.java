package dev.informant.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GapsTest {
  private final Gaps gaps = new Gaps(100);

  @Test
  void theLongestSilenceOfAWindowIsFound() {
    gaps.event(110);
    gaps.event(150);
    gaps.event(155);
    assertThat(gaps.next(160)).isEqualTo(40);
  }

  @Test
  void ofASilenceOverTheEndOfAWindowEachOneGetsItsPart() {
    gaps.event(110);
    assertThat(gaps.next(200)).isEqualTo(90);
    gaps.event(230);
    assertThat(gaps.next(240)).isEqualTo(30);
  }

  @Test
  void aWindowWithoutEventsIsOneSilence() {
    gaps.next(200);
    assertThat(gaps.next(700)).isEqualTo(500);
  }
}
