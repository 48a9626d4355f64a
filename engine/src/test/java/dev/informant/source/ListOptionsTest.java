package dev.informant.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ListOptionsTest {
  @Test
  void theBuilderSetsEveryParameterAndBeginsWithNone() {
    assertThat(ListOptions.builder().build()).isEqualTo(ListOptions.NONE);
    ListOptions options = ListOptions.builder()
        .labelSelector("l")
        .fieldSelector("f")
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
            new ListOptions("l", "f", "1", "Exact", 2, "c", Duration.ofSeconds(3), true, true));
    assertThat(options.toBuilder().build()).isEqualTo(options);
    assertThat(options.withLimit(7)).isEqualTo(options.toBuilder().limit(7).build());
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
