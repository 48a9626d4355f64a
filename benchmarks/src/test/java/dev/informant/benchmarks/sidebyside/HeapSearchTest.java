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
    int found = HeapSearch.smallest(likely, megabytes -> {
          tried.add(megabytes);
          return megabytes >= needed;
        })
        .orElseThrow();
    assertThat(found).isGreaterThanOrEqualTo(needed);
    assertThat(found).isLessThanOrEqualTo(Math.max(16, (int) Math.ceil(needed * 1.08)));
    assertThat(tried).doesNotHaveDuplicates().hasSizeLessThan(14).contains(found);
  }

  @Test
  void whereNoHeapIsEnoughThereIsNone() throws Exception {
    List<Integer> tried = new ArrayList<>();
    assertThat(HeapSearch.smallest(3000, megabytes -> {
          tried.add(megabytes);
          return false;
        }))
        .isEmpty();
    assertThat(tried).containsExactly(3000, 6000, 12000);
  }
}
