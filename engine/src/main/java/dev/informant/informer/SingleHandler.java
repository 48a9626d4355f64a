package dev.informant.informer;

import dev.informant.internal.store.RevisionStore;
import dev.informant.log.QuietLog;
import dev.informant.object.Revision;
import dev.informant.queue.Delta;
import dev.informant.queue.Queue;
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
  private List<Call> collected = new ArrayList<>();

  /** A call of the handler. */
  private record Call(String about, Runnable action) {}

  SingleHandler(RevisionStore<T> store, ResourceEventHandler<? super T> handler) {
    this.store = store;
    this.calls = HandlerCalls.of(narrow(handler), /* filter= */ null);
    this.deltas = new DeltaProcessor<>(store, Parity.REPAIRED, this, this);
  }

  @SuppressWarnings("unchecked") // it only receives objects of T
  private static <T> ResourceEventHandler<T> narrow(ResourceEventHandler<? super T> handler) {
    return (ResourceEventHandler<T>) handler;
  }

  @Override
  public void accept(List<Delta<Revision<T>>> changes, boolean inInitialList) {
    try {
      deltas.process(changes, inInitialList);
    } finally { // the handler is called with what has been stored, also if the rest failed
      List<Call> due = collected;
      collected = new ArrayList<>();
      due.forEach(SingleHandler::run);
    }
  }

  private static void run(Call call) {
    try {
      call.action().run();
    } catch (Throwable thrown) {
      LOG.log(Level.WARNING, "controller: the handler threw for " + call.about(), thrown);
    }
  }

  @Override
  public void notify(Notification<T> notification) {
    collected.add(new Call(notification.key(), () -> calls.call(notification)));
  }

  @Override
  public void listBegins(String storedVersion) {
    mark("the start of a list", new Batch.ListMark<>(/* begins= */ true, storedVersion));
  }

  @Override
  public void listEnds(String resourceVersion) {
    mark("the end of a list", new Batch.ListMark<>(/* begins= */ false, resourceVersion));
  }

  private void mark(String about, Batch.ListMark<T> mark) {
    collected.add(new Call(about, () -> calls.call(mark)));
  }

  @Override
  public void resync(Set<ProcessorListener<T>> audience) {
    store.state().forEach(stored -> notify(new Notification.Update<>(stored, stored, audience)));
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
