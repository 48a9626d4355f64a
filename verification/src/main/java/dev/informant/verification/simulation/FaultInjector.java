package dev.informant.verification.simulation;

import dev.informant.apiserver.faults.Effect;
import dev.informant.apiserver.faults.Faults;
import dev.informant.testing.VirtualRuntime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Lets things go wrong, one at a time or several at once, and counts them. */
final class FaultInjector {
  private static final String WATCHED = "configmaps";
  private static final SimulatedFault[] KINDS = SimulatedFault.values();
  private static final List<SimulatedFault> NETWORK_FAULTS =
      SimulatedFault.at(SimulatedFault.Place.NETWORK);
  private static final int FIRST = 1_000_000; // of the purposes of random numbers

  private final VirtualRuntime runtime;
  private final Faults faults;
  private final Writer writer;
  private final Supplier<List<SimulatedClient<?>>> clients;
  private final long seed;
  private final IntPredicate happens;
  private final RunTrace trace;
  private final Map<SimulatedFault, Long> injected = new EnumMap<>(SimulatedFault.class);
  private boolean cacheIsStale;
  private int era;
  private int count;
  private RandomGenerator random;

  /**
   * @param happens which of the faults, by their number, happen; a fault is drawn by its number alone, so
   *     leaving one out does not change what the others are
   */
  FaultInjector(
      VirtualRuntime runtime,
      Faults faults,
      Writer writer,
      Supplier<List<SimulatedClient<?>>> clients,
      long seed,
      IntPredicate happens,
      RunTrace trace) {
    this.runtime = runtime;
    this.faults = faults;
    this.writer = writer;
    this.clients = clients;
    this.seed = seed;
    this.happens = happens;
    this.random = Simulation.random(seed, FIRST);
    this.trace = trace;
  }

  Map<SimulatedFault, Long> injected() {
    return injected;
  }

  /** How many there were, including those left out. */
  int count() {
    return count;
  }

  /** Whether lists and watches may be answered with what the server knew some time ago. */
  boolean isCacheStale() {
    return cacheIsStale;
  }

  private boolean nextHappens() {
    random = Simulation.random(seed, FIRST + count);
    return happens.test(count++);
  }

  void inject() {
    if (!nextHappens()) {
      return;
    }
    SimulatedFault fault = KINDS[random.nextInt(KINDS.length)];
    injected.merge(fault, 1L, Long::sum);
    trace.note("fault", fault.toString(), "", 0);
    switch (fault.place()) {
      case NETWORK -> onNetwork(fault);
      case SERVER -> onServer(fault);
      case CLIENT -> onClient(fault);
    }
  }

  /** A new client finds that the server cannot be had. */
  void beginInTrouble(SimulatedNetwork network) {
    if (!nextHappens()) {
      return;
    }
    SimulatedFault fault = NETWORK_FAULTS.get(random.nextInt(NETWORK_FAULTS.size()));
    injected.merge(fault, 1L, Long::sum);
    trace.note("fault", fault + " from the beginning", "", 0);
    onNetwork(fault, network, 1 + random.nextInt(90));
  }

  /** Ends every fault that lasts. */
  void clear() {
    era++;
    cacheIsStale = false;
    trace.note("fault", "all clear", "", 0);
    faults.clear();
    faults.releaseWatches(WATCHED);
    clients.get().forEach(client -> client.network.clear());
    clients.get().forEach(SimulatedClient::settle);
  }

  private void onNetwork(SimulatedFault fault) {
    boolean all = random.nextInt(3) == 0;
    int one = random.nextInt(Math.max(1, clients.get().size()));
    int seconds = 1 + random.nextInt(90);
    int place = 0;
    for (SimulatedClient<?> client : List.copyOf(clients.get())) {
      if (all || place++ == one) {
        onNetwork(fault, client.network, seconds);
      }
    }
  }

  private void onNetwork(SimulatedFault fault, SimulatedNetwork network, int seconds) {
    switch (fault) {
      case REFUSED -> {
        network.weather(SimulatedNetwork.Weather.REFUSED);
        network.reset(random.nextDouble());
      }
      case UNANSWERED -> {
        network.weather(SimulatedNetwork.Weather.UNANSWERED);
        network.reset(random.nextDouble());
      }
      case RESET -> network.reset(random.nextInt(4) == 0 ? 0.5 : 1);
      case STALLED -> {
        if (random.nextBoolean()) {
          network.abandon(); // the client must find out
          return;
        }
        network.stall(true);
      }
      case TRUNCATED -> {
        network.truncations(0.7);
        network.reset(1);
      }
      case SLOW_NETWORK -> network.latency(Duration.ofMillis(1 + random.nextInt(20_000)));
      case TOO_MANY_REQUESTS -> storm(network, 429);
      case SERVER_ERRORS -> storm(network, 500 + random.nextInt(5));
      case UNAUTHORIZED -> storm(network, random.nextBoolean() ? 401 : 403);
      case PORTAL -> {
        network.weather(SimulatedNetwork.Weather.PORTAL);
        network.reset(1);
      }
      default -> throw new IllegalArgumentException(fault.toString());
    }
    later(seconds, network::clear); // of whatever: the first fault of a line to end ends all of it
  }

  private void storm(SimulatedNetwork network, int status) {
    network.storm(status, random.nextBoolean() ? -1 : random.nextInt(40));
    network.reset(random.nextInt(3) == 0 ? 0 : 1);
  }

  private void onServer(SimulatedFault fault) {
    int seconds = 1 + random.nextInt(150);
    switch (fault) {
      case COMPACTED -> {
        faults.compact();
        resetSome();
      }
      case CONTINUE_EXPIRED -> expireTokensWhilePagesCome();
      case STALE_CACHE -> {
        faults.freezeWatchCache();
        cacheIsStale = true;
        resetSome();
        later(seconds, () -> {
          faults.thawWatchCache();
          cacheIsStale = false;
        });
      }
      case RESTARTED -> faults.restart();
      case VERSION_JUMP -> faults.jumpResourceVersion(1 + random.nextInt(5000));
      case BOOKMARKS_DROPPED -> {
        afflict(new Effect.DropBookmarks(), seconds * 3);
        faults.closeWatches();
      }
      case END_BOOKMARK_DROPPED -> {
        afflict(new Effect.DropEndBookmark(), seconds);
        restartSome();
      }
      case WATCH_LIST_REFUSED -> {
        afflict(new Effect.RefuseInitialEvents(), seconds);
        restartSome();
      }
      case WATCH_LIST_IGNORED -> {
        afflict(new Effect.IgnoreInitialEvents(), seconds);
        restartSome();
      }
      case WATCHES_END_AT_ONCE -> {
        afflict(new Effect.End(/* afterEvents= */ 0), seconds);
        faults.closeWatches();
      }
      case WATCHES_CLOSED -> faults.closeWatches();
      case WATCHES_STALLED -> {
        faults.stallWatches(WATCHED);
        if (random.nextBoolean()) {
          later(seconds, () -> faults.releaseWatches(WATCHED));
        }
      }
      case GONE_IN_STREAM -> error(410, "Expired");
      case ERROR_IN_STREAM -> {
        if (random.nextBoolean()) {
          error(500, "InternalError");
        } else {
          error(429, "TooManyRequests");
        }
      }
      case GARBAGE_IN_STREAM ->
        frame(
            random.nextBoolean()
                ? "{\"type\":\"SURPRISE\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"}}\n"
                : "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\","
                    + "\"metadata\":{\"name\":\"p\",\"resourceVersion\":\"999999999\"}}}\n");
      default -> throw new IllegalArgumentException(fault.toString());
    }
  }

  /** What happens to every request for a while; what it has done to a watch stays with that watch. */
  private void afflict(Effect effect, int seconds) {
    Faults.Handle handle = faults.add(dev.informant.apiserver.faults.Fault.of(effect));
    later(seconds, handle::close);
  }

  /** Everybody lists anew, slowly, and the tokens expire under way, and not for no reason. */
  private void expireTokensWhilePagesCome() {
    faults.restart();
    clients.get().forEach(client -> client.network.latency(Duration.ofSeconds(2)));
    for (int after : new int[] {2, 6, 12, 20}) {
      later(after, () -> {
        writer.write();
        writer.deleteAny();
        faults.expireContinueTokens();
      });
    }
    later(
        40,
        () -> clients
            .get()
            .forEach(client -> client.network.latency(SimulatedNetwork.USUAL_LATENCY)));
  }

  /** So that somebody has to find out about it. */
  private void resetSome() {
    if (random.nextInt(4) != 0) {
      clients.get().forEach(client -> client.network.reset(random.nextDouble()));
    }
  }

  /** So that somebody has to begin from scratch. */
  private void restartSome() {
    if (random.nextInt(4) != 0) {
      faults.restart();
    }
  }

  private void error(int code, String reason) {
    frame("{\"type\":\"ERROR\",\"object\":" + Statuses.json(code, reason, "injected") + "}\n");
    faults.closeWatches();
  }

  private void frame(String json) {
    faults.sendRaw(WATCHED, json.getBytes(StandardCharsets.UTF_8));
  }

  private void onClient(SimulatedFault fault) {
    switch (fault) {
      case CLOCK_JUMP ->
        clients.get().forEach(client -> {
          client.clientRuntime.jumpWall(Duration.ofSeconds(random.nextInt(-7200, 7200)));
          if (random.nextBoolean()) {
            client.clientRuntime.jumpNanos(
                Duration.ofSeconds(random.nextInt(400)).toNanos());
          }
        });
      case POISON -> writer.poison();
      case HANDLER_TROUBLE -> clients.get().forEach(SimulatedClient::trouble);
      case HELD_UP -> holdUp();
      default -> throw new IllegalArgumentException(fault.toString());
    }
  }

  /**
   * Queues of the clients get no processor for a while; objects change meanwhile, and end while nobody watches, so that
   * the next list comes in on top of changes that still wait.
   */
  private void holdUp() {
    long until = runtime.nanos() + Duration.ofSeconds(5 + random.nextInt(30)).toNanos();
    clients.get().forEach(client -> client.clientRuntime.holdUp(until));
    List<History.State> left = writer.burst(6);
    later(1, () -> {
      faults.restart();
      writer.deleteSome(left);
    });
  }

  private void later(int seconds, Runnable heal) {
    int now = era;
    runtime.schedule(Duration.ofSeconds(seconds), () -> {
      if (now == era) {
        heal.run();
      }
    });
  }
}
