package dev.informant.informer;

import java.time.Duration;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * Writes what an informer does into a flight recording, if one runs. The events carry names, counts and
 * versions, never objects. Thread-safe.
 */
/*
 * A list begins with its first request and ends with the collection or a failure; pages are part of it. A
 * watch begins with its request, or for a streaming list with the end of the list, and ends with a failure,
 * the next request or the informer's end. The spans are measured by the recorder's own clock.
 *
 * The first event that is made wakes the recorder, which costs a quarter of a second of processor time and some hundred
 * classes. So none is made before somebody has used the recorder; a list or watch that is open then begins in the
 * recording when it is next heard of.
 */
final class FlightRecording implements InformerObserver {
  private final String informer;

  // guarded by this
  private @Nullable String listing; // the verb
  private @Nullable ListSpan list;
  private @Nullable String watching; // from this version
  private @Nullable WatchSpan watch;
  private long events;
  private boolean listed;
  private String lastFailure = "";

  FlightRecording(String informer) {
    this.informer = informer;
  }

  /** What all events have. */
  @Category("Informant")
  @StackTrace(false)
  abstract static class RecordedEvent extends Event {
    @Label("Informer")
    String informer = "";
  }

  @Name("dev.informant.List")
  @Label("List")
  @Description("A complete collection was requested, by LIST or by a streaming watch")
  static final class ListSpan extends RecordedEvent {
    @Label("Verb")
    String verb = "";

    @Label("Items")
    int items;

    @Label("Resource Version")
    String resourceVersion = "";

    @Label("Failure")
    @Description("Empty if the collection was received")
    String failure = "";
  }

  @Name("dev.informant.Relist")
  @Label("Relist")
  @Description("A collection was received again")
  static final class Relist extends RecordedEvent {
    @Label("Items")
    int items;

    @Label("Because Of")
    @Description("The last failure before it")
    String cause = "";
  }

  @Name("dev.informant.Watch")
  @Label("Watch")
  @Description("A watch from its request to its end")
  static final class WatchSpan extends RecordedEvent {
    @Label("From Resource Version")
    String resourceVersion = "";

    @Label("Events")
    long events;

    @Label("Failure")
    @Description("Empty if the server ended it, or the informer was closed")
    String failure = "";
  }

  @Name("dev.informant.Batch")
  @Label("Batch")
  @Description("Changes were stored and queued for all handlers")
  static final class ProcessedBatch extends RecordedEvent {
    @Label("Changes")
    int changes;

    @Label("Took")
    @Timespan(Timespan.NANOSECONDS)
    long took;
  }

  @Name("dev.informant.SlowHandler")
  @Label("Slow Handler")
  @Description("Calls of a handler were slow")
  static final class SlowCalls extends RecordedEvent {
    @Label("Handler")
    String handler = "";

    @Label("Calls")
    int calls;

    @Label("Took")
    @Timespan(Timespan.NANOSECONDS)
    long took;

    @Label("Waiting Calls")
    long waiting;

    @Label("Oldest Waiting")
    @Timespan(Timespan.NANOSECONDS)
    long oldest;
  }

  @Name("dev.informant.HandlerBehind")
  @Label("Handler Behind")
  @Description("A handler has many waiting calls")
  static final class WaitingCalls extends RecordedEvent {
    @Label("Handler")
    String handler = "";

    @Label("Waiting Calls")
    long waiting;

    @Label("Oldest Waiting")
    @Timespan(Timespan.NANOSECONDS)
    long oldest;
  }

  private static boolean isAwake() {
    return FlightRecorder.isInitialized();
  }

  @Override
  public void onEvent(InformerEvent event) {
    if (event instanceof InformerEvent.Requested requested) {
      requested(requested.verb(), requested.resourceVersion());
    } else if (event instanceof InformerEvent.Listed listed) {
      listed(listed.items(), listed.resourceVersion());
    } else if (event instanceof InformerEvent.Received received) {
      received(received.count());
    } else if (event instanceof InformerEvent.Failed failed) {
      failed(failed.cause());
    } else if (event instanceof InformerEvent.StateChanged stateChanged) {
      stateChanged(stateChanged.to());
    } else if (event instanceof InformerEvent.Processed processed) {
      processed(processed.changes(), processed.took());
    } else if (event instanceof InformerEvent.HandlerSlow handlerSlow) {
      handlerSlow(
          handlerSlow.handler(), handlerSlow.calls(), handlerSlow.took(), handlerSlow.lag());
    } else if (event instanceof InformerEvent.HandlerBehind handlerBehind) {
      handlerBehind(handlerBehind.handler(), handlerBehind.lag());
    }
  }

  private synchronized void requested(String verb, String resourceVersion) {
    if (verb.equals("watch")) {
      endWatch("");
      beginWatch(resourceVersion);
    } else if (listing == null && !verb.equals("probe")) {
      endWatch("");
      listing = verb;
      notice();
    }
  }

  private void beginWatch(String resourceVersion) {
    watching = resourceVersion;
    events = 0;
    notice();
  }

  /** Begins the spans of what is open, if there is a recorder. */
  private void notice() {
    if (!isAwake()) {
      return;
    }
    if (listing != null && list == null) {
      list = new ListSpan();
      list.informer = informer;
      list.verb = listing;
      list.begin();
    }
    if (watching != null && watch == null) {
      watch = new WatchSpan();
      watch.informer = informer;
      watch.resourceVersion = watching;
      watch.begin();
    }
  }

  private void endWatch(String failure) {
    notice();
    WatchSpan span = watch;
    watching = null;
    watch = null;
    if (span != null) {
      span.events = events;
      span.failure = failure;
      span.commit();
    }
  }

  private void endList(int items, String resourceVersion, String failure) {
    notice();
    ListSpan span = list;
    listing = null;
    list = null;
    if (span != null) {
      span.items = items;
      span.resourceVersion = resourceVersion;
      span.failure = failure;
      span.commit();
    }
  }

  private synchronized void listed(int items, String resourceVersion) {
    boolean streamed = "watch_list".equals(listing);
    endList(items, resourceVersion, "");
    if (listed && isAwake()) {
      Relist again = new Relist();
      again.informer = informer;
      again.items = items;
      again.cause = lastFailure;
      again.commit();
    }
    listed = true;
    lastFailure = "";
    if (streamed) {
      beginWatch(resourceVersion);
    }
  }

  private synchronized void received(int count) {
    notice();
    events += count;
  }

  private synchronized void failed(Throwable cause) {
    lastFailure = String.valueOf(cause.getMessage());
    endList(0, "", lastFailure);
    endWatch(lastFailure);
  }

  private synchronized void stateChanged(InformerState to) {
    if (to instanceof InformerState.Closed) {
      endList(0, "", "the informer was closed");
      endWatch("");
    }
  }

  private void processed(int changes, Duration took) {
    if (!isAwake()) {
      return;
    }
    ProcessedBatch batch = new ProcessedBatch();
    if (batch.isEnabled()) {
      batch.informer = informer;
      batch.changes = changes;
      batch.took = took.toNanos();
      batch.commit();
    }
  }

  private void handlerSlow(String handler, int calls, Duration took, HandlerLag lag) {
    if (!isAwake()) {
      return;
    }
    SlowCalls slow = new SlowCalls();
    slow.informer = informer;
    slow.handler = handler;
    slow.calls = calls;
    slow.took = took.toNanos();
    slow.waiting = lag.depth();
    slow.oldest = lag.age().toNanos();
    slow.commit();
  }

  private void handlerBehind(String handler, HandlerLag lag) {
    if (!isAwake()) {
      return;
    }
    WaitingCalls waiting = new WaitingCalls();
    waiting.informer = informer;
    waiting.handler = handler;
    waiting.waiting = lag.depth();
    waiting.oldest = lag.age().toNanos();
    waiting.commit();
  }
}
