package dev.informant.cli.demo;

import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.faults.Faults;
import dev.informant.cli.Words;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What can be done to the demo's cluster. Called by one thread. */
public final class DemoFaults {
  private static final long TRY_MILLIS = 100;
  private static final int MOST_TRIES = 300;

  private final DemoCluster cluster;
  private final Faults faults;
  private final SplittableRandom random;
  private volatile boolean cleared;

  public DemoFaults(DemoCluster cluster, long seed) {
    this.cluster = cluster;
    this.faults = cluster.server().faults();
    this.random = new SplittableRandom(seed);
  }

  /** Ends every watch; the informers open them again where they were. */
  public void cutWatches() {
    say("fault: all watches cut");
    faults.closeWatches();
    sayWhenWatching(System.nanoTime());
  }

  /** An informer whose watch ends cleanly opens the next one without another word. */
  private void sayWhenWatching(long cut) {
    CompletableFuture.delayedExecutor(TRY_MILLIS, TimeUnit.MILLISECONDS).execute(() -> {
      Duration took = Duration.ofNanos(System.nanoTime() - cut);
      if (cluster.kinds().stream().allMatch(kind -> faults.releaseWatches(kind.plural()) > 0)) {
        say("all watches are back after " + Words.time(took));
      } else if (!cleared) {
        sayWhenWatching(cut);
      }
    });
  }

  /** Compacts the history: no watch can resume, all informers must list again. */
  public void compact() {
    say("fault: history compacted, all watches cut");
    faults.jumpResourceVersion(1000);
    faults.compact();
    faults.closeWatches();
  }

  /** Every request fails for a while. */
  public void storm(Duration length) {
    say("fault: 503 for all requests for " + Words.time(length));
    Faults.Handle handle = faults.add(Fault.status(503, 1));
    faults.closeWatches();
    CompletableFuture.delayedExecutor(length.toMillis(), TimeUnit.MILLISECONDS).execute(() -> {
      handle.close();
      say("fault: the 503 storm is over");
    });
  }

  /** Two handlers of pods take their time from now on, or no longer. */
  public void slowHandlers(boolean on) {
    if (cluster.slow().compareAndSet(!on, on)) {
      say(
          on
              ? "fault: audit and dashboard take 100 ms per call"
              : "audit and dashboard are fast again");
    }
  }

  public boolean areHandlersSlow() {
    return cluster.slow().get();
  }

  /** The watches of pods are sent a state of one pod that cannot be decoded; if none is open, once one is. */
  public void poison() {
    int choice = random.nextInt(Integer.MAX_VALUE);
    if (!poison(choice)) {
      say("fault: a pod will be poisoned when a watch of pods is open");
      poisonLater(choice, MOST_TRIES);
    }
  }

  /** Whether there was a watch to send it to. */
  private boolean poison(int choice) {
    List<String> keys = cluster.kinds().get(0).informer().snapshot().keys();
    if (keys.isEmpty()) {
      say("no pod to poison");
      return true;
    }
    String key = keys.get(choice % keys.size());
    int slash = key.indexOf('/');
    int told =
        faults.sendUndecodableObject("pods", key.substring(0, slash), key.substring(slash + 1));
    boolean reached = told > 0;
    if (reached) {
      say("fault: poisoned pod " + key);
    }
    return reached;
  }

  private void poisonLater(int choice, int tries) {
    CompletableFuture.delayedExecutor(TRY_MILLIS, TimeUnit.MILLISECONDS).execute(() -> {
      if (tries > 0 && !cleared && !poison(choice)) {
        poisonLater(choice, tries - 1);
      }
    });
  }

  /** Removes all faults. */
  public void clear() {
    cleared = true;
    faults.clear();
    slowHandlers(false);
  }

  private void say(String what) {
    cluster.happenings().add(what);
  }
}
