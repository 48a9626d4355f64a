package dev.informant.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.informant.runtime.EngineRuntime;
import dev.informant.testing.VirtualRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ParallelTest {
  private static final Executor INLINE = Runnable::run;

  @ParameterizedTest
  @CsvSource({"1000, 10, 1", "1000, 10, 10", "1000, 10, 100", "999, 10, 13", "3, 100, 1", "0, 5, 1"
  })
  @Tag("client-go:TestParallelizeUntil")
  void eachPieceRunsExactlyOnce(int pieces, int workers, int chunk) {
    AtomicIntegerArray runs = new AtomicIntegerArray(pieces);
    try (EngineRuntime runtime = EngineRuntime.create("parallel-test", 1)) {
      Parallel.until(
          runtime.callbacks(), workers, pieces, chunk, () -> false, runs::incrementAndGet);
    }
    for (int piece = 0; piece < pieces; piece++) {
      assertThat(runs.get(piece)).as("piece %d", piece).isEqualTo(1);
    }
  }

  @Test
  void asManyWorkersRunAtOnceAsAsked() {
    CountDownLatch together = new CountDownLatch(3);
    try (EngineRuntime runtime = EngineRuntime.create("parallel-test", 1)) {
      Parallel.until(runtime.callbacks(), 3, 3, () -> false, piece -> {
        together.countDown();
        try {
          assertThat(together.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stray) {
          throw new IllegalStateException(stray);
        }
      });
    }
    assertThat(together.getCount()).isZero();
  }

  @Test
  void noMoreWorkersAreStartedThanThereAreChunks() {
    AtomicInteger tasks = new AtomicInteger();
    Executor counting = task -> {
      tasks.incrementAndGet();
      task.run();
    };
    Parallel.until(counting, 10, 25, 10, () -> false, piece -> {});
    assertThat(tasks).hasValue(3);
  }

  @Test
  void cancellationIsAskedBeforeEachPiece() {
    List<Integer> ran = new ArrayList<>();
    AtomicBoolean cancelled = new AtomicBoolean();
    Parallel.until(INLINE, 1, 100, 50, cancelled::get, piece -> {
      ran.add(piece);
      cancelled.set(piece == 4);
    });
    assertThat(ran).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void whatIsCancelledFromTheStartRunsNothing() {
    AtomicInteger ran = new AtomicInteger();
    Parallel.until(INLINE, 2, 10, () -> true, piece -> ran.incrementAndGet());
    assertThat(ran).hasValue(0);
  }

  @Test
  void exceptionsAreThrownTogetherAfterEveryPieceRan() {
    AtomicInteger ran = new AtomicInteger();
    Throwable thrown = catchThrowable(() -> Parallel.until(INLINE, 2, 10, () -> false, piece -> {
      ran.incrementAndGet();
      if (piece % 4 == 1) {
        throw new IllegalStateException("piece " + piece);
      }
    }));
    assertThat(ran).hasValue(10);
    assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessage("piece 1");
    assertThat(thrown.getSuppressed())
        .extracting(Throwable::getMessage)
        .containsExactly("piece 5", "piece 9");
  }

  @Test
  void errorsAreThrownAsTheyAreEvenIfOneIsThrownTwice() {
    AssertionError error = new AssertionError("planted");
    assertThatThrownBy(() -> Parallel.until(INLINE, 1, 3, () -> false, piece -> {
          throw error;
        }))
        .isSameAs(error);
  }

  @Test
  void nothingIsThrownBeforeAllWorkersHaveStopped() {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    CompletableFuture<Void> finished =
        Parallel.start(runtime.callbacks(), 2, 2, 1, () -> false, piece -> {
          throw new IllegalStateException("planted");
        });
    runtime.step();
    assertThat(finished).isNotDone();
    runtime.runUntilIdle();
    assertThat(finished).isCompletedExceptionally();
  }

  @Test
  void anExecutorThatRefusesAndACancellationThatThrowsAreReported() {
    assertThatThrownBy(() -> Parallel.until(
            task -> {
              throw new RejectedExecutionException("closed");
            },
            2,
            10,
            () -> false,
            piece -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> Parallel.until(
            INLINE,
            2,
            10,
            () -> {
              throw new IllegalStateException("planted");
            },
            piece -> {}))
        .hasMessage("planted");
  }

  @Test
  void theLargestCountsDoNotOverflow() {
    AtomicInteger ran = new AtomicInteger();
    Parallel.until(
        INLINE,
        4,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE,
        () -> ran.get() == 3,
        piece -> ran.incrementAndGet());
    assertThat(ran).hasValue(3);
  }

  @Test
  void nonsenseIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parallel.until(INLINE, 0, 1, () -> false, piece -> {}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parallel.until(INLINE, 1, -1, () -> false, piece -> {}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parallel.until(INLINE, 1, 1, 0, () -> false, piece -> {}));
  }
}
