package dev.informant.internal.source;

import dev.informant.source.FailureLevel;
import dev.informant.source.ListOptions;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A reflector between a scripted source and a recording queue, on virtual time. */
final class ReflectorBench implements ReflectorListener<TestObject> {
  final VirtualRuntime runtime = VirtualRuntime.inOrder(7);
  final ScriptedSource<TestObject> source = new ScriptedSource<>(runtime);
  final RecordingQueue queue = new RecordingQueue();
  final List<String> failures = new ArrayList<>();
  final List<String> skipped = new ArrayList<>();
  final List<String> recovered = new ArrayList<>();
  final List<String> collected = new ArrayList<>();
  final List<String> lists = new ArrayList<>();
  final List<String> transitions = new ArrayList<>();
  final List<RequestKind> requests = new ArrayList<>();
  final List<String> versions = new ArrayList<>();
  int slowLists;
  final Reflector<TestObject> reflector;

  private ReflectorBench(UnaryOperator<Reflector.Builder<TestObject>> options) {
    reflector = options
        .apply(Reflector.builder(source, TestObject.ACCESSOR, queue, runtime)
            .set(ReflectorOptions.NAME, "bench")
            .listener(this)
            .previous(queue.state::get))
        .build();
  }

  /** With the streaming list. */
  static ReflectorBench streaming(UnaryOperator<Reflector.Builder<TestObject>> options) {
    ReflectorBench bench = new ReflectorBench(options);
    bench.reflector.start();
    return bench;
  }

  /** With the streaming list. */
  static ReflectorBench streaming() {
    return streaming(UnaryOperator.identity());
  }

  /** With LIST and WATCH only. */
  static ReflectorBench listing(UnaryOperator<Reflector.Builder<TestObject>> options) {
    ReflectorBench bench = new ReflectorBench(
        builder -> options.apply(builder.set(ReflectorOptions.WATCH_LIST, WatchListPolicy.NEVER)));
    bench.reflector.start();
    return bench;
  }

  /** With LIST and WATCH only. */
  static ReflectorBench listing() {
    return listing(UnaryOperator.identity());
  }

  /** Not started. */
  static ReflectorBench unstarted() {
    return new ReflectorBench(
        builder -> builder.set(ReflectorOptions.WATCH_LIST, WatchListPolicy.NEVER));
  }

  static TestObject object(String name, int version) {
    return TestObject.named(name).withResourceVersion(Integer.toString(version));
  }

  /** Lists at version 10 with one object and returns the watch that follows, opened. */
  ScriptedSource<TestObject>.ScriptedWatch watching() {
    source.awaitList().respond("10", object("a", 4));
    queue.drain();
    return source.awaitWatch().open();
  }

  /** The time that passes until the next request. */
  Duration untilRequest() {
    long before = runtime.nanos();
    if (!runtime.runUntil(source::hasRequest, Duration.ofHours(3))) {
      throw new AssertionError("no request came; state " + reflector.state());
    }
    return Duration.ofNanos(runtime.nanos() - before);
  }

  List<String> drainFailures() {
    List<String> seen = List.copyOf(failures);
    failures.clear();
    return seen;
  }

  @Override
  public void onTransition(ReflectorState from, ReflectorState to) {
    transitions.add(to.getClass().getSimpleName());
  }

  @Override
  public void onFailure(Throwable cause, FailureLevel level) {
    SourceException failure = (SourceException) cause;
    failures.add(level + " " + (failure.code() == 0 ? failure.kind() : failure.code()));
  }

  @Override
  public void onRequest(RequestKind kind, ListOptions options) {
    requests.add(kind);
  }

  /** With what had been handed on, and recovered, by then. */
  @Override
  public void onCollected(String resourceVersion) {
    collected.add(resourceVersion + " " + queue.state.keySet() + " " + recovered);
  }

  @Override
  public void onList(String resourceVersion, int items, boolean initial, Duration took) {
    lists.add(resourceVersion + " " + items + (initial ? " initial" : ""));
  }

  @Override
  public void onSlowList(int items, Duration receiving, Duration handingOn) {
    slowLists++;
  }

  @Override
  public void onSkipped(String key, Throwable cause) {
    skipped.add(key);
  }

  @Override
  public void onRecovered(String key) {
    recovered.add(key);
  }

  @Override
  public void onResourceVersion(String resourceVersion) {
    versions.add(resourceVersion);
  }

  long ended;

  @Nullable
  Throwable lastEnd;

  @Override
  public void onWatchEnded(long events, Duration lasted, @Nullable Throwable cause) {
    ended++;
    lastEnd = cause;
  }
}
