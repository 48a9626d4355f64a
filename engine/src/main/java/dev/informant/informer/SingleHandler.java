package dev.informant.informer;

import dev.informant.log.QuietLog;
import dev.informant.object.Revision;
import dev.informant.queue.Delta;
import dev.informant.queue.Queue;
import dev.informant.store.RevisionStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes changes to a store and calls one handler with them, on the thread that brings them: the store first, then
 * the calls. Used by one thread at a time.
 */
final class SingleHandler<T>
    implements Queue.Consumer<Revision<T>>, DeltaProcessor.Output<T>, DeltaProcessor.Audiences<T> {
  private static final Logger LOG = QuietLog.of(QueueController.class);

  private final RevisionStore<T> store;
  private final HandlerCalls<T, ?> calls;
  private final DeltaProcessor<T> deltas;
  private List<Notification<T>> collected = new ArrayList<>();

  SingleHandler(RevisionStore<T> store, ResourceEventHandler<T> handler) {
    this.store = store;
    this.calls = HandlerCalls.of(handler, /* filter= */ null);
    this.deltas = new DeltaProcessor<>(store, Parity.REPAIRED, this, this);
  }

  @Override
  public void accept(List<Delta<Revision<T>>> changes, boolean inInitialList) {
    try {
      deltas.process(changes, inInitialList);
    } finally { // the handler is called with what has been stored, also if the rest failed
      List<Notification<T>> notifications = collected;
      collected = new ArrayList<>();
      notifications.forEach(this::call);
    }
  }

  private void call(Notification<T> notification) {
    try {
      calls.call(notification);
    } catch (Throwable thrown) {
      LOG.log(Level.WARNING, "the handler of a controller threw for " + notification.key(), thrown);
    }
  }

  @Override
  public void notify(Notification<T> notification) {
    collected.add(notification);
  }

  @Override
  public void resync(Set<ProcessorListener<T>> audience) {
    store
        .state()
        .forEach(stored -> collected.add(new Notification.Update<>(stored, stored, audience)));
  }

  @Override
  public void stale(String key, String stored, String stale) {
    LOG.log(
        Level.DEBUG,
        () -> "ignored version " + stale + " of " + key + ": " + stored + " is stored");
  }

  // There is one handler, which every update is for.

  @Override
  public @Nullable Set<ProcessorListener<T>> ofUnchanged() {
    return null;
  }

  @Override
  public Set<ProcessorListener<T>> takeSyncAll() {
    return Set.of();
  }

  @Override
  public Set<ProcessorListener<T>> ofSync() {
    return Set.of();
  }
}
