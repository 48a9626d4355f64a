package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.storage.Change;
import dev.informant.apiserver.internal.storage.ChangeListener;
import dev.informant.apiserver.internal.storage.SharedChange;
import dev.informant.apiserver.internal.storage.StoredObject;
import dev.informant.apiserver.internal.storage.View;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One watch: first the objects of a snapshot, if asked for, then changes as they come. It has no thread:
 * the store's pipeline puts changes in, the front takes frames out. A stalled one is open, whatever has become of it
 * meanwhile, until it is released. Thread-safe.
 */
/*
 * The snapshot, or the backlog of changes a resumed watch has missed, is not queued but read while frames
 * are taken, so a watch over many objects costs an iterator. Later changes are queued as references: an entry is
 * encoded when it is taken, once for all watches with an equal representation (SharedChange.derive). Only the queue is
 * bounded: a reader that lets it grow over the limit is cut off, and what was queued is dropped; it resumes from what
 * it has seen.
 *
 * `lock` guards all mutable state. Nothing is encoded and no signal is given while it is held. `whetherOpen` is called
 * under it, so that the last word it hears is the true one; it must not call back.
 */
final class ServedWatch implements WatchStream, ChangeListener {
  private final RequestScope scope;
  private final Representation representation;
  private final int bufferLimit;
  private final Object lock = new Object();

  // all guarded by lock
  private final ArrayDeque<Queued> queue = new ArrayDeque<>();
  private final ArrayDeque<Oddity> odd = new ArrayDeque<>();
  /** Where the reader stands. */
  private long seen;

  private Reads.@Nullable Matches snapshot;
  private @Nullable StoredObject endBookmark;
  private Iterator<Change> backlog = Collections.emptyIterator();
  private boolean first = true;
  private boolean begun;
  private boolean finished;
  private boolean stalled;
  private boolean spared;
  private boolean closed;
  private Consumer<Boolean> whetherOpen = open -> {};
  private Runnable signal = () -> {};
  private @Nullable Runnable onFinish;

  /** What is queued: something that can be encoded. */
  @FunctionalInterface
  private interface Frame {
    byte[] encode(boolean first);
  }

  /** {@code revision} is where its reader stands then; 0 for where it stood. */
  private record Queued(Frame frame, long revision) {}

  private record EncodingKey(Representation representation, String apiVersion, EventType type) {}

  ServedWatch(RequestScope scope, Representation representation, int bufferLimit) {
    this.scope = scope;
    this.representation = representation;
    this.bufferLimit = bufferLimit;
  }

  RequestScope scope() {
    return scope;
  }

  /** Tells {@code listener} now, and whenever it may have changed, whether this watch is open to faults. Set once. */
  void whetherOpen(Consumer<Boolean> listener) {
    synchronized (lock) {
      whetherOpen = listener;
      tellWhetherOpen();
    }
  }

  // guarded by lock
  private void tellWhetherOpen() {
    whetherOpen.accept(!spared && !closed && (stalled || !finished));
  }

  /** Runs {@code action} once when the session ends, stalled or not; at once if it has. */
  void onFinish(Runnable action) {
    boolean already;
    synchronized (lock) {
      already = finished;
      if (!already) {
        Runnable earlier = onFinish;
        onFinish = earlier == null
            ? action
            : () -> {
              earlier.run();
              action.run();
            };
      }
    }
    if (already) {
      action.run();
    }
  }

  /** Begins with the objects of {@code view}; {@code bookmark} marks their end, if asked for. */
  void begin(View view, @Nullable StoredObject bookmark) {
    synchronized (lock) {
      snapshot = new Reads.Matches(scope, view, scope.from());
      seen = view.revision();
      endBookmark = bookmark;
      begun = true;
    }
    tell();
  }

  /** Begins with the changes since {@code from}. Nothing comes out of a session that has not begun. */
  void begin(List<Change> missed, long from) {
    synchronized (lock) {
      backlog = missed.iterator();
      seen = from;
      begun = true;
    }
    tell();
  }

  @Override
  public void changed(SharedChange shared) {
    Frame frame = frame(shared);
    if (frame != null) {
      offer(frame, shared.change().revision());
    }
  }

  /** What the change means to this watch; null if it does not concern it. */
  private @Nullable Frame frame(SharedChange shared) {
    Change change = shared.change();
    StoredObject before = change.before();
    StoredObject after = change.after();
    boolean was = scope.matches(before);
    if (after != null && scope.matches(after)) {
      EventType type = was ? EventType.MODIFIED : EventType.ADDED;
      return begins -> encode(shared, type, after, begins);
    }
    if (before != null && was) {
      StoredObject last = before.at(change.revision());
      return begins -> encode(shared, EventType.DELETED, last, begins);
    }
    return null;
  }

  private byte[] encode(
      SharedChange shared, EventType type, StoredObject object, boolean firstOfWatch) {
    if (firstOfWatch && representation.firstEventDiffers()) {
      return representation.event(type, StorageVersions.serve(scope.type(), object), true);
    }
    return shared.derive(
        new EncodingKey(representation, scope.type().apiVersion(), type),
        () -> representation.event(type, StorageVersions.serve(scope.type(), object), false));
  }

  void bookmark(StoredObject bookmark) {
    offer(
        first -> representation.event(
            EventType.BOOKMARK, new ServedObject(scope.type(), bookmark), first),
        bookmark.resourceVersion());
  }

  /** An event that no server sends, in the form of this watch. */
  void odd(OddEvent event) {
    offer(begins -> event.encode(representation, scope.type(), begins), 0);
  }

  /** A frame that is already encoded. */
  void raw(byte[] frame) {
    offer(first -> frame, 0);
  }

  /** Ends with an event of type ERROR. */
  void fail(ApiStatusException failure) {
    begin(List.of(), 0);
    offer(first -> representation.errorEvent(failure.status()), 0);
    finish();
  }

  @Override
  public void stall() {
    synchronized (lock) {
      stalled = !closed;
      tellWhetherOpen();
    }
    tell();
  }

  @Override
  public void next(Oddity event) {
    synchronized (lock) {
      if (!finished) {
        odd.add(event);
      }
    }
    tell();
  }

  @Override
  public void spare() {
    synchronized (lock) {
      spared = true;
      tellWhetherOpen();
    }
  }

  /** Lets a stalled stream say what it has kept to itself, its end included. */
  void release() {
    synchronized (lock) {
      stalled = false;
      tellWhetherOpen();
    }
    tell();
  }

  /** Ends the stream after what is queued; one that is stalled, once it is released. */
  void finish() {
    Runnable action;
    synchronized (lock) {
      if (finished) {
        return;
      }
      finished = true;
      action = onFinish;
      onFinish = null;
      tellWhetherOpen();
    }
    if (action != null) {
      action.run();
    }
    tell();
  }

  boolean isStalled() {
    synchronized (lock) {
      return stalled;
    }
  }

  /** Ends the stream after what is queued, stalled or not. */
  void end() {
    finish();
    release();
  }

  @Override
  public void dropped() {
    finish();
  }

  private void offer(Frame frame, long revision) {
    boolean overflow;
    synchronized (lock) {
      if (finished) {
        return;
      }
      overflow = queue.size() >= bufferLimit;
      if (overflow) {
        dropAll();
      } else {
        queue.add(new Queued(frame, revision));
      }
    }
    if (overflow) {
      finish();
    } else {
      tell();
    }
  }

  private void tell() {
    Runnable now;
    synchronized (lock) {
      now = signal;
    }
    now.run();
  }

  @Override
  public void onReadable(Runnable readable) {
    synchronized (lock) {
      signal = readable;
    }
    readable.run();
  }

  @Override
  public byte @Nullable [] poll() {
    Frame frame;
    boolean begins;
    synchronized (lock) {
      if (stalled || !begun) {
        return null;
      }
      frame = nextFrame();
      if (frame == null) {
        return null;
      }
      begins = first;
      first = false;
    }
    return frame.encode(begins);
  }

  // guarded by lock
  private @Nullable Frame nextFrame() {
    Oddity oddity = odd.poll();
    if (oddity != null) {
      OddEvent event = OddEvent.of(oddity, seen);
      return begins -> event.encode(representation, scope.type(), begins);
    }
    if (snapshot != null && snapshot.hasNext()) {
      StoredObject object = snapshot.next();
      seen = object.resourceVersion();
      return begins -> representation.event(
          EventType.ADDED, StorageVersions.serve(scope.type(), object), begins);
    }
    snapshot = null;
    StoredObject mark = endBookmark;
    if (mark != null) {
      endBookmark = null;
      seen = mark.resourceVersion();
      return begins ->
          representation.event(EventType.BOOKMARK, new ServedObject(scope.type(), mark), begins);
    }
    while (backlog.hasNext()) {
      Change change = backlog.next();
      Frame frame = frame(new SharedChange(change));
      if (frame != null) {
        seen = change.revision();
        return frame;
      }
    }
    Queued next = queue.poll();
    if (next == null) {
      return null;
    }
    seen = next.revision == 0 ? seen : next.revision;
    return next.frame;
  }

  @Override
  public boolean ended() {
    synchronized (lock) {
      return finished
          && !stalled
          && odd.isEmpty()
          && queue.isEmpty()
          && endBookmark == null
          && !backlog.hasNext()
          && (snapshot == null || !snapshot.hasNext());
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      dropAll();
      closed = true;
      stalled = false;
      tellWhetherOpen();
    }
    finish();
  }

  // guarded by lock
  private void dropAll() {
    queue.clear();
    odd.clear();
    snapshot = null;
    endBookmark = null;
    backlog = Collections.emptyIterator();
  }
}
