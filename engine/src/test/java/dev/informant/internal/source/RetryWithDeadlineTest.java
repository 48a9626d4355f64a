package dev.informant.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.SourceException;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class RetryWithDeadlineTest {
  private static final SourceException INTERNAL =
      SourceException.status(500, "InternalError", "oops");
  private static final SourceException OTHER = SourceException.status(410, "Expired", "too old");

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final RetryWithDeadline retry =
      new RetryWithDeadline(Duration.ofSeconds(30), Duration.ofMinutes(1), runtime.clock());

  @Test
  @Tag("client-go:TestRetryWithDeadline")
  void aWindowOfNoLengthAllowsNothing() {
    RetryWithDeadline none =
        new RetryWithDeadline(Duration.ZERO, Duration.ofMinutes(1), runtime.clock());
    none.after(INTERNAL);
    assertThat(none.shouldRetry()).isFalse();
  }

  @Test
  @Tag("client-go:TestRetryWithDeadline")
  void retriesAreAllowedInsideTheWindowOnly() {
    retry.after(INTERNAL);
    runtime.advance(Duration.ofSeconds(30));
    retry.after(INTERNAL);
    assertThat(retry.shouldRetry()).isTrue();
    runtime.advance(Duration.ofNanos(1));
    retry.after(INTERNAL);
    assertThat(retry.shouldRetry()).isFalse();
  }

  @Test
  void aRefusalClosesTheWindowAndTheNextErrorOpensANewOne() {
    retry.after(INTERNAL);
    runtime.advance(Duration.ofSeconds(31));
    assertThat(retry.shouldRetry()).isFalse();
    assertThat(retry.shouldRetry()).isFalse();
    retry.after(INTERNAL);
    assertThat(retry.shouldRetry()).isTrue();
  }

  @Test
  void aQuietMinuteOpensANewWindow() {
    retry.after(INTERNAL);
    runtime.advance(Duration.ofMinutes(1));
    retry.after(INTERNAL);
    assertThat(retry.shouldRetry()).isTrue();
    runtime.advance(Duration.ofSeconds(30));
    assertThat(retry.shouldRetry()).isTrue();
  }

  @Test
  @Tag("client-go:TestRetryWithDeadline")
  void otherErrorsNeitherOpenNorCloseAWindow() {
    retry.after(OTHER);
    assertThat(retry.shouldRetry()).isFalse();
    retry.after(INTERNAL);
    retry.after(OTHER);
    assertThat(retry.shouldRetry()).isTrue();
  }

  @Test
  void internalErrorsAreKnownByReasonOrByCodeAlone() {
    assertThat(RetryWithDeadline.isInternalError(INTERNAL)).isTrue();
    assertThat(RetryWithDeadline.isInternalError(SourceException.status(500, "", "oops")))
        .isTrue();
    assertThat(RetryWithDeadline.isInternalError(SourceException.status(503, "", "oops")))
        .isFalse();
    assertThat(RetryWithDeadline.isInternalError(OTHER)).isFalse();
  }

  @Test
  void aWindowWithoutEndStaysOpen() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    RetryWithDeadline endless = new RetryWithDeadline(forEver, forEver, runtime.clock());
    endless.after(INTERNAL);
    runtime.advance(Duration.ofDays(365));
    assertThat(endless.shouldRetry()).isTrue();
  }
}
