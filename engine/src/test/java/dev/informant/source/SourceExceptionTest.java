package dev.informant.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.SourceException.StatusCause;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class SourceExceptionTest {
  private static boolean tooLarge(String reason, String message, StatusCause... causes) {
    return SourceException.status(504, reason, message, List.of(causes), null)
        .isTooLargeResourceVersion();
  }

  @Test
  @Tag("client-go:TestReflectorFullListIfTooLarge")
  void aTooLargeVersionIsKnownInAllThreeForms() {
    assertThat(tooLarge("Timeout", "?", new StatusCause("ResourceVersionTooLarge", "?")))
        .isTrue();
    assertThat(tooLarge("Timeout", "?", new StatusCause("", "Too large resource version")))
        .isTrue();
    assertThat(tooLarge("Timeout", "Timeout: Too large resource version: 9, current: 3"))
        .isTrue();
  }

  @Test
  void otherTimeoutsAndOtherReasonsAreNotTooLargeVersions() {
    assertThat(tooLarge("Timeout", "the request timed out", new StatusCause("", "slow")))
        .isFalse();
    assertThat(tooLarge("Invalid", "Too large resource version")).isFalse();
  }

  @Test
  void expiredIsKnownByCodeOrReason() {
    assertThat(SourceException.status(410, "", "").isExpired()).isTrue();
    assertThat(SourceException.status(500, "Expired", "").isExpired()).isTrue();
    assertThat(SourceException.status(500, "Gone", "").isExpired()).isTrue();
    assertThat(SourceException.status(404, "NotFound", "").isExpired()).isFalse();
    assertThat(SourceException.of(SourceException.Kind.NETWORK, "", null).isExpired())
        .isFalse();
  }
}
