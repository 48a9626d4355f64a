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
      assertThat(new Estimate(/* quick= */ false).seconds(figure, client -> false))
          .as(figure.name())
          .isBetween(5.0, 3600.0);
    }
  }

  @Test
  void barsRunWhoIsInABarAndNobodyElse() {
    List<Figure> ofBars = all.stream()
        .map(figure -> SideBySide.wanted(figure, List.of("bars")))
        .filter(figure -> !figure.clients().isEmpty())
        .toList();
    assertThat(ofBars)
        .extracting(Figure::name)
        .containsExactly(
            Figure.SYNC,
            Figure.EVENTS_1,
            Figure.EVENTS_10,
            Figure.RELIST,
            Figure.RELIST_HEAP,
            Figure.JOIN,
            Figure.RESTART,
            Figure.LEAST_HEAP,
            Figure.GROWTH + 10_000,
            Figure.GROWTH + 1_000_000);
    assertThat(ofBars.get(1).clients())
        .containsExactly(
            Client.INFORMANT,
            Client.CLIENT_GO_PROTOBUF,
            Client.KUBE_RS,
            Client.FABRIC8,
            Client.CLIENT_JAVA);
    assertThat(ofBars.get(5).clients()).containsExactly(Client.INFORMANT);
  }

  @Test
  void growthIsANameForAllItsSizes() {
    assertThat(all)
        .filteredOn(
            figure -> !SideBySide.wanted(figure, List.of("growth")).clients().isEmpty())
        .hasSameSizeAs(Figure.GROWTH_SIZES);
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
