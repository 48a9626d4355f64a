package dev.informant.verification.differential;

import dev.informant.informer.HandlerOptions;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.Parity;
import dev.informant.informer.QueueKind;
import dev.informant.informer.Registration;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.SharedIndexInformerBuilder;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.HttpSource;
import dev.informant.source.FailureLevel;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import dev.informant.store.IndexFunction;
import dev.informant.store.IndexedView;
import dev.informant.verification.differential.Trace.Check;
import dev.informant.verification.differential.Trace.HandlerTrace;
import dev.informant.verification.differential.Trace.Request;
import dev.informant.verification.differential.Trace.Result;
import dev.informant.verification.differential.Trace.WatchError;
import dev.informant.verification.scripted.ClientStep;
import dev.informant.verification.scripted.Scenario;
import dev.informant.verification.scripted.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs one scenario through our whole stack over HTTP and gives its trace. One use, one thread. */
final class ScenarioRun<T> {
  private static final Duration STEP = Duration.ofSeconds(25);
  private static final Duration QUIET = Duration.ofMillis(150);
  private static final Duration NEVER_QUIET = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration POLL = Duration.ofMillis(5);

  private final Scenario scenario;
  private final Model<T> model;
  private final SharedIndexInformer<T> informer;
  private final Map<String, RecordingHandler<T>> handlers = new LinkedHashMap<>();
  private final Map<String, Registration<T>> registrations = new LinkedHashMap<>();
  private final List<WatchError> watchErrors = new CopyOnWriteArrayList<>();
  private final List<WatchError> reportedByClientGo = new CopyOnWriteArrayList<>();
  private final Mode mode;
  private final List<Result> results = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private boolean stopped; // by the script

  private ScenarioRun(Scenario scenario, Model<T> model, ApiConnection connection, Mode mode) {
    this.scenario = scenario;
    this.model = model;
    this.mode = mode;
    Scenario.Scope scope = scenario.scope();
    Scenario.Informer options = scenario.informer();
    HttpSource<T> source = HttpSource.builder(connection, model.resource(), model.codec())
        .namespace(scope.namespace())
        .build();
    SharedIndexInformerBuilder<T> builder = SharedIndexInformer.builder(
            new Selecting<>(source, scope.labelSelector(), scope.fieldSelector()),
            model.codec().accessor())
        .name(scenario.name())
        .queue(mode.queue())
        .parity(mode.parity())
        .resync(Duration.ofMillis(options.resyncMillis()))
        .watchList(options.watchList() ? WatchListPolicy.AUTO : WatchListPolicy.NEVER)
        .observer(new Errors());
    Scenario.Transform transform = options.transform();
    if (transform != null) {
      builder.transform(object -> model.transform(transform, object));
    }
    for (Scenario.Indexer indexer : options.indexers()) {
      builder.indexer(indexer.name(), indexFunction(indexer));
    }
    this.informer = builder.build();
  }

  /** Which queue, and how close to client-go. */
  record Mode(QueueKind queue, Parity parity) {}

  /** What a run gave. */
  record Outcome(Trace trace, List<String> violations) {}

  static Outcome run(Scenario scenario, Mode mode) throws IOException, InterruptedException {
    return run(scenario, Model.of(scenario.resource()), mode);
  }

  private static <T> Outcome run(Scenario scenario, Model<T> model, Mode mode)
      throws IOException, InterruptedException {
    try (ScriptedServer server = ScriptedServer.start(scenario)) {
      Config config =
          new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build();
      try (ApiConnection connection = ApiConnection.of(config)) {
        return new ScenarioRun<>(scenario, model, connection, mode).play(server);
      }
    }
  }

  private Outcome play(ScriptedServer server) throws InterruptedException {
    scenario.informer().handlers().forEach(this::addHandler);
    informer.start();
    Set<String> violations = new LinkedHashSet<>();
    ClientStep.Ended end = server.run((index, step) -> {
      if (step.action().equals("stop") && mode.parity() == Parity.REPAIRED) {
        Served served = served(server, index);
        violations.addAll(eventually(() -> Promises.ofCache(served, cache())));
      }
      return execute(step);
    });
    handlers.values().forEach(RecordingHandler::release);
    Served served = served(server, Served.steps(scenario, end.outcome()));
    if (mode.parity() == Parity.REPAIRED) {
      violations.addAll(eventually(() -> unrest(served, end.isCompleted())));
    }
    informer.close();
    check("final");
    Map<String, HandlerTrace> traces = new TreeMap<>();
    handlers.forEach((name, handler) -> {
      traces.put(name, handler.trace());
      violations.addAll(handler.broken(served));
    });
    List<Request> requests = server.requests().stream()
        .map(request -> new Request(request.verb(), request.path(), new TreeMap<>(request.query())))
        .toList();
    return new Outcome(
        new Trace(end.outcome(), requests, traces, List.copyOf(watchErrors), results, checks),
        List.copyOf(violations));
  }

  /** What the server has told up to a step. */
  private Served served(ScriptedServer server, int steps) {
    return Served.of(scenario, steps, server.requests(), model::decodes);
  }

  /** What is wrong with an informer that should come to rest; it gets some time. */
  private static List<String> eventually(Supplier<List<String>> wrong) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    List<String> now = wrong.get();
    while (!now.isEmpty() && System.nanoTime() < end) {
      pause(POLL);
      now = wrong.get();
    }
    return now;
  }

  private List<String> unrest(Served served, boolean completed) {
    List<String> wrong = new ArrayList<>();
    if (stopped) {
      return wrong;
    }
    if (informer.isClosed()) {
      wrong.add("G7: the informer has ended, and nobody has closed it");
    }
    if (completed) {
      wrong.addAll(Promises.ofCache(served, cache()));
      wrong.addAll(Promises.ofFailures(served, watchErrors, informer.state().cause()));
    }
    IndexedView<T> view = informer.indexer().snapshot();
    registrations.forEach((name, registration) -> {
      RecordingHandler<T> handler = required(handlers.get(name));
      wrong.addAll(Promises.ofResult(name, handler.fold(), versions(view, handler::wants)));
      if (informer.isSynced() && !isSynced(name, registration)) {
        wrong.add("G8: " + name + " is not synced, its informer is");
      }
    });
    return wrong;
  }

  private SortedMap<String, String> cache() {
    return versions(informer.indexer().snapshot(), object -> true);
  }

  private SortedMap<String, String> versions(IndexedView<T> view, Predicate<T> wanted) {
    SortedMap<String, String> versions = new TreeMap<>();
    view.forEach(object -> {
      if (wanted.test(object)) {
        versions.put(
            model.codec().accessor().key(object), model.codec().accessor().resourceVersion(object));
      }
    });
    return versions;
  }

  private boolean isSynced(String name, Registration<T> registration) {
    boolean synced = registration.isSynced();
    RecordingHandler<T> handler = handlers.get(name);
    if (synced && handler != null) {
      handler.sawSynced();
    }
    return synced;
  }

  private void addHandler(Scenario.Handler spec) {
    RecordingHandler<T> handler = new RecordingHandler<>(spec, model, scenario.observe(), key -> {
      T object = informer.indexer().snapshot().get(key);
      return object == null ? null : model.codec().accessor().resourceVersion(object);
    });
    HandlerOptions<T> options = HandlerOptions.<T>defaults().withName(spec.name());
    if (spec.resyncMillis() != null) {
      options = options.withResync(Duration.ofMillis(spec.resyncMillis()));
    }
    if (handler.filtered()) {
      options = options.withFilter(handler::wants);
    }
    registrations.put(spec.name(), informer.addHandler(handler, options));
    handlers.put(spec.name(), handler);
  }

  /** Executes a client step; null when it has ended as it should, otherwise why it has not. */
  private @Nullable String execute(Scenario.Step step) {
    switch (step.action()) {
      case "await" -> {
        return await(step);
      }
      case "check" -> check(step.name());
      case "addHandler" ->
        result("addHandler " + required(step.add()).name(), () -> addHandler(required(step.add())));
      case "removeHandler" ->
        result(
            "removeHandler " + step.handler(),
            () -> required(registrations.remove(step.handler())).remove());
      case "addIndexer" ->
        result(
            "addIndexer " + required(step.indexer()).name(),
            () -> informer.addIndexer(
                required(step.indexer()).name(), indexFunction(required(step.indexer()))));
      case "release" -> required(handlers.get(step.handler())).release();
      case "stop" -> {
        stopped = true;
        informer.close();
      }
      default -> {
        return "unknown client step \"" + step.action() + "\"";
      }
    }
    return null;
  }

  private void result(String step, Runnable action) {
    boolean ok = true;
    try {
      action.run();
    } catch (IllegalStateException | IllegalArgumentException refused) {
      ok = false;
    }
    results.add(new Result(step, ok));
  }

  private @Nullable String await(Scenario.Step step) {
    long deadline = System.nanoTime() + STEP.toNanos();
    while (!holds(step)) {
      if (System.nanoTime() > deadline) {
        return "timeout";
      }
      pause(POLL);
    }
    return null;
  }

  private boolean holds(Scenario.Step step) {
    if (step.callback() != null
        && required(handlers.get(step.handler())).count(step.callback())
            < Math.max(1, step.times())) {
      return false;
    }
    for (String who : step.synced()) {
      boolean synced = who.equals("informer")
          ? informer.isSynced()
          : isSynced(who, required(registrations.get(who)));
      if (!synced) {
        return false;
      }
    }
    return (step.lastSyncResourceVersion() == null
            || step.lastSyncResourceVersion().equals(informer.lastSyncResourceVersion()))
        && reportedByClientGo.size() >= step.watchErrors();
  }

  /** Records the state once it has been the same for a while. */
  private void check(String name) {
    Check last = state(name);
    long since = System.nanoTime();
    long end = since + NEVER_QUIET.toNanos();
    while (System.nanoTime() - since < QUIET.toNanos() && System.nanoTime() < end) {
      pause(Duration.ofMillis(15));
      Check now = state(name);
      if (!now.equals(last)) {
        last = now;
        since = System.nanoTime();
      }
    }
    checks.add(last);
  }

  private Check state(String name) {
    IndexedView<T> view = informer.indexer().snapshot();
    SortedMap<String, Boolean> synced = new TreeMap<>();
    synced.put("informer", informer.isSynced());
    registrations.forEach((who, registration) -> synced.put(who, isSynced(who, registration)));
    SortedMap<String, String> store = new TreeMap<>();
    SortedMap<String, SortedMap<String, String>> fields = new TreeMap<>();
    for (String key : view.keys()) {
      T object = view.get(key);
      if (object != null) {
        store.put(key, model.codec().accessor().resourceVersion(object));
        SortedMap<String, String> observed = model.observe(object, scenario.observe());
        if (!observed.isEmpty()) {
          fields.put(key, observed);
        }
      }
    }
    SortedMap<String, SortedMap<String, List<String>>> indices = new TreeMap<>();
    for (String index : view.indexNames()) {
      SortedMap<String, List<String>> values = new TreeMap<>();
      for (String value : view.indexValues(index)) {
        values.put(value, view.indexKeys(index, value));
      }
      indices.put(index, values);
    }
    SortedMap<String, Integer> callbacks = new TreeMap<>();
    handlers.forEach((who, handler) -> {
      if (!handler.isFolded()) {
        callbacks.put(who, handler.count(null));
      }
    });
    return new Check(
        name,
        synced,
        informer.lastSyncResourceVersion(),
        view.lastStoreSyncResourceVersion(),
        store,
        fields,
        indices,
        callbacks);
  }

  private IndexFunction<T> indexFunction(Scenario.Indexer indexer) {
    return object -> switch (indexer.kind()) {
      case "namespace" -> List.of(model.codec().accessor().namespace(object));
      case "label" -> {
        String value = model.codec().accessor().labels(object).get(indexer.label());
        yield value == null ? List.of() : List.of(value);
      }
      case "annotation-list" -> {
        String value = model.annotation(object, indexer.annotation());
        yield value == null || value.isEmpty() ? List.of() : List.of(value.split(",", -1));
      }
      default -> throw new IllegalArgumentException("unknown index \"" + indexer.kind() + "\"");
    };
  }

  private static <V> V required(@Nullable V value) {
    return Objects.requireNonNull(value, "the scenario names something it does not have");
  }

  private static void pause(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Notes the failures the informer reports. */
  private final class Errors implements InformerObserver {
    @Override
    public void onEvent(InformerEvent event) {
      if (event instanceof InformerEvent.Failed failed) {
        failed(failed.cause(), failed.level());
      }
    }

    private void failed(Throwable cause, FailureLevel level) {
      if (informer.isClosed()) {
        return;
      }
      WatchError error = classify(cause);
      watchErrors.add(error);
      if (level == FailureLevel.REPORTED) {
        reportedByClientGo.add(error);
      }
    }
  }

  private static WatchError classify(Throwable cause) {
    if (!(cause instanceof SourceException failure)) {
      return new WatchError("other", 0, "");
    }
    return switch (failure.kind()) {
      case STATUS -> new WatchError("status", failure.code(), failure.reason());
      case CONNECTION_REFUSED, NETWORK -> new WatchError("network", 0, "");
      case DECODE -> new WatchError("decode", 0, "");
      case OTHER -> new WatchError("other", 0, "");
    };
  }

  /** Sends the scenario's selectors with every request. */
  private record Selecting<T>(ListerWatcher<T> source, String labels, String fields)
      implements ListerWatcher<T> {
    private ListOptions select(ListOptions options) {
      return options.withLabelSelector(labels).withFieldSelector(fields);
    }

    @Override
    public Exchange list(ListOptions options, ListReceiver<T> receiver) {
      return source.list(select(options), receiver);
    }

    @Override
    public Exchange watch(ListOptions options, WatchReceiver<T> receiver) {
      return source.watch(select(options), receiver);
    }

    @Override
    public boolean supportsWatchList() {
      return source.supportsWatchList();
    }
  }
}
