package dev.informant.informer;

import dev.informant.log.QuietLog;
import dev.informant.log.Readable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Closes informers side by side, saves the caches of those that have archives, and waits for all of it together, up to the
 * longest of their timeouts; a cache that has not been saved by then is not. One that fails to end does not keep the
 * others from it; the failure is thrown when all have been waited for.
 *
 * <p>That a thread was interrupted before it closes them (and leaves its work for that reason, perhaps) costs neither calls
 * nor saves. An interrupt while it waits is meant for the wait, and ends it. The thread stays interrupted either way.
 */
record CloseTogether(List<? extends SharedIndexInformer<?>> informers, Consumer<String> warnings) {
  private static final Logger LOG = QuietLog.of(SharedIndexInformer.class);
  private static final String INTERRUPTED = "before the closing thread was interrupted";

  CloseTogether(List<? extends SharedIndexInformer<?>> informers) {
    this(informers, warning -> LOG.log(Level.WARNING, warning));
  }

  /** Waits for handlers' calls only: requests may take a moment longer to end. */
  void close() {
    close(SharedIndexInformer::quiet);
  }

  /** Waits, no longer than that, for everything. */
  void closeCompletely() {
    close(SharedIndexInformer::closed);
  }

  private void close(Function<SharedIndexInformer<?>, CompletableFuture<Void>> end) {
    boolean interrupted = Thread.interrupted(); // files are closed under a thread that is
    try {
      closeUninterrupted(end);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void closeUninterrupted(Function<SharedIndexInformer<?>, CompletableFuture<Void>> end) {
    List<Throwable> failures = new ArrayList<>();
    List<SharedIndexInformer<?>> ended =
        each(informers, informer -> informer.end(/* cause= */ null), failures);
    Map<SharedIndexInformer<?>, CompletableFuture<Void>> saves = new LinkedHashMap<>();
    each(ended, informer -> saves.put(informer, informer.saveAtEnd()), failures);
    await(ended, end, saves);
    if (Waiting.isAllowed()) { // a handler that closes its informer is not blamed for others
      each(ended, SharedIndexInformer::checkMutations, failures);
    }
    saves.values().stream()
        .filter(save -> save.isCompletedExceptionally() && !save.isCancelled())
        .forEach(save -> save.exceptionally(failure -> {
          failures.add(failure);
          return null;
        }));
    if (!failures.isEmpty()) {
      Throwable first = failures.get(0);
      failures.stream().filter(other -> other != first).forEach(first::addSuppressed);
      if (first instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) first;
    }
  }

  /** Does a step with each and returns those with which it did not fail. */
  private static List<SharedIndexInformer<?>> each(
      List<? extends SharedIndexInformer<?>> all,
      Consumer<SharedIndexInformer<?>> step,
      List<Throwable> failures) {
    List<SharedIndexInformer<?>> done = new ArrayList<>();
    for (SharedIndexInformer<?> informer : all) {
      try {
        step.accept(informer);
        done.add(informer);
      } catch (RuntimeException | Error failure) {
        failures.add(failure);
      }
    }
    return done;
  }

  private void await(
      List<SharedIndexInformer<?>> ended,
      Function<SharedIndexInformer<?>, CompletableFuture<Void>> end,
      Map<SharedIndexInformer<?>, CompletableFuture<Void>> saves) {
    Duration timeout = ended.stream()
        .map(SharedIndexInformer::closeTimeout)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
    CompletableFuture<Void> all =
        CompletableFuture.allOf(Stream.concat(ended.stream().map(end), saves.values().stream())
            .toArray(CompletableFuture<?>[]::new));
    if (!Waiting.isAllowed() || Waiting.forQuiet(all, timeout)) {
      return;
    }
    String within = "within " + Readable.time(timeout);
    boolean cutShort = Thread.currentThread().isInterrupted();
    for (SharedIndexInformer<?> informer : ended) {
      for (String handler : informer.unreturned()) {
        warnings.accept("informer " + informer.name() + ": closed, but a call of handler " + handler
            + " has not returned " + (cutShort ? INTERRUPTED : within));
      }
    }
    saves.forEach((informer, save) -> {
      if (!save.isDone()) {
        save.cancel(/* mayInterruptIfRunning= */ true);
        warnings.accept("informer " + informer.name() + ": closed, but its cache was not saved "
            + (cutShort ? INTERRUPTED : within) + "; the previous file is kept");
      }
    });
  }
}
