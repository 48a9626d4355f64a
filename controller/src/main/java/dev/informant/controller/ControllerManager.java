package dev.informant.controller;

import dev.informant.informer.HealthCheck;
import dev.informant.informer.NotSyncedException;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.rest.RestClient;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs controllers on the informers of a factory: all of them while this process leads, or always if there is no election. A
 * replica in standby keeps its caches in sync and queues nothing; when it wins, it catches up with the server first. Thread-safe.
 *
 * <p>Closing does not close the factory. Close the controllers first, then the factory.
 */
/*
 * `lock` guards the set of controllers and the phase. A term has one session per controller. Sessions are prepared together
 * and start one by one: each as soon as its own caches are synced and have caught up, so that a kind that does not exist
 * delays only the controllers that need it.
 *
 * Order of closing: no more keys, the runs under way return, the lease is given back, events are sent, handlers and caches
 * are released.
 */
public final class ControllerManager implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ControllerManager.class.getName());
  private static final Duration FLUSH = Duration.ofSeconds(5);
  private static final Resource LEASES =
      new Resource("coordination.k8s.io", "v1", "leases", "Lease", /* namespaced= */ true);
  private static final Resource EVENTS =
      new Resource("events.k8s.io", "v1", "events", "Event", /* namespaced= */ true);

  private final SharedInformerFactory informers;
  private final EngineRuntime runtime;
  private final String name;
  private final ControllerObserver observer;
  private final Duration syncTimeout;
  private final Duration shutdownTimeout;
  private final Caches caches;
  private final Permissions permissions = new Permissions();
  private final EventRecorder events;
  private final HealthCheck informerHealth;
  private final @Nullable LeaderElector elector;
  private final @Nullable ApiConnection leaseConnection;

  private final Object lock = new Object();
  // guarded by lock
  private final Map<String, RunningController<?>> controllers = new LinkedHashMap<>();
  private final Map<RunningController<?>, Session> sessions = new LinkedHashMap<>();
  private @Nullable Term term;
  private boolean started;
  private boolean closing;
  private @Nullable CompletableFuture<Void> closed;

  ControllerManager(ControllerManagerBuilder options) {
    this.informers = options.informers;
    this.runtime = informers.runtime();
    this.name = options.name;
    this.observer = options.observer;
    this.syncTimeout = options.syncTimeout;
    this.shutdownTimeout = options.shutdownTimeout;
    this.caches = new Caches(informers);
    this.informerHealth = HealthCheck.of(() -> informers.all().values());
    Election election = options.election;
    if (election == null) {
      this.elector = null;
      this.leaseConnection = null;
    } else {
      this.leaseConnection = informers.newConnection();
      this.elector = new LeaderElector(
          election, new RestClient(leaseConnection, runtime), runtime, observer, this::lead);
      permissions.add(election.namespace(), LEASES, "", List.of("get", "create", "update"));
    }
    String instance =
        elector == null ? name + '-' + runtime.random().nextInt(1_000_000) : elector.identity();
    this.events = new EventRecorder(informers.rest(), runtime, name, instance, observer);
  }

  public static ControllerManagerBuilder builder(SharedInformerFactory informers) {
    return new ControllerManagerBuilder(informers);
  }

  /**
   * Adds a controller. After the start it begins as soon as its caches are synced.
   *
   * @throws IllegalArgumentException if there is one of the same name
   * @throws IllegalStateException if the controllers are closed
   */
  public <T extends HasMetadata> ControllerHandle add(Controller<T> controller) {
    RunningController<T> added;
    boolean begin;
    synchronized (lock) {
      if (closing) {
        throw new IllegalStateException(
            "cannot add " + controller + ": the controllers are closed");
      }
      if (controllers.containsKey(controller.name())) {
        throw new IllegalArgumentException("there is already a controller named "
            + controller.name() + "; give this one another name with name(…)");
      }
      added = new RunningController<>(controller, informers, caches, permissions, events, observer);
      controllers.put(controller.name(), added);
      begin = started;
      Term current = term;
      if (current != null) {
        sessions.put(added, added.prepare(current));
      }
    }
    observer.onAdded(added);
    if (begin) {
      added.listen();
      begin(added);
    }
    return added;
  }

  /** Records events about any object, with the name of the program. */
  public EventRecorder events() {
    return events;
  }

  /** The elector; null if there is no election. */
  public @Nullable LeaderElector elector() {
    return elector;
  }

  // ---- start

  /**
   * Starts the informers of the factory and the controllers, without waiting: each controller begins when its caches are synced
   * and, with an election, this process leads. Starting again does nothing.
   */
  public void start() {
    List<RunningController<?>> all;
    synchronized (lock) {
      if (closing) {
        throw new IllegalStateException("cannot start: the controllers are closed");
      }
      if (started) {
        return;
      }
      started = true;
      all = List.copyOf(controllers.values());
      if (elector == null) {
        term = Term.unlimited(runtime.clock());
        prepareAll();
      }
    }
    all.forEach(RunningController::listen);
    informers.start();
    List<CompletableFuture<?>> synced = new ArrayList<>();
    all.forEach(controller -> synced.add(controller.synced()));
    CompletableFuture<Void> complete =
        CompletableFuture.allOf(synced.toArray(CompletableFuture[]::new));
    Timers.Timer timer = runtime
        .timers()
        .schedule(
            syncTimeout,
            () -> runtime.callbacks().execute(() -> {
              if (!complete.isDone()) {
                LOG.log(
                    Level.ERROR,
                    "{0}: not synced after {1} s, still trying: {2}",
                    name,
                    syncTimeout.toSeconds(),
                    notSynced());
                compete();
              }
            }));
    complete.whenComplete((done, failure) -> {
      timer.cancel();
      compete();
    });
    if (elector == null) {
      all.forEach(this::begin);
    }
  }

  private void compete() {
    if (elector != null) {
      elector.start();
    }
  }

  // guarded by lock
  private void prepareAll() {
    Term current = term;
    if (current != null) {
      controllers.values().forEach(each -> sessions.put(each, each.prepare(current)));
    }
  }

  /** Runs the controller in its session, if it has one, once its caches are ready. */
  private void begin(RunningController<?> controller) {
    Session session;
    synchronized (lock) {
      session = sessions.get(controller);
    }
    if (session == null) {
      return;
    }
    Session begun = session;
    controller
        .synced()
        .thenCompose(synced -> caughtUp(controller, begun))
        .whenCompleteAsync(
            (ready, failure) -> {
              if (failure == null && begun.term.isCurrent()) {
                controller.run(begun);
              }
            },
            runtime.callbacks());
  }

  private CompletableFuture<Void> caughtUp(RunningController<?> controller, Session session) {
    if (elector == null) {
      return CompletableFuture.completedFuture(null); // the lists are of this start
    }
    CatchUp catchUp = new CatchUp(informers.rest(), runtime, session.term::isCurrent);
    return CompletableFuture.allOf(
        controller.caches().stream().map(catchUp::of).toArray(CompletableFuture[]::new));
  }

  private String notSynced() {
    List<RunningController<?>> all;
    synchronized (lock) {
      all = List.copyOf(controllers.values());
    }
    return all.stream()
        .filter(controller -> !controller.notSynced().isEmpty())
        .map(controller -> "controller " + controller.name() + " needs "
            + String.join(", ", controller.notSynced()))
        .collect(Collectors.joining("; "));
  }

  /**
   * Waits until the caches of all controllers are synced.
   *
   * @throws NotSyncedException if that takes longer; the message names each informer that is not synced, and why
   */
  public void awaitSynced(Duration timeout) {
    List<CompletableFuture<?>> synced = new ArrayList<>();
    synchronized (lock) {
      if (!started) {
        throw new IllegalStateException("the controllers are not started; call start() first");
      }
      controllers.values().forEach(controller -> synced.add(controller.synced()));
    }
    CompletableFuture<Void> complete =
        CompletableFuture.allOf(synced.toArray(CompletableFuture[]::new));
    CompletableFuture<Boolean> either = complete.thenApply(done -> true);
    Timers.Timer timer = runtime.timers().schedule(timeout, () -> either.complete(false));
    try {
      if (runtime.await(either)) {
        return;
      }
    } catch (ExecutionException failure) {
      throw new NotSyncedException(
          "the controllers will not sync: " + notSynced(), /* state= */ null, failure.getCause());
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
      throw new NotSyncedException(
          "interrupted while waiting for the sync: " + notSynced(),
          /* state= */ null,
          interruption);
    } finally {
      timer.cancel();
    }
    String why = informerHealth.look().toString();
    throw new NotSyncedException(
        notSynced() + " (not synced after " + timeout.toMillis() + " ms): " + why,
        /* state= */ null,
        null);
  }

  // ---- terms

  private CompletableFuture<Void> lead(Term won) {
    List<RunningController<?>> all;
    synchronized (lock) {
      if (closing) {
        return CompletableFuture.completedFuture(null);
      }
      term = won;
      prepareAll();
      all = List.copyOf(controllers.values());
    }
    all.forEach(this::begin);
    CompletableFuture<Void> worked = new CompletableFuture<>();
    won.ended().whenComplete((lost, failure) -> {
      interrupt(won + " has ended");
      endSessions(won).whenComplete((done, problem) -> worked.complete(null));
    });
    won.stopping()
        .whenComplete(
            (stop, failure) -> finish(won).whenComplete((done, problem) -> worked.complete(null)));
    return worked;
  }

  /** Lets the runs under way return; after the shutdown timeout they are interrupted. */
  private CompletableFuture<Void> finish(Term ended) {
    CompletableFuture<Void> done = endSessions(ended);
    Timers.Timer timer = runtime
        .timers()
        .schedule(
            shutdownTimeout,
            () -> runtime.callbacks().execute(() -> interrupt("the program is shutting down")));
    done.whenComplete((ok, failure) -> timer.cancel());
    return done;
  }

  private void interrupt(String why) {
    List<Session> all;
    synchronized (lock) {
      all = List.copyOf(sessions.values());
    }
    all.forEach(session -> session.interrupt(why));
  }

  /** Begins no more runs of a term; completes when its last run has returned. */
  private CompletableFuture<Void> endSessions(Term ended) {
    Map<RunningController<?>, Session> all = new LinkedHashMap<>();
    synchronized (lock) {
      sessions.forEach((controller, session) -> {
        if (session.term == ended) {
          all.put(controller, session);
        }
      });
      if (term == ended) {
        term = null;
      }
    }
    List<CompletableFuture<?>> done = new ArrayList<>();
    all.forEach((controller, session) -> done.add(controller.end(session)));
    return CompletableFuture.allOf(done.toArray(CompletableFuture[]::new))
        .whenComplete((ok, failure) -> {
          synchronized (lock) {
            all.forEach(sessions::remove);
          }
        });
  }

  // ---- state

  /** Whether this process runs reconcilers: it leads, or there is no election. */
  public boolean isActive() {
    synchronized (lock) {
      return term != null && term.isCurrent();
    }
  }

  /** Readiness and liveness, with causes. */
  public ControllerHealth health() {
    List<String> problems = new ArrayList<>();
    List<RunningController<?>> all;
    boolean running;
    synchronized (lock) {
      all = List.copyOf(controllers.values());
      running = started && !closing;
    }
    boolean ready = running;
    if (!running) {
      problems.add("the controllers are not running");
    }
    boolean live = true;
    for (RunningController<?> controller : all) {
      if (running && !controller.notSynced().isEmpty()) {
        ready = false;
        problems.add("controller " + controller.name() + " is not synced: "
            + String.join(", ", controller.notSynced()));
      }
      for (Map.Entry<String, Duration> late : controller.lateRuns().entrySet()) {
        live = false;
        problems.add(late.getKey() + ": the run exceeds its deadline, running for "
            + late.getValue().toSeconds() + " s");
      }
    }
    Throwable renewal = elector == null ? null : elector.lastFailure();
    if (renewal != null) {
      problems.add("the lease could not be acquired or renewed: " + renewal.getMessage());
    }
    var informerState = informerHealth.look();
    informerState.problems().forEach(problem -> problems.add(problem.toString()));
    return new ControllerHealth(
        ready && informerState.isReady(), live && informerState.isLive(), problems);
  }

  /**
   * The roles that this program needs, as YAML: for the kinds it watches, for its finalizers, lease and events, and for the
   * requests that its runs have made through their contexts so far. Print it at the end of a test that covers all runs.
   */
  public String permissions() {
    permissions.add("", EVENTS, "", List.of("create", "patch"));
    return permissions.yaml(name);
  }

  // ---- end

  /**
   * Stops in order: no key is run any more, runs under way return (or are interrupted after the shutdown timeout), the lease is
   * given back, events are sent, and the caches are released.
   *
   * @return completes when all of that is done
   */
  public CompletableFuture<Void> closeAsync() {
    Term current;
    CompletableFuture<Void> done;
    synchronized (lock) {
      if (closed != null) {
        return closed.copy();
      }
      closing = true;
      done = new CompletableFuture<>();
      closed = done;
      current = term;
    }
    CompletableFuture<Void> worked = elector != null
        ? elector.stop()
        : current != null ? finish(current) : CompletableFuture.completedFuture(null);
    CompletableFuture<Void> ended = orAbandoned(worked);
    ended
        .thenCompose(stopped -> {
          if (current != null && elector == null) {
            current.end();
          }
          return events.close(FLUSH);
        })
        .whenCompleteAsync(
            (flushed, failure) -> {
              synchronized (lock) {
                controllers.values().forEach(RunningController::close);
              }
              caches.close();
              if (leaseConnection != null) {
                leaseConnection.close();
              }
              done.complete(null);
            },
            runtime.callbacks());
    return done.copy();
  }

  /** A run that ignores its interruption keeps nobody waiting: its lease is not given back, and it cannot write. */
  private CompletableFuture<Void> orAbandoned(CompletableFuture<Void> worked) {
    CompletableFuture<Void> ended = worked.copy();
    Timers.Timer timer = runtime
        .timers()
        .schedule(
            shutdownTimeout.plus(FLUSH),
            () -> runtime.callbacks().execute(() -> {
              if (!ended.isDone()) {
                LOG.log(
                    Level.ERROR,
                    "{0}: closed, but these runs have not returned: {1}",
                    name,
                    underWay());
                if (elector != null) {
                  elector.abandon();
                }
                ended.complete(null);
              }
            }));
    ended.whenComplete((done, failure) -> timer.cancel());
    return ended;
  }

  private String underWay() {
    synchronized (lock) {
      return sessions.values().stream()
          .flatMap(session -> session.runs().stream())
          .map(Run::what)
          .collect(Collectors.joining("; "));
    }
  }

  /** As {@link #closeAsync()}, waiting for it. Idempotent. */
  @Override
  public void close() {
    try {
      runtime.await(closeAsync());
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
