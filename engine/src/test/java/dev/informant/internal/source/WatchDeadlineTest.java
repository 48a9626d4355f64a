package dev.informant.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class WatchDeadlineTest {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private static WatchDeadline watch() {
    return new WatchDeadline(0, Duration.ofMinutes(5), /* streaming= */ false);
  }

  @Test
  void withoutBookmarksItIsTheTimeoutAndThirtySeconds() {
    WatchDeadline deadline = watch();
    assertThat(deadline.remainingNanos(0)).isEqualTo(5 * MINUTE + 30 * SECOND);
    deadline.event(2 * MINUTE);
    assertThat(deadline.remainingNanos(2 * MINUTE)).isEqualTo(3 * MINUTE + 30 * SECOND);
  }

  @Test
  void aServerThatIgnoresTheTimeoutIsNotCutWhileItSends() {
    WatchDeadline deadline = watch();
    deadline.event(6 * MINUTE);
    assertThat(deadline.remainingNanos(6 * MINUTE)).isEqualTo(30 * SECOND);
  }

  @Test
  void withBookmarksItIsThreeIntervalsSinceTheLastEvent() {
    WatchDeadline deadline = watch();
    deadline.bookmark(10 * SECOND);
    assertThat(deadline.remainingNanos(10 * SECOND)).isEqualTo(3 * MINUTE);
    deadline.event(20 * SECOND);
    assertThat(deadline.remainingNanos(20 * SECOND)).isEqualTo(3 * MINUTE);
  }

  @Test
  void rareBookmarksLengthenTheIntervalAndFrequentOnesDoNotShortenIt() {
    WatchDeadline deadline = watch();
    deadline.bookmark(0);
    deadline.bookmark(SECOND);
    assertThat(deadline.remainingNanos(SECOND)).isEqualTo(3 * MINUTE);
    deadline.bookmark(SECOND + 2 * MINUTE);
    assertThat(deadline.remainingNanos(SECOND + 2 * MINUTE)).isEqualTo(6 * MINUTE);
    assertThat(deadline.silence(SECOND + 3 * MINUTE)).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void whileStreamingItIsAMinuteOfSilence() {
    WatchDeadline deadline = new WatchDeadline(0, Duration.ofMinutes(5), /* streaming= */ true);
    deadline.event(30 * SECOND);
    assertThat(deadline.remainingNanos(30 * SECOND)).isEqualTo(MINUTE);
    deadline.streamed(40 * SECOND);
    assertThat(deadline.remainingNanos(40 * SECOND)).isEqualTo(4 * MINUTE + 50 * SECOND);
  }

  @Test
  void whileStreamingBookmarksDoNotCountAndTheWholeIsLimited() {
    WatchDeadline deadline = new WatchDeadline(0, Duration.ofMinutes(5), /* streaming= */ true);
    deadline.bookmark(40 * SECOND);
    assertThat(deadline.remainingNanos(40 * SECOND)).isEqualTo(20 * SECOND);
    deadline.event(5 * MINUTE);
    assertThat(deadline.remainingNanos(5 * MINUTE)).isEqualTo(30 * SECOND);
    assertThat(deadline.isStreamOverdue(5 * MINUTE + 30 * SECOND)).isTrue();
    deadline.held(5 * MINUTE, 9 * MINUTE);
    assertThat(deadline.isStreamOverdue(9 * MINUTE)).isFalse();
    assertThat(deadline.remainingNanos(9 * MINUTE)).isEqualTo(30 * SECOND);
  }

  @Test
  void aTimeoutWithoutEndIsFarAwayWhateverTheClockShows() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    for (long now : new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE - MINUTE}) {
      WatchDeadline deadline = new WatchDeadline(now, forEver, /* streaming= */ false);
      assertThat(deadline.remainingNanos(now + MINUTE)).isGreaterThan(1_000_000 * MINUTE);
      WatchDeadline stream = new WatchDeadline(now, forEver, /* streaming= */ true);
      assertThat(stream.remainingNanos(now)).isEqualTo(MINUTE);
      assertThat(stream.isStreamOverdue(now + MINUTE)).isFalse();
    }
  }
}
