package dev.informant.apiserver.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.testkit.Draw;
import dev.informant.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The map is a sorted map, every earlier state of which stays as it was. */
class SnapshotMapPropertyTest {
  @Seeds(1000)
  void behavesAsATreeMapAndKeepsItsSnapshots(RandomGenerator random) {
    List<Integer> steps = Draw.list(random, 0, 300, () -> random.nextInt(-60, 61));
    SnapshotMap<Integer> map = SnapshotMap.empty();
    TreeMap<String, Integer> model = new TreeMap<>();
    SnapshotMap<Integer> middle = map;
    List<String> middleKeys = List.of();
    for (int step = 0; step < steps.size(); step++) {
      String key = "k" + Math.abs(steps.get(step));
      if (steps.get(step) >= 0) {
        map = map.with(key, step);
        model.put(key, step);
      } else {
        map = map.without(key);
        model.remove(key);
      }
      if (step == steps.size() / 2) {
        middle = map;
        middleKeys = keys(map);
      }
    }
    assertThat(keys(map)).containsExactlyElementsOf(model.keySet());
    assertThat(map.size()).isEqualTo(model.size());
    assertThat(keys(middle)).isEqualTo(middleKeys);
    for (int probe = 0; probe <= 61; probe++) {
      String key = "k" + probe;
      assertThat(map.get(key)).isEqualTo(model.get(key));
      assertThat(map.countBefore(key)).isEqualTo(model.headMap(key).size());
      List<String> range = new ArrayList<>();
      map.range(key, "k5").forEach(entry -> range.add(entry.key()));
      List<String> expected =
          key.compareTo("k5") < 0 ? List.copyOf(model.subMap(key, "k5").keySet()) : List.of();
      assertThat(range).isEqualTo(expected);
    }
  }

  private static List<String> keys(SnapshotMap<Integer> map) {
    List<String> keys = new ArrayList<>();
    map.range("", null).forEach(entry -> keys.add(entry.key()));
    return keys;
  }
}
