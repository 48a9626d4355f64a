package dev.informant.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class ListOptionsTest {
  @Test
  void theBuilderSetsEveryParameterAndBeginsWithNone() {
    assertThat(ListOptions.builder().build()).isEqualTo(ListOptions.NONE);
    ListOptions options = ListOptions.builder()
        .labelSelector("l")
        .fieldSelector("f=1")
        .resourceVersion("1")
        .resourceVersionMatch("Exact")
        .limit(2)
        .continueToken("c")
        .watchTimeout(Duration.ofSeconds(3))
        .allowWatchBookmarks(true)
        .sendInitialEvents(true)
        .build();
    assertThat(options)
        .isEqualTo(
            new ListOptions("l", "f=1", "1", "Exact", 2, "c", Duration.ofSeconds(3), true, true));
    assertThat(options.toBuilder().build()).isEqualTo(options);
    assertThat(options.withLimit(7)).isEqualTo(options.toBuilder().limit(7).build());
  }

  @Test
  @SuppressWarnings("NullAway") // that is what is refused
  void valuesThatAServerWouldRefuseAreRefusedWhereTheyAreGiven() {
    ListOptions.Builder builder = ListOptions.builder();
    List<ThrowingCallable> malformed = List.of(
        () -> builder.labelSelector("a=b=c"),
        () -> builder.fieldSelector("a"),
        () -> builder.resourceVersionMatch("exact"),
        () -> builder.limit(-1),
        () -> builder.watchTimeout(Duration.ofSeconds(-1)),
        () -> ListOptions.NONE.withLabelSelector("a=b=c"),
        () -> ListOptions.NONE.withFieldSelector("a=b=c"),
        () -> ListOptions.NONE.withResourceVersionMatch("Newer"),
        () -> new ListOptions("a=b=c", "", "", "", 0, "", Duration.ZERO, false, null));
    assertThat(malformed)
        .allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class));
    assertThatThrownBy(() -> builder.labelSelector("a=b=c")).hasMessageContaining("a=b=c");
    List<ThrowingCallable> missing = List.of(
        () -> builder.labelSelector(null),
        () -> builder.fieldSelector(null),
        () -> builder.resourceVersion(null),
        () -> builder.resourceVersionMatch(null),
        () -> builder.continueToken(null),
        () -> builder.watchTimeout(null));
    assertThat(missing)
        .allSatisfy(call -> assertThatThrownBy(call)
            .isInstanceOf(NullPointerException.class)
            .hasMessageNotContaining("because"));
  }

  @Test
  void negativeNumbersAndDurationsAreRefused() {
    assertThatThrownBy(() -> ListOptions.NONE.withLimit(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit is negative: -1");
    assertThatThrownBy(() -> ListOptions.NONE.withWatchTimeout(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
