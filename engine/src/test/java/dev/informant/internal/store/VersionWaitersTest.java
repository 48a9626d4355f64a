package dev.informant.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.runtime.EngineRuntime;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class VersionWaitersTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final SnapshotIndexer<Widget> store =
      SnapshotIndexer.builder(Widget.ACCESSOR).runtime(runtime).build();

  @Test
  void aVersionAlreadySeenCompletesAtOnce() {
    store.bookmark("10");
    assertThat(store.awaitVersion("10", MINUTE)).isCompleted();
    assertThat(store.awaitVersion("9", MINUTE)).isCompleted();
  }

  @Test
  void aWaiterCompletesWhenTheStoreGetsThere() {
    CompletableFuture<Void> reached = store.awaitVersion("100", MINUTE);
    store.add(Widget.of("a", "99"));
    runtime.runUntilIdle();
    assertThat(reached).isNotDone();
    store.add(Widget.of("b", "101"));
    runtime.runUntilIdle();
    assertThat(reached).isCompleted();
  }

  @Test
  void deletesBookmarksAndReplacesCountToo() {
    CompletableFuture<Void> deleted = store.awaitVersion("5", MINUTE);
    store.delete(Widget.of("a", "5"));
    runtime.runUntilIdle();
    assertThat(deleted).isCompleted();
    CompletableFuture<Void> marked = store.awaitVersion("6", MINUTE);
    store.bookmark("6");
    runtime.runUntilIdle();
    assertThat(marked).isCompleted();
    CompletableFuture<Void> replaced = store.awaitVersion("7", MINUTE);
    store.replace(List.of(), "8");
    runtime.runUntilIdle();
    assertThat(replaced).isCompleted();
  }

  @Test
  void whatIsAwaitedIsReadableWhenTheFutureCompletes() {
    AtomicReference<Widget> read = new AtomicReference<>();
    store.awaitVersion("3", MINUTE).thenRun(() -> read.set(store.get("a")));
    Widget written = Widget.of("a", "3");
    store.add(written);
    runtime.runUntilIdle();
    assertThat(read.get()).isSameAs(written);
  }

  @Test
  void dependentsDoNotRunOnTheWriter() {
    AtomicReference<Boolean> ran = new AtomicReference<>(false);
    store.awaitVersion("3", MINUTE).thenRun(() -> ran.set(true));
    store.bookmark("3");
    assertThat(ran.get()).isFalse();
    runtime.runUntilIdle();
    assertThat(ran.get()).isTrue();
  }

  @Test
  void aTimeoutNamesTheWantedAndTheSeenVersion() {
    CompletableFuture<Void> early = store.awaitVersion("7", Duration.ofSeconds(1));
    runtime.advance(Duration.ofSeconds(2));
    assertThat(early)
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withCauseInstanceOf(TimeoutException.class)
        .withMessageContaining("version 7")
        .withMessageContaining("no version yet");
    store.bookmark("41");
    CompletableFuture<Void> late = store.awaitVersion("42", Duration.ofSeconds(1));
    runtime.advance(Duration.ofSeconds(2));
    assertThat(late)
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withMessageContaining("has not reached version 42 within 1 s; it is at version 41");
  }

  @Test
  void nobodyIsRememberedAfterwards() {
    VersionWaiters waiters = new VersionWaiters(() -> "1", () -> runtime);
    CompletableFuture<Void> reached = waiters.await("2", MINUTE);
    CompletableFuture<Void> late = waiters.await("3", Duration.ofSeconds(1));
    CompletableFuture<Void> abandoned = waiters.await("4", MINUTE);
    assertThat(waiters.size()).isEqualTo(3);
    waiters.advanced("2");
    runtime.advance(Duration.ofSeconds(1));
    abandoned.cancel(false);
    assertThat(reached).isCompleted();
    assertThat(late).isCompletedExceptionally();
    assertThat(waiters.size()).isZero();
  }

  @Test
  void versionsThatCannotBeComparedMustBeEqual() {
    assertThat(VersionWaiters.hasReached("abc", "abc")).isTrue();
    assertThat(VersionWaiters.hasReached("abd", "abc")).isFalse();
    assertThat(VersionWaiters.hasReached("10", "9")).isTrue();
    assertThat(VersionWaiters.hasReached("9", "10")).isFalse();
    assertThat(VersionWaiters.hasReached("", "10")).isFalse();
  }

  @Test
  void aWaiterThatRacesWithTheWriterIsNotMissed() throws Exception {
    try (EngineRuntime threads = EngineRuntime.create("waiters", 1)) {
      for (int round = 1; round <= 300; round++) {
        SnapshotIndexer<Widget> racing =
            SnapshotIndexer.builder(Widget.ACCESSOR).runtime(threads).build();
        CompletableFuture<Void> writer =
            CompletableFuture.runAsync(() -> racing.bookmark("5"), threads.callbacks());
        racing.awaitVersion("5", MINUTE).get(30, TimeUnit.SECONDS);
        writer.get(30, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void aClosedRuntimeStillCompletesWaiters() {
    EngineRuntime closing = EngineRuntime.create("closing", 1);
    SnapshotIndexer<Widget> orphan =
        SnapshotIndexer.builder(Widget.ACCESSOR).runtime(closing).build();
    CompletableFuture<Void> reached = orphan.awaitVersion("5", MINUTE);
    closing.close();
    orphan.bookmark("5");
    assertThat(reached).succeedsWithin(Duration.ofSeconds(30));
  }

  @Test
  void afterTheRuntimeWasClosedNobodyWaits() {
    EngineRuntime closed = EngineRuntime.create("closed", 1);
    SnapshotIndexer<Widget> orphan =
        SnapshotIndexer.builder(Widget.ACCESSOR).runtime(closed).build();
    closed.close();
    assertThat(orphan.awaitVersion("5", MINUTE))
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOf(IllegalStateException.class)
        .withMessageContaining("version 5");
    orphan.bookmark("5");
    assertThat(orphan.awaitVersion("5", MINUTE)).isCompleted();
  }
}
