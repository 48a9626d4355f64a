package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.SourceException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One line for what an operator must know, and no more. */
@Timeout(60)
final class StateLogTest {
  private final List<String> lines = new ArrayList<>();
  private final List<Throwable> traces = new ArrayList<>();
  private final World world = World.of(QueueKind.IN_ORDER)
      .with(options -> options.observer(new StateLog("logged", (level, line, thrown) -> {
        lines.add(level + " " + line.substring("informer ".length()));
        if (thrown != null) {
          traces.add(thrown);
        }
      })))
      .holding("a", "b");

  @Test
  void anInformerThatSyncsAndIsClosedIsOneLine() {
    world.start();
    world.touch("a");
    world.settle();
    world.cluster.closeWatches();
    world.runtime.advance(Duration.ofMinutes(1));
    world.informer().close();
    assertThat(lines).containsExactly("INFO logged: synced, 2 objects in 0 ms");
  }

  @Test
  void aFailureThatRepeatsIsOneLineAndTheEndOfTheTroubleAnother() {
    for (int round = 0; round < 5; round++) {
      world.cluster.failNextList(SourceException.status(503, "ServiceUnavailable", "no etcd"));
    }
    world.start();
    world.runtime.advance(Duration.ofMinutes(10));
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0))
        .matches("WARNING logged: list failed, retrying in 1.5 s: 503 ServiceUnavailable: no etcd");
    assertThat(lines)
        .anyMatch(line -> line.matches("INFO logged: synced, 2 objects in \\d+ s"))
        .anyMatch(
            line -> line.matches("INFO logged: recovered after \\d+ s \\(5 failed attempts\\)"));
  }

  @Test
  void anInformerThatMayListButNotWatchDoesNotRecover() {
    for (int round = 0; round < 10; round++) {
      world.cluster.failNextWatch(SourceException.status(403, "Forbidden", "cannot watch"));
    }
    world.start();
    world.runtime.advance(Duration.ofSeconds(20));
    assertThat(lines)
        .containsExactly(
            "INFO logged: synced, 2 objects in 0 ms",
            "WARNING logged: watch failed, retrying in 875 ms: 403 Forbidden: cannot watch");
    world.runtime.advance(Duration.ofMinutes(10));
    assertThat(lines).hasSize(3);
    assertThat(lines.get(2))
        .matches("INFO logged: recovered after \\S+ \\S+ \\(10 failed attempts\\)");
  }

  @Test
  void theRequestIsNamedOnceAndTheAddressOnlyIfNoAnswerCame() {
    String request = "watch of pods/v1 in namespace demo at https://10.0.0.1:6443: ";
    world.cluster.failNextWatch(
        SourceException.status(403, "Forbidden", request + "403 Forbidden: cannot watch"));
    world.cluster.failNextWatch(SourceException.of(
        SourceException.Kind.CONNECTION_REFUSED, request + "connection refused", null));
    world.start();
    world.runtime.advance(Duration.ofSeconds(20));
    assertThat(lines)
        .anyMatch(line -> line.matches(
            "WARNING logged: watch failed, retrying in [^:]+: 403 Forbidden: cannot watch"))
        .anyMatch(line -> line.matches("WARNING logged: watch failed, retrying in [^:]+: "
            + "https://10.0.0.1:6443: connection refused"));
  }

  @Test
  void anotherFailureIsNews() {
    world.cluster.failNextList(SourceException.status(503, "ServiceUnavailable", "no etcd"));
    world.cluster.failNextList(SourceException.status(403, "Forbidden", "not allowed"));
    world.start();
    world.runtime.advance(Duration.ofMinutes(10));
    assertThat(lines)
        .anyMatch(line -> line.endsWith(": 503 ServiceUnavailable: no etcd"))
        .anyMatch(line -> line.endsWith(": 403 Forbidden: not allowed"));
  }

  @Test
  void expiredHistoryIsNoWarning() {
    world.start();
    lines.clear();
    world.relist();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .isEqualTo(
            "INFO logged: listing again, the server no longer has the version that was watched from");
    assertThat(lines.get(1)).startsWith("INFO logged: recovered after");
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
        .allSatisfy(line -> assertThat(line).contains(": skipped default/a: "));
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
            line -> assertThat(line).contains(": index broken: ").doesNotContain("planted"));
  }

  @Test
  void eachIndexThatFailsIsLoggedWithItsStackTraceButNoContentOfObjects() {
    world.start();
    lines.clear();
    world.informer().addIndexer("first", object -> {
      throw new IllegalStateException("planted for " + object.data());
    });
    world.informer().addIndexer("second", object -> {
      throw new UnsupportedOperationException("planted", new IllegalStateException("planted"));
    });
    assertThat(lines)
        .filteredOn(line -> line.contains("first failure"))
        .hasSize(2)
        .anyMatch(line -> line.contains(": index first: "))
        .anyMatch(line -> line.contains(": index second: "));
    assertThat(traces).allSatisfy(trace -> {
      StringWriter text = new StringWriter();
      trace.printStackTrace(new PrintWriter(text));
      assertThat(text.toString()).contains("StateLogTest").doesNotContain("planted");
    });
    assertThat(traces)
        .extracting(Throwable::toString)
        .contains("java.lang.IllegalStateException", "java.lang.UnsupportedOperationException");
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
        .filteredOn(line -> line.contains("handler stuck"))
        .singleElement()
        .asString()
        .startsWith(
            "WARNING logged: handler stuck is slow or blocked: 1024 calls waiting, the oldest for 17 min");
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
