package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One line for what an operator must know, and no more. */
@Timeout(60)
final class StateLogTest {
  private final List<String> lines = new ArrayList<>();
  private final World world = World.of(QueueKind.IN_ORDER)
      .with(options -> options.observer(new StateLog(
          "logged",
          (level, line) -> lines.add(level + " " + line.substring("informer ".length())))))
      .holding("a", "b");

  @Test
  void anInformerThatSyncsAndIsClosedIsOneLine() {
    world.start();
    world.touch("a");
    world.settle();
    world.cluster.closeWatches();
    world.runtime.advance(Duration.ofMinutes(1));
    world.informer().close();
    assertThat(lines).containsExactly("INFO logged has synced: 2 objects in PT0S");
  }

  @Test
  void aFailureThatRepeatsIsOneLineAndTheEndOfTheTroubleAnother() {
    for (int round = 0; round < 5; round++) {
      world.cluster.failNextList(SourceException.status(503, "ServiceUnavailable", "no etcd"));
    }
    world.start();
    world.runtime.advance(Duration.ofMinutes(10));
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).isEqualTo("WARNING logged is in trouble and goes on trying: no etcd");
    assertThat(lines)
        .anyMatch(line -> line.startsWith("INFO logged has synced: 2 objects in PT"))
        .anyMatch(line -> line.matches("INFO logged is well again after PT\\S+ and 5 failures"));
  }

  @Test
  void anotherFailureIsNews() {
    world.cluster.failNextList(SourceException.status(503, "ServiceUnavailable", "no etcd"));
    world.cluster.failNextList(SourceException.status(403, "Forbidden", "not allowed"));
    world.start();
    world.runtime.advance(Duration.ofMinutes(10));
    assertThat(lines)
        .contains(
            "WARNING logged is in trouble and goes on trying: no etcd",
            "WARNING logged is in trouble and goes on trying: not allowed");
  }

  @Test
  void expiredHistoryIsNoWarning() {
    world.start();
    lines.clear();
    world.relist();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .isEqualTo("INFO logged lists again: the server's history has moved on");
    assertThat(lines.get(1)).startsWith("INFO logged is well again after");
  }

  @Test
  void objectsThatAreLeftOutAreToldEachTimeTheirCountHasDoubled() {
    world.start();
    lines.clear();
    world.cluster.undecodable("default/a", true);
    for (int change = 0; change < 7; change++) {
      world.touch("a");
      world.settle();
    }
    assertThat(lines)
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).contains("leaves out default/a: "));
  }

  @Test
  void anIndexFunctionThatThrowsIsToldEachTimeItsCountHasDoubled() {
    world.start();
    lines.clear();
    world.informer().addIndexer("broken", object -> {
      throw new IllegalStateException("planted for " + object.data());
    });
    for (int change = 0; change < 5; change++) {
      world.touch("a");
      world.settle();
    }
    assertThat(lines)
        .hasSize(3) // 1, 2 and 4 of 7
        .allSatisfy(
            line -> assertThat(line).contains("through index broken").doesNotContain("planted"));
  }

  @Test
  void aHandlerThatNeverReturnsIsTold() {
    List<String> inside = new ArrayList<>();
    world
        .informer()
        .addHandler(
            ResourceEventHandler.<dev.informant.testing.TestObject>builder()
                .onAdd(object -> {
                  if (inside.isEmpty()) {
                    inside.add("the call goes on while the cluster changes");
                    for (int change = 0; change < 1100; change++) {
                      world.touch("b");
                      world.runtime.advance(Duration.ofSeconds(1));
                    }
                    inside.addAll(lines);
                  }
                })
                .build(),
            HandlerOptions.<dev.informant.testing.TestObject>defaults().withName("stuck"));
    world.start();
    assertThat(inside)
        .filteredOn(line -> line.contains("handler"))
        .singleElement()
        .asString()
        .startsWith("WARNING logged: 1024 calls wait for handler stuck, the oldest for PT17M");
  }

  @Test
  void noLineHoldsWhatAnObjectHolds() {
    world.cluster.add(dev.informant.testing.TestObject.named("c").withData("s3cret"));
    world.with(options -> options.transform(object -> {
      throw new IllegalStateException("cannot use " + object.data());
    }));
    world.start();
    assertThat(lines).isNotEmpty().noneMatch(line -> line.contains("s3cret"));
  }
}
