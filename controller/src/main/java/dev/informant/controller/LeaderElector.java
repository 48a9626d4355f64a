package dev.informant.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.rest.RestClient;
import dev.informant.kubernetes.rest.RestRequest;
import dev.informant.kubernetes.transport.Answer;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import dev.informant.source.SourceException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Competes for a Lease, any number of terms in a row, by client-go's rules. While a candidate leads,
 * it has a {@link Term}. The next term begins, and the Lease is given back, only after the work of the last one has ended.
 * Thread-safe.
 */
/*
 * Everything happens in steps of one serial queue; no thread waits. At most one request is under way.
 *
 * Time. Only the local monotonic clock decides. The Lease of another holder is valid for the duration that it states, counted
 * from the moment we saw its record change. Our own term is current from the sending of the last successful write (not from
 * its answer) for Election.validity(), which is shorter than anybody waits. A term begins after the write that won it was
 * answered, never because a record shows our name.
 *
 * A write whose answer was lost may have succeeded. Then the record shows our identity, which is unique to this process, and
 * the next attempt renews it. If the candidate stops, it gives back whatever shows its identity.
 *
 * A leader renews with the version it wrote last (fast path). If that fails, it reads the Lease and decides again (slow path).
 * One failure does not end a term: it is repeated every retry period, until the term's local end. Seeing another valid holder
 * ends it at once.
 */
public final class LeaderElector implements AutoCloseable {
  private static final Logger LOG = System.getLogger(LeaderElector.class.getName());
  private static final Resource LEASES =
      new Resource("coordination.k8s.io", "v1", "leases", "Lease", /* namespaced= */ true);

  private final Election election;
  private final String identity;
  private final RestClient rest;
  private final EngineRuntime runtime;
  private final ControllerObserver observer;
  private final Function<Term, CompletableFuture<Void>> lead;
  private final SerialQueue steps;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();

  // all belong to the steps
  private @Nullable ObjectNode observed; // the lease as last seen
  private long observedNanos; // when its spec was first seen so
  private @Nullable Term term;
  private CompletableFuture<Void> work = CompletableFuture.completedFuture(null);
  private long terms;
  private boolean started;
  private boolean stopping;
  private boolean underWay;
  private boolean releasing;
  private boolean uncertain; // whether a write whose answer was lost may have succeeded
  private Timers.Timer next = Timers.Timer.NONE;
  private Timers.Timer end = Timers.Timer.NONE;
  private String reportedHolder = "";

  private volatile @Nullable Term current;
  private volatile String holder = "";
  private volatile @Nullable Throwable lastFailure;

  /** What came of one attempt. */
  private enum Attempt {
    WON,
    HELD_BY_ANOTHER,
    FAILED
  }

  /**
   * @param rest over a connection of its own, so that no other traffic delays renewals
   * @param lead called when a term begins, on a callback thread: starts the work. Its future completes when all work of the
   *     term has ended, which must follow the end of the term and a request to stop
   */
  public LeaderElector(
      Election election,
      RestClient rest,
      EngineRuntime runtime,
      Function<Term, CompletableFuture<Void>> lead) {
    this(election, rest, runtime, ControllerObserver.NONE, lead);
  }

  LeaderElector(
      Election election,
      RestClient rest,
      EngineRuntime runtime,
      ControllerObserver observer,
      Function<Term, CompletableFuture<Void>> lead) {
    this.election = election;
    this.rest = rest;
    this.runtime = runtime;
    this.observer = observer;
    this.lead = lead;
    String given = election.identity();
    this.identity = given == null ? uniqueIdentity(runtime) : given;
    this.steps = runtime.pipelineQueue(
        failure -> LOG.log(Level.ERROR, election + ": a step of the election failed", failure));
  }

  private static String uniqueIdentity(EngineRuntime runtime) {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      host = "localhost";
    }
    var random = runtime.random();
    return host + '_' + new UUID(random.nextLong(), random.nextLong());
  }

  /** The name of this candidate in the Lease. */
  public String identity() {
    return identity;
  }

  /** The current term; null if this candidate does not lead. */
  public @Nullable Term term() {
    Term now = current;
    return now != null && now.isCurrent() ? now : null;
  }

  public boolean isLeader() {
    return term() != null;
  }

  /** The identity of the holder as last seen; empty if there is none. */
  public String holder() {
    return holder;
  }

  /** The failure of the last attempt; null if it succeeded, or another candidate holds the Lease. */
  public @Nullable Throwable lastFailure() {
    return lastFailure;
  }

  /** Begins to compete. Starting again does nothing. */
  public void start() {
    steps.execute(() -> {
      if (!started && !stopping) {
        started = true;
        observer.onLeading(name(), false);
        attempt();
      }
    });
  }

  /**
   * Stops competing. A leader keeps renewing until the work of its term has ended, and then gives back the Lease.
   *
   * @return completes when the Lease was given back, or could not be within the renew deadline
   */
  public CompletableFuture<Void> stop() {
    steps.execute(() -> {
      if (stopping) {
        return;
      }
      stopping = true;
      Term leading = term;
      if (leading != null) {
        leading.stop();
      } else {
        next.cancel();
        finishIfIdle();
      }
    });
    return stopped.copy();
  }

  /** Stops at once, also with work under way: the Lease is not renewed and not given back, and expires. */
  void abandon() {
    steps.execute(() -> {
      stopping = true;
      Term leading = term;
      if (leading != null) {
        over(leading);
      }
      next.cancel();
      stopped.complete(null);
    });
  }

  /** As {@link #stop()}, waiting for it. */
  @Override
  public void close() {
    try {
      runtime.await(stop());
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private String name() {
    return election.namespace() + '/' + election.name();
  }

  // ---- attempts

  private void attempt() {
    if (underWay || releasing || stopped.isDone()) {
      return;
    }
    underWay = true;
    long sent = runtime.clock().nanos();
    ObjectNode known = observed;
    if (term != null && known != null && identity.equals(holderOf(known))) {
      write(renewed(known), /* create= */ false)
          .whenComplete((lease, failure) -> steps.execute(() -> {
            if (lease != null) {
              see(lease);
              ended(Attempt.WON, sent, null);
            } else {
              observer.onSlowRenewal(name());
              acquire();
            }
          }));
    } else {
      acquire();
    }
  }

  private void acquire() {
    limited(named(rest.get()).send())
        .whenComplete((answer, failure) -> steps.execute(() -> {
          if (answer != null) {
            decide(lease(answer));
          } else if (isStatus(failure, HttpURLConnection.HTTP_NOT_FOUND)) {
            take(fresh(), /* create= */ true);
          } else {
            ended(Attempt.FAILED, 0, failure);
          }
        }));
  }

  private void decide(ObjectNode lease) {
    see(lease);
    String other = holderOf(lease);
    if (!other.isEmpty() && !other.equals(identity) && isValid(lease)) {
      ended(Attempt.HELD_BY_ANOTHER, 0, null);
    } else {
      take(taken(lease), /* create= */ false);
    }
  }

  private void take(ObjectNode lease, boolean create) {
    long sent = runtime.clock().nanos();
    write(lease, create)
        .whenComplete((stored, failure) -> steps.execute(() -> {
          if (stored != null) {
            see(stored);
            ended(Attempt.WON, sent, null);
          } else {
            uncertain |= !isAnswered(failure);
            ended(Attempt.FAILED, 0, failure);
          }
        }));
  }

  private void ended(Attempt attempt, long sentNanos, @Nullable Throwable failure) {
    underWay = false;
    lastFailure = failure;
    Term leading = term;
    if (attempt == Attempt.WON) {
      long until = sentNanos + Timers.nanos(election.validity());
      if (leading != null) {
        leading.renewed(until);
        watchEnd(leading);
        again(election.retryPeriod());
      } else if (stopping) {
        finishIfIdle();
      } else if (work
          .isDone()) { // else the attempt outlived its term, and the next follows the work
        begin(until);
      }
      return;
    }
    if (failure != null) {
      LOG.log(
          leading == null ? Level.INFO : Level.WARNING,
          "{0}: {1} failed, retrying: {2}",
          election,
          leading == null ? "acquiring" : "renewing",
          failure.getMessage());
    }
    if (leading != null) {
      if (attempt == Attempt.HELD_BY_ANOTHER) {
        lose(leading, "another candidate holds it: " + holder);
      } else {
        again(election.retryPeriod());
      }
    } else if (stopping) {
      finishIfIdle();
    } else if (work.isDone()) {
      again(jittered());
    }
  }

  private void again(Duration delay) {
    next.cancel();
    next = runtime.timers().schedule(delay, () -> steps.execute(this::attempt));
  }

  private Duration jittered() {
    double factor = 1 + runtime.random().nextDouble() * Election.JITTER;
    return Duration.ofNanos((long) (election.retryPeriod().toNanos() * factor));
  }

  // ---- terms

  private void begin(long until) {
    Term begun = Term.until(election.toString(), ++terms, runtime.clock(), until);
    if (!begun.isCurrent()) { // the answer took too long
      again(Duration.ZERO);
      return;
    }
    LOG.log(Level.INFO, "{0}: {1} became leader", election, identity);
    term = begun;
    current = begun;
    CompletableFuture<Void> done = new CompletableFuture<>();
    work = done;
    watchEnd(begun);
    again(election.retryPeriod());
    observer.onLeading(name(), true);
    runtime.callbacks().execute(() -> start(begun, done));
    done.whenComplete((ok, failure) -> steps.execute(() -> worked(begun)));
  }

  private void start(Term begun, CompletableFuture<Void> done) {
    try {
      lead.apply(begun).whenComplete((ok, failure) -> done.complete(null));
    } catch (Throwable failure) {
      LOG.log(Level.ERROR, election + ": the work of the leader could not start", failure);
      done.complete(null);
    }
  }

  private void watchEnd(Term leading) {
    end.cancel();
    end = runtime
        .timers()
        .schedule(
            Duration.ofNanos(Math.max(0, leading.nanosLeft())),
            () -> steps.execute(() -> {
              if (term == leading && !leading.isCurrent()) {
                lose(leading, "it could not be renewed in time");
              }
            }));
  }

  private void lose(Term leading, String why) {
    LOG.log(Level.WARNING, "{0}: {1} stopped leading: {2}", election, identity, why);
    over(leading);
    afterWork();
  }

  private void over(Term leading) {
    end.cancel();
    next.cancel();
    term = null;
    current = null;
    leading.end();
    observer.onLeading(name(), false);
  }

  /** All work of a term has ended. */
  private void worked(Term ended) {
    if (term == ended) {
      if (stopping) {
        over(ended); // no longer leader before the lease is given back
      } else {
        LOG.log(
            Level.WARNING,
            "{0}: the work of the leader ended by itself; giving back the lease",
            election);
        over(ended);
        release(runtime.clock().nanos(), () -> again(jittered()));
        return;
      }
    }
    afterWork();
  }

  private void afterWork() {
    if (stopping) {
      finishIfIdle();
    } else if (work.isDone()) {
      again(Duration.ZERO);
    }
  }

  private void finishIfIdle() {
    if (term == null && work.isDone() && !underWay && !releasing && !stopped.isDone()) {
      release(runtime.clock().nanos(), () -> stopped.complete(null));
    }
  }

  // ---- giving back

  private void release(long sinceNanos, Runnable then) {
    ObjectNode known = observed;
    if (!uncertain && (known == null || !identity.equals(holderOf(known)))) {
      then.run();
      return;
    }
    releasing = true;
    limited(named(rest.get()).send())
        .whenComplete((answer, failure) -> steps.execute(() -> {
          if (answer == null) {
            releaseAgain(sinceNanos, then, failure);
            return;
          }
          ObjectNode lease = lease(answer);
          see(lease);
          if (!identity.equals(holderOf(lease))) {
            releasing = false;
            then.run();
            return;
          }
          write(emptied(lease), /* create= */ false)
              .whenComplete((stored, refusal) -> steps.execute(() -> {
                if (stored != null) {
                  see(stored);
                  releasing = false;
                  then.run();
                } else {
                  releaseAgain(sinceNanos, then, refusal);
                }
              }));
        }));
  }

  private void releaseAgain(long sinceNanos, Runnable then, @Nullable Throwable failure) {
    boolean gone = isStatus(failure, HttpURLConnection.HTTP_NOT_FOUND);
    long passed = runtime.clock().nanos() - sinceNanos;
    if (gone || passed > Timers.nanos(election.renewDeadline())) {
      if (!gone) {
        LOG.log(
            Level.WARNING,
            "{0}: could not be given back, others wait until it expires: {1}",
            election,
            failure == null ? "" : failure.getMessage());
      }
      releasing = false;
      then.run();
      return;
    }
    Duration pause = isStatus(failure, HttpURLConnection.HTTP_CONFLICT)
        ? Duration.ZERO
        : election.retryPeriod().dividedBy(4);
    runtime.timers().schedule(pause, () -> steps.execute(() -> release(sinceNanos, then)));
  }

  // ---- the record

  private ObjectNode fresh() {
    ObjectNode lease = JsonNodeFactory.instance.objectNode();
    lease.put("apiVersion", LEASES.apiVersion()).put("kind", LEASES.kind());
    lease.putObject("metadata").put("namespace", election.namespace()).put("name", election.name());
    return held(lease, /* transitions= */ 0, now());
  }

  private ObjectNode taken(ObjectNode lease) {
    JsonNode spec = lease.path("spec");
    int transitions = spec.path("leaseTransitions").asInt(0);
    return identity.equals(holderOf(lease))
        ? renewed(lease)
        : held(lease.deepCopy(), transitions + 1, now());
  }

  private ObjectNode renewed(ObjectNode lease) {
    JsonNode spec = lease.path("spec");
    return held(
        lease.deepCopy(),
        spec.path("leaseTransitions").asInt(0),
        spec.path("acquireTime").asText(now()));
  }

  private ObjectNode held(ObjectNode lease, int transitions, String acquired) {
    spec(lease)
        .put("holderIdentity", identity)
        .put("leaseDurationSeconds", (int) election.leaseDuration().toSeconds())
        .put("acquireTime", acquired)
        .put("renewTime", now())
        .put("leaseTransitions", transitions);
    return lease;
  }

  private ObjectNode emptied(ObjectNode lease) {
    ObjectNode free = lease.deepCopy();
    spec(free)
        .put("holderIdentity", "")
        .put("leaseDurationSeconds", 1)
        .put("acquireTime", now())
        .put("renewTime", now());
    return free;
  }

  private static ObjectNode spec(ObjectNode lease) {
    return lease.get("spec") instanceof ObjectNode present ? present : lease.putObject("spec");
  }

  private String now() {
    return MicroTime.text(runtime.clock().now());
  }

  private static String holderOf(JsonNode lease) {
    return lease.path("spec").path("holderIdentity").asText("");
  }

  /** The duration that its holder stated, from the moment we saw it; ours if there is none. */
  private boolean isValid(ObjectNode lease) {
    long seconds = lease.path("spec").path("leaseDurationSeconds").asLong(0);
    long duration =
        Timers.nanos(seconds > 0 ? Duration.ofSeconds(seconds) : election.leaseDuration());
    return runtime.clock().nanos() - observedNanos < duration;
  }

  private void see(ObjectNode lease) {
    ObjectNode before = observed;
    if (before == null || !before.path("spec").equals(lease.path("spec"))) {
      observedNanos = runtime.clock().nanos();
    }
    observed = lease;
    holder = holderOf(lease);
    if (!holder.equals(reportedHolder)) {
      reportedHolder = holder;
      LOG.log(
          Level.INFO, "{0}: the holder is now {1}", election, holder.isEmpty() ? "nobody" : holder);
    }
  }

  // ---- requests

  private RestRequest named(RestRequest request) {
    return request.resource(LEASES).namespace(election.namespace()).name(election.name());
  }

  private CompletableFuture<ObjectNode> write(ObjectNode lease, boolean create) {
    RestRequest request =
        create ? rest.post().resource(LEASES).namespace(election.namespace()) : named(rest.put());
    return limited(request.body(lease).send()).thenApply(LeaderElector::lease);
  }

  private static ObjectNode lease(Answer answer) {
    return (ObjectNode) answer.tree();
  }

  private <V> CompletableFuture<V> limited(CompletableFuture<V> request) {
    Timers.Timer timer = runtime
        .timers()
        .schedule(
            election.requestLimit(),
            () -> request.completeExceptionally(new TimeoutException(
                "no answer within " + election.requestLimit().toMillis() + " ms")));
    return request.whenComplete((answer, failure) -> timer.cancel());
  }

  private static boolean isAnswered(@Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof SourceException refusal
        && refusal.kind() == SourceException.Kind.STATUS;
  }

  private static boolean isStatus(@Nullable Throwable failure, int code) {
    Throwable cause = failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
    return cause instanceof SourceException refusal && refusal.code() == code;
  }
}
