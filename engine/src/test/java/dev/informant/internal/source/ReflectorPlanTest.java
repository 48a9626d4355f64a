package dev.informant.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.internal.source.ReflectorPlan.Step;
import dev.informant.internal.source.ReflectorPlan.Verdict;
import dev.informant.source.FailureLevel;
import dev.informant.source.SourceException;
import dev.informant.source.SourceException.Kind;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables, row by row, without any I/O. */
@Timeout(10)
class ReflectorPlanTest {
  private static final Duration SHORT = Duration.ofMillis(999);
  private static final Duration LONG = Duration.ofSeconds(1);
  private static final SourceException REFUSED =
      SourceException.of(Kind.CONNECTION_REFUSED, "refused", null);
  private static final SourceException LOST = SourceException.of(Kind.NETWORK, "lost", null);

  private static SourceException status(int code, String reason) {
    return SourceException.status(code, reason, "no");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0, false, 500",
    "'0', 0, false, 500",
    "'12', 0, false, 0",
    "'12', 0, true, 500",
    "'12', 7, false, 7",
    "'', 7, true, 7",
  })
  void pageSizes(String version, long explicit, boolean paginated, long expected) {
    assertThat(ReflectorPlan.pageSize(version, explicit, paginated)).isEqualTo(expected);
  }

  static Stream<Arguments> watchTable() {
    return Stream.of(
        row(new WatchOutcome.OpenFailed(REFUSED), Step.REWATCH_LATER, FailureLevel.RECOVERED),
        row(
            new WatchOutcome.OpenFailed(status(429, "")),
            Step.REWATCH_LATER,
            FailureLevel.RECOVERED),
        row(
            new WatchOutcome.OpenFailed(status(410, "Expired")),
            Step.RELIST_LATER,
            FailureLevel.REPORTED),
        row(
            new WatchOutcome.OpenFailed(status(403, "Forbidden")),
            Step.RELIST_LATER,
            FailureLevel.REPORTED),
        row(new WatchOutcome.OpenFailed(LOST), Step.RELIST_LATER, FailureLevel.RELISTING),
        row(new WatchOutcome.Closed(null, 0, LONG), Step.REWATCH, FailureLevel.RECOVERED),
        row(new WatchOutcome.Closed(null, 1, SHORT), Step.REWATCH, FailureLevel.RECOVERED),
        row(new WatchOutcome.Closed(LOST, 1, SHORT), Step.REWATCH, FailureLevel.RECOVERED),
        row(new WatchOutcome.Closed(null, 0, SHORT), Step.RELIST_LATER, FailureLevel.RELISTING),
        row(new WatchOutcome.Closed(LOST, 0, SHORT), Step.RELIST_LATER, FailureLevel.RELISTING),
        row(
            new WatchOutcome.Failed(status(410, "Expired")),
            Step.RELIST_LATER,
            FailureLevel.RELISTING),
        row(
            new WatchOutcome.Failed(status(429, "TooManyRequests")),
            Step.REWATCH_LATER,
            FailureLevel.RECOVERED),
        row(
            new WatchOutcome.Failed(status(500, "InternalError")),
            Step.RELIST_LATER,
            FailureLevel.RELISTING),
        row(
            new WatchOutcome.Failed(status(403, "Forbidden")),
            Step.RELIST_LATER,
            FailureLevel.RELISTING),
        row(
            new WatchOutcome.Failed(SourceException.of(Kind.DECODE, "?", null)),
            Step.RELIST_LATER,
            FailureLevel.RELISTING),
        row(new WatchOutcome.Silent(LONG), Step.REWATCH, FailureLevel.RECOVERED),
        row(new WatchOutcome.Overdue(LONG), Step.RELIST_LATER, FailureLevel.RELISTING));
  }

  private static Arguments row(WatchOutcome outcome, Step step, FailureLevel level) {
    return Arguments.of(outcome, step, level);
  }

  @ParameterizedTest
  @MethodSource("watchTable")
  void afterAWatch(WatchOutcome outcome, Step step, FailureLevel level) {
    Verdict verdict = ReflectorPlan.afterWatch(outcome, "10", () -> false);
    assertThat(verdict.step()).isEqualTo(step);
    assertThat(verdict.level()).isEqualTo(level);
  }

  @Test
  void onlyAProperEndAfterSomeLifeIsNoFailure() {
    assertThat(ReflectorPlan.afterWatch(new WatchOutcome.Closed(null, 3, LONG), "10", () -> false)
            .cause())
        .isNull();
    assertThat(watchTable()
            .map(row -> (WatchOutcome) row.get()[0])
            .filter(outcome ->
                !(outcome instanceof WatchOutcome.Closed closed && closed.cause() == null))
            .map(outcome -> ReflectorPlan.afterWatch(outcome, "10", () -> false).cause()))
        .doesNotContainNull();
  }

  @Test
  void anInternalErrorInsideItsWindowIsRetriedAtOnce() {
    Verdict verdict = ReflectorPlan.afterWatch(
        new WatchOutcome.Failed(status(500, "InternalError")), "10", () -> true);
    assertThat(verdict.step()).isEqualTo(Step.REWATCH);
    assertThat(ReflectorPlan.afterWatch(
                new WatchOutcome.Failed(status(503, "ServiceUnavailable")), "10", () -> true)
            .step())
        .isEqualTo(Step.RELIST_LATER);
  }

  static Stream<Arguments> watchListTable() {
    return Stream.of(
        Arguments.of(new WatchOutcome.OpenFailed(REFUSED), "", 0, Step.RESTREAM_LATER),
        Arguments.of(new WatchOutcome.OpenFailed(status(429, "")), "", 0, Step.RESTREAM_LATER),
        Arguments.of(new WatchOutcome.Failed(status(429, "")), "", 0, Step.RESTREAM_LATER),
        Arguments.of(new WatchOutcome.OpenFailed(status(410, "")), "9", 0, Step.RESTREAM_LATEST),
        Arguments.of(new WatchOutcome.Failed(status(410, "")), "9", 0, Step.RESTREAM_LATEST),
        Arguments.of(new WatchOutcome.OpenFailed(status(410, "")), "", 0, Step.LIST),
        Arguments.of(
            new WatchOutcome.OpenFailed(status(422, "Invalid")), "", 0, Step.LIST_FOR_A_WHILE),
        Arguments.of(new WatchOutcome.OpenFailed(status(500, "")), "", 0, Step.LIST),
        Arguments.of(new WatchOutcome.OpenFailed(LOST), "", 0, Step.LIST),
        Arguments.of(new WatchOutcome.Failed(status(500, "")), "", 0, Step.LIST),
        Arguments.of(new WatchOutcome.Closed(null, 0, SHORT), "", 0, Step.LIST),
        Arguments.of(new WatchOutcome.Closed(null, 1, SHORT), "", 0, Step.RESTREAM),
        Arguments.of(new WatchOutcome.Closed(null, 0, LONG), "", 0, Step.RESTREAM),
        Arguments.of(new WatchOutcome.Closed(null, 1, SHORT), "", 1, Step.LIST_FOR_A_WHILE),
        Arguments.of(new WatchOutcome.Closed(LOST, 1, SHORT), "", 1, Step.LIST),
        Arguments.of(new WatchOutcome.OtherHistory("9", "3"), "9", 0, Step.LIST),
        Arguments.of(new WatchOutcome.Overdue(LONG), "", 0, Step.LIST_FOR_A_WHILE),
        Arguments.of(new WatchOutcome.Silent(LONG), "", 0, Step.LIST_FOR_A_WHILE));
  }

  @ParameterizedTest
  @MethodSource("watchListTable")
  void afterAStreamingList(WatchOutcome outcome, String version, int unfinished, Step step) {
    Verdict verdict = ReflectorPlan.afterWatchList(outcome, version, unfinished);
    assertThat(verdict.step()).isEqualTo(step);
    assertThat(verdict.level()).isEqualTo(FailureLevel.RECOVERED);
    assertThat(verdict.cause()).isNotNull();
  }

  static Stream<Arguments> retryTable() {
    Duration three = Duration.ofSeconds(3);
    return Stream.of(
        Arguments.of(SourceException.status(429, "", "", false, three), true, 9, three),
        Arguments.of(SourceException.status(500, "", "", false, three), false, 0, three),
        Arguments.of(SourceException.status(429, "", "", false, three), false, 10, null),
        Arguments.of(SourceException.status(429, "", "", false, null), false, 0, null),
        Arguments.of(SourceException.status(403, "", "", false, three), false, 0, null),
        Arguments.of(LOST, false, 9, Duration.ofSeconds(1)),
        Arguments.of(LOST, false, 10, null),
        Arguments.of(LOST, true, 0, null),
        Arguments.of(REFUSED, false, 0, null),
        Arguments.of(SourceException.of(Kind.DECODE, "", null), false, 0, null));
  }

  @ParameterizedTest
  @MethodSource("retryTable")
  void sameRequestAgain(
      SourceException cause,
      boolean answered,
      int retries,
      @org.jspecify.annotations.Nullable Duration expected) {
    assertThat(RetryMatrix.delay(cause, answered, retries)).isEqualTo(expected);
  }
}
