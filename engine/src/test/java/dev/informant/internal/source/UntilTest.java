package dev.informant.internal.source;

import static dev.informant.internal.source.ReflectorBench.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.source.ListOptions;
import dev.informant.source.SourceException;
import dev.informant.source.Until;
import dev.informant.source.WatchEvent;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class UntilTest {
  private static final Until.Condition<TestObject> ADDED =
      event -> event instanceof WatchEvent.Added;
  private static final Until.Condition<TestObject> MODIFIED =
      event -> event instanceof WatchEvent.Modified;
  private static final Until.Condition<TestObject> ANY = event -> true;

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final ScriptedSource<TestObject> source = new ScriptedSource<>(runtime);

  private CompletableFuture<WatchEvent<TestObject>> until(
      List<Until.Condition<TestObject>> conditions) {
    return Until.untilWithoutRetry(
        source, runtime, ListOptions.NONE, Duration.ofMinutes(1), conditions);
  }

  @Test
  @Tag("client-go:TestUntilMultipleConditions")
  void conditionsAreMetInOrder() {
    CompletableFuture<WatchEvent<TestObject>> result = until(List.of(ADDED, MODIFIED));
    ScriptedSource<TestObject>.ScriptedWatch watch = source.awaitWatch().open();
    watch.modified(object("a", 1));
    watch.added(object("b", 2));
    assertThat(result).isNotDone();
    watch.bookmark("3");
    watch.modified(object("b", 4));
    runtime.runUntilIdle();
    assertThat(result.join()).isInstanceOf(WatchEvent.Modified.class);
    assertThat(watch.isCancelled()).isTrue();
  }

  @Test
  void anEventThatMeetsOneConditionIsShownToTheNext() {
    CompletableFuture<WatchEvent<TestObject>> result = until(List.of(ADDED, ANY, ADDED));
    source.awaitWatch().open().added(object("a", 1));
    runtime.runUntilIdle();
    assertThat(result).isCompleted();
  }

  @Test
  @Tag("client-go:TestUntilTimeout")
  void itFailsAfterItsTime() {
    CompletableFuture<WatchEvent<TestObject>> result = until(List.of(MODIFIED));
    ScriptedSource<TestObject>.ScriptedWatch watch = source.awaitWatch().open();
    watch.added(object("a", 1));
    runtime.advance(Duration.ofMinutes(1));
    assertThatThrownBy(result::join)
        .hasCauseInstanceOf(TimeoutException.class)
        .hasMessageContaining("within 60 s");
    assertThat(watch.isCancelled()).isTrue();
  }

  @Test
  @Tag("client-go:TestUntilMultipleConditionsFail")
  void theEndOfTheWatchIsAFailureWithoutRetry() {
    CompletableFuture<WatchEvent<TestObject>> result = until(List.of(MODIFIED));
    source.awaitWatch().open().close();
    runtime.runUntilIdle();
    assertThatThrownBy(result::join).hasCauseInstanceOf(SourceException.class);
  }

  @Test
  @Tag("client-go:TestUntilErrorCondition")
  void whatAConditionThrowsIsTheFailure() {
    IOException thrown = new IOException("disk");
    CompletableFuture<WatchEvent<TestObject>> result = until(List.of(event -> {
      throw thrown;
    }));
    source.awaitWatch().open().added(object("a", 1));
    runtime.runUntilIdle();
    assertThatThrownBy(result::join).hasCause(thrown);
  }

  @Test
  void anErrorInTheStreamIsTheFailure() {
    SourceException expired = SourceException.status(410, "Expired", "too old");
    CompletableFuture<WatchEvent<TestObject>> result = until(List.of(ANY));
    source.awaitWatch().open().error(expired);
    runtime.runUntilIdle();
    assertThatThrownBy(result::join).hasCause(expired);
    CompletableFuture<WatchEvent<TestObject>> second = until(List.of(ANY));
    source.awaitWatch().fail(expired);
    runtime.runUntilIdle();
    assertThatThrownBy(second::join).hasCause(expired);
  }

  @Test
  void cancellingEndsTheWatch() {
    CompletableFuture<WatchEvent<TestObject>> result = until(List.of(MODIFIED));
    ScriptedSource<TestObject>.ScriptedWatch watch = source.awaitWatch().open();
    result.cancel(true);
    assertThat(watch.isCancelled()).isTrue();
  }

  @Test
  void noConditionIsRefused() {
    assertThatThrownBy(() -> until(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Tag("client-go:TestUntil")
  void withRetryItSurvivesTheEndOfStreams() {
    FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
    cluster.add(TestObject.named("a"));
    CompletableFuture<WatchEvent<TestObject>> result = Until.until(
        cluster,
        TestObject.ACCESSOR,
        runtime,
        "1",
        Duration.ofMinutes(1),
        List.of(MODIFIED, event -> event instanceof WatchEvent.Deleted));
    runtime.runUntilIdle();
    cluster.modify(TestObject.named("a"));
    runtime.runUntilIdle();
    cluster.closeWatches();
    cluster.delete("default/a");
    assertThat(result).isNotDone();
    runtime.advance(Duration.ofSeconds(2));
    assertThat(result.join()).isInstanceOf(WatchEvent.Deleted.class);
    assertThat(cluster.openWatches()).isZero();
  }
}
