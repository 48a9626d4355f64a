package dev.informant.informer;

import dev.informant.log.QuietLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Closes informers side by side and waits for all together, up to the longest of their timeouts. */
record CloseTogether(List<? extends SharedIndexInformer<?>> informers) {
  private static final Logger LOG = QuietLog.of(SharedIndexInformer.class);

  void close() {
    informers.forEach(informer -> informer.end(/* cause= */ null));
    informers.forEach(SharedIndexInformer::saveAtEnd);
    Duration timeout = informers.stream()
        .map(SharedIndexInformer::closeTimeout)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
    CompletableFuture<Void> all = CompletableFuture.allOf(
        informers.stream().map(SharedIndexInformer::quiet).toArray(CompletableFuture<?>[]::new));
    if (!Waiting.isAllowed() || Waiting.forQuiet(all, timeout)) {
      return;
    }
    for (SharedIndexInformer<?> informer : informers) {
      if (!informer.quiet().isDone()) {
        LOG.log(
            Level.WARNING,
            "informer " + informer.name() + " is closed, but a call of one of its handlers has not"
                + " returned for " + timeout);
      }
    }
  }
}
