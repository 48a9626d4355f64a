package dev.informant.verification.differential;

import dev.informant.informer.Deleted;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.verification.differential.Promises.Told;
import dev.informant.verification.differential.Trace.Call;
import dev.informant.verification.differential.Trace.HandlerTrace;
import dev.informant.verification.scripted.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Records every call; blocks or throws where the scenario says so. Thread-safe. */
final class RecordingHandler<T> implements ResourceEventHandler<T> {
  private final Scenario.Handler spec;
  private final Model<T> model;
  private final List<String> observe;
  private final List<Call> calls = new ArrayList<>(); // guarded by itself
  private final List<Told> told = new ArrayList<>(); // guarded by calls
  private final List<String> broken = new ArrayList<>(); // guarded by calls
  private final CountDownLatch gate = new CountDownLatch(1);
  private final Function<String, @Nullable String> cached;
  private int inside; // guarded by calls
  private boolean initialInside; // guarded by calls
  private boolean synced; // guarded by calls

  /** {@code cached} gives the version in which the cache holds a key, or null. */
  RecordingHandler(
      Scenario.Handler spec,
      Model<T> model,
      List<String> observe,
      Function<String, @Nullable String> cached) {
    this.spec = spec;
    this.model = model;
    this.observe = observe;
    this.cached = cached;
  }

  @Override
  public void onAdd(T object, boolean inInitialList) {
    Boolean initial = spec.kind().equals("plain") ? null : inInitialList;
    record(
        new Call(
            "add",
            key(object),
            null,
            version(object),
            initial,
            false,
            new TreeMap<>(),
            model.observe(object, observe)),
        inInitialList);
  }

  @Override
  public void onUpdate(T before, T after) {
    record(
        new Call(
            "update",
            key(after),
            version(before),
            version(after),
            null,
            false,
            model.observe(before, observe),
            model.observe(after, observe)),
        /* inInitialList= */ false);
  }

  @Override
  public void onDelete(Deleted<T> deleted) {
    T object = deleted.object();
    record(
        new Call(
            "delete",
            deleted.key(),
            null,
            object == null ? "" : version(object),
            null,
            deleted.finalStateUnknown(),
            new TreeMap<>(),
            model.observe(object, observe)),
        /* inInitialList= */ false);
  }

  private void record(Call call, boolean inInitialList) {
    String version = cached.apply(call.key());
    synchronized (calls) {
      if (++inside > 1) {
        broken.add("G4: " + spec.name() + " was called again before a call had returned");
      }
      if (inInitialList && synced) {
        broken.add("G8: " + spec.name() + " was synced before it was told of " + call.key());
      }
      initialInside |= inInitialList;
      calls.add(call);
      told.add(new Told(call, version));
    }
    try {
      blockOrFail(call);
    } finally {
      synchronized (calls) {
        inside--;
        initialInside &= inside > 0;
      }
    }
  }

  private void blockOrFail(Call call) {
    if (spec.blockOn() != null && matches(spec.blockOn(), call)) {
      try {
        gate.await();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    if (spec.panicOn() != null && matches(spec.panicOn(), call)) {
      throw new IllegalStateException("scenario: the handler fails");
    }
  }

  /** Its registration has been seen synced. */
  void sawSynced() {
    synchronized (calls) {
      if (initialInside && !synced) {
        broken.add("G8: " + spec.name() + " was synced while it was in an initial call");
      }
      synced = true;
    }
  }

  /** What its calls break, by themselves and beside what the server sent. */
  List<String> broken(Served served) {
    synchronized (calls) {
      List<String> all = new ArrayList<>(broken);
      all.addAll(Promises.ofCalls(spec.name(), calls));
      all.addAll(Promises.ofStates(served, spec.name(), told));
      return all;
    }
  }

  void release() {
    gate.countDown();
  }

  boolean filtered() {
    return spec.filter() != null;
  }

  /** What its filter says. */
  boolean wants(T object) {
    Scenario.Filter filter = spec.filter();
    return filter == null
        || filter
            .equals()
            .equals(model.codec().accessor().labels(object).getOrDefault(filter.label(), ""));
  }

  /** Key and version of each object it knows, by what it was told. */
  SortedMap<String, String> fold() {
    SortedMap<String, String> fold = new TreeMap<>();
    synchronized (calls) {
      for (Call call : calls) {
        if (call.op().equals("delete")) {
          fold.remove(call.key());
        } else {
          fold.put(call.key(), call.rv());
        }
      }
    }
    return fold;
  }

  boolean isFolded() {
    return spec.trace().equals("fold");
  }

  int count(Scenario.@Nullable Match match) {
    synchronized (calls) {
      return (int)
          calls.stream().filter(call -> match == null || matches(match, call)).count();
    }
  }

  HandlerTrace trace() {
    List<Call> recorded;
    synchronized (calls) {
      recorded = List.copyOf(calls);
    }
    SortedMap<String, String> fold = new TreeMap<>();
    List<String> violations = new ArrayList<>();
    for (Call call : recorded) {
      String had = fold.get(call.key());
      if (call.op().equals("add") && had != null) {
        violations.add("add of known " + call.key());
      } else if (!call.op().equals("add") && had == null) {
        violations.add(call.op() + " of unknown " + call.key());
      } else if (call.op().equals("update") && !Objects.equals(had, call.oldRv())) {
        violations.add(
            "update of " + call.key() + " skips from " + had + " to old " + call.oldRv());
      }
      if (call.op().equals("delete")) {
        fold.remove(call.key());
      } else {
        fold.put(call.key(), call.rv());
      }
    }
    return isFolded()
        ? new HandlerTrace(List.of(), fold, violations)
        : new HandlerTrace(recorded.stream().map(List::of).toList(), null, List.of());
  }

  private static boolean matches(Scenario.Match match, Call call) {
    return (match.op().isEmpty() || match.op().equals(call.op()))
        && (match.key().isEmpty() || match.key().equals(call.key()))
        && (match.rv() == null || match.rv().equals(call.rv()));
  }

  private String key(T object) {
    return model.codec().accessor().key(object);
  }

  private String version(T object) {
    return model.codec().accessor().resourceVersion(object);
  }
}
