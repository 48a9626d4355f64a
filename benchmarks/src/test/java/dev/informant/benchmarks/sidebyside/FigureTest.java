package dev.informant.benchmarks.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is wrong with a figure or a bar shows here, and not after hours of measuring. */
class FigureTest {
  private final List<Figure> all = Figure.all(/* quick= */ false);
  private final Map<String, Figure> byName =
      all.stream().collect(Collectors.toMap(Figure::name, Function.identity()));

  @Test
  void everyBarCanBeMeasured() {
    for (Bar bar : Bar.ALL) {
      assertThat(byName).as(bar.toString()).containsKey(bar.figure()).containsKey(bar.peerFigure());
      Figure figure = byName.get(bar.figure());
      assertThat(figure.metrics()).as(bar.toString()).contains(bar.metric());
      assertThat(figure.clients()).as(bar.toString()).contains(bar.ours());
      if (bar.peer() != null) {
        assertThat(byName.get(bar.peerFigure()).clients()).as(bar.toString()).contains(bar.peer());
      }
    }
  }

  @Test
  void aRoundHasAnEstimate() {
    for (Figure figure : all) {
      assertThat(figure.roughSeconds(/* isQuick= */ false))
          .as(figure.name())
          .isBetween(5.0, 3600.0);
    }
  }

  @Test
  void aQuickRunHasTheSameFigures() {
    assertThat(Figure.all(/* quick= */ true))
        .extracting(Figure::name)
        .containsExactlyElementsOf(byNames());
  }

  private List<String> byNames() {
    return all.stream().map(Figure::name).toList();
  }

  @Test
  void whoIsSearchedForTheSmallestHeapHasAPlaceToBegin() {
    assertThat(byName.get(Figure.LEAST_HEAP).clients())
        .allSatisfy(client -> assertThat(client.rough.heapMb()).isPositive());
  }
}
