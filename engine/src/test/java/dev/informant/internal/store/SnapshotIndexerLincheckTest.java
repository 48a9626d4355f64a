package dev.informant.internal.store;

import dev.informant.Lincheck;
import dev.informant.internal.store.SnapshotIndexer.Change;
import dev.informant.store.IndexedView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.util.LoggingLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Writes, reads and snapshots of the store are linearizable: each result is one a store used by one
 * thread at a time could have given.
 *
 * <p>Tried with a planted bug: a write without the writers' lock, which loses the other one, is found by the
 * first scenario.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class SnapshotIndexerLincheckTest {
  /**
   * In the small budget the checker does not switch threads inside of the snapshots, which no two
   * threads write; the large one trusts nothing.
   */
  @Test
  void everyInterleavingIsLinearizable() {
    ModelCheckingOptions options = Lincheck.modelChecking(25)
        .addCustomScenario(scenario(
            List.of(), List.of(List.of("put 1 1"), List.of("put 2 1")), List.of("snapshot")))
        .addCustomScenario(scenario(
            List.of("put 1 1"),
            List.of(List.of("replace 2"), List.of("byIndex 1", "get 1")),
            List.of("snapshot")))
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .sequentialSpecification(Specification.class);
    if (!Lincheck.LONG) {
      options.addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
              StoreSnapshot.class.getName(), SnapshotEditor.class.getName(), Widget.class.getName())
          .allMethods()
          .ignore());
    }
    options.check(Operations.class);
  }

  /** Real threads, in the large budget only. */
  @Test
  @EnabledIfSystemProperty(named = "informant.lincheck", matches = "long")
  void realThreadsAreLinearizable() {
    new StressOptions()
        .iterations(50)
        .invocationsPerIteration(10_000)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .logLevel(LoggingLevel.ERROR)
        .sequentialSpecification(Specification.class)
        .check(Operations.class);
  }

  private static ExecutionScenario scenario(
      List<String> before, List<List<String>> parallel, List<String> after) {
    return Lincheck.scenario(Operations.class, before, parallel, after);
  }

  /** What is called concurrently. Results are text, so that they are compared by content. */
  @Param(name = "name", gen = IntGen.class, conf = "1:3")
  @Param(name = "colour", gen = IntGen.class, conf = "1:2")
  public static class Operations {
    private final SnapshotIndexer<Widget> store = SnapshotIndexer.builder(Widget.ACCESSOR)
        .indexer("colour", Widget.BY_COLOUR)
        .build();

    private static Widget widget(int name, int colour) {
      return Widget.of("n" + name, "1" + name + colour, "c" + colour);
    }

    @Operation
    public void put(@Param(name = "name") int name, @Param(name = "colour") int colour) {
      store.update(widget(name, colour));
    }

    @Operation
    public void putTwo(@Param(name = "name") int name, @Param(name = "colour") int colour) {
      store.transaction(List.of(
          new Change.Update<>(widget(name, colour)),
          new Change.Update<>(widget(name + 1, colour))));
    }

    @Operation
    public void remove(@Param(name = "name") int name) {
      store.delete(widget(name, 9));
    }

    @Operation
    public void replace(@Param(name = "name") int name) {
      store.replace(List.of(widget(name, 1)), "20" + name);
    }

    @Operation
    public String get(@Param(name = "name") int name) {
      Widget found = store.get("n" + name);
      return found == null ? "none" : found.resourceVersion();
    }

    @Operation
    public String byIndex(@Param(name = "colour") int colour) {
      TreeSet<String> found = new TreeSet<>();
      for (Widget widget : store.byIndex("colour", "c" + colour)) {
        found.add(widget.name() + "@" + widget.resourceVersion());
      }
      return found.toString();
    }

    @Operation
    public String snapshot() {
      IndexedView<Widget> snapshot = store.snapshot();
      TreeMap<String, String> objects = new TreeMap<>();
      snapshot.forEach(widget -> objects.put(widget.name(), widget.resourceVersion()));
      TreeMap<String, List<String>> colours = new TreeMap<>();
      for (String colour : snapshot.indexValues("colour")) {
        colours.put(colour, snapshot.indexKeys("colour", colour));
      }
      return objects + " " + colours + " " + snapshot.lastStoreSyncResourceVersion();
    }
  }

  /** The same on a plain map. */
  public static class Specification {
    private final Map<String, Integer> colours = new TreeMap<>();
    private String version = "";

    public void put(int name, int colour) {
      colours.put("n" + name, colour);
      version = "1" + name + colour;
    }

    public void putTwo(int name, int colour) {
      put(name, colour);
      put(name + 1, colour);
    }

    public void remove(int name) {
      colours.remove("n" + name);
      version = "1" + name + 9;
    }

    public void replace(int name) {
      colours.clear();
      put(name, 1);
      version = "20" + name;
    }

    private String versionOf(String name) {
      return "1" + name.substring(1) + colours.get(name);
    }

    public String get(int name) {
      return colours.containsKey("n" + name) ? versionOf("n" + name) : "none";
    }

    public String byIndex(int colour) {
      TreeSet<String> found = new TreeSet<>();
      colours.forEach((name, its) -> {
        if (its == colour) {
          found.add(name + "@" + versionOf(name));
        }
      });
      return found.toString();
    }

    public String snapshot() {
      TreeMap<String, String> objects = new TreeMap<>();
      TreeMap<String, List<String>> byColour = new TreeMap<>();
      colours.forEach((name, colour) -> {
        objects.put(name, versionOf(name));
        byColour.computeIfAbsent("c" + colour, none -> new ArrayList<>()).add(name);
      });
      return objects + " " + byColour + " " + version;
    }
  }
}
