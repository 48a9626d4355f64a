package dev.informant.benchmarks.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapSearchTest {
  @ParameterizedTest
  @CsvSource({
    "300, 270",
    "300, 300",
    "300, 301",
    "300, 20",
    "120, 95",
    "120, 5000",
    "1500, 1700",
    "3000, 11900",
    "300, 1"
  })
  void theHeapFoundIsEnoughAndHardlyMore(int likely, int needed) throws Exception {
    List<Integer> tried = new ArrayList<>();
    int found = HeapSearch.smallest(
            likely,
            /* isClose= */ false,
            megabytes -> {
              tried.add(megabytes);
              return megabytes >= needed;
            })
        .orElseThrow();
    assertThat(found).isGreaterThanOrEqualTo(needed);
    assertThat(found).isLessThanOrEqualTo(Math.max(16, (int) Math.ceil(needed * 1.08)));
    assertThat(tried).doesNotHaveDuplicates().hasSizeLessThan(14).contains(found);
  }

  @ParameterizedTest
  @CsvSource({"231, 228, 2", "74, 74, 2", "231, 240, 2", "231, 200, 5", "932, 1100, 5"})
  void fromWhatAnEarlierSearchFoundItIsTwoTrialsOrAFewMore(int earlier, int needed, int trials)
      throws Exception {
    List<Integer> tried = new ArrayList<>();
    int found = HeapSearch.smallest(
            earlier,
            /* isClose= */ true,
            megabytes -> {
              tried.add(megabytes);
              return megabytes >= needed;
            })
        .orElseThrow();
    assertThat(found).isBetween(needed, (int) Math.ceil(needed * 1.08));
    assertThat(tried).hasSize(trials).doesNotHaveDuplicates();
  }

  @Test
  void whereNoHeapIsEnoughThereIsNone() throws Exception {
    List<Integer> tried = new ArrayList<>();
    assertThat(HeapSearch.smallest(
            3000,
            /* isClose= */ false,
            megabytes -> {
              tried.add(megabytes);
              return false;
            }))
        .isEmpty();
    assertThat(tried).containsExactly(3000, 3600, 5184, 10749, 12000);
  }
}
