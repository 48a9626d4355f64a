package dev.informant.promises;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerState;
import dev.informant.informer.QueueKind;
import dev.informant.informer.World;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An informer retries for ever and always answers: which state, since when, because of what. */
@Timeout(60)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class G7NeverSilentTest {
  private static final List<SourceException> FAILURES = List.of(
      SourceException.status(400, "BadRequest", "planted 400"),
      SourceException.status(401, "Unauthorized", "planted 401"),
      SourceException.status(403, "Forbidden", "planted 403"),
      SourceException.status(404, "NotFound", "planted 404"),
      SourceException.status(410, "Expired", "planted 410"),
      SourceException.status(429, "TooManyRequests", "planted 429"),
      SourceException.status(500, "InternalError", "planted 500"),
      SourceException.status(503, "ServiceUnavailable", "planted 503"),
      SourceException.of(SourceException.Kind.CONNECTION_REFUSED, "planted refusal", null),
      SourceException.of(SourceException.Kind.NETWORK, "planted reset", null),
      SourceException.of(SourceException.Kind.DECODE, "planted garbage", null),
      SourceException.of(SourceException.Kind.OTHER, "planted surprise", null));

  private final WatchListPolicy watchList;

  G7NeverSilentTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void noFailureOfAListStopsItAndEachIsReported(QueueKind queue) {
    List<Throwable> heard = new ArrayList<>();
    World world =
        World.of(queue).with(options -> options.watchErrorHandler(heard::add)).holding("a");
    FAILURES.forEach(world.cluster::failNextList);
    world.start();
    world.runtime.advance(Duration.ofHours(1));
    assertThat(world.informer().isSynced()).isTrue();
    assertThat(world.stored()).isEqualTo(world.served());
    assertThat(heard).containsAll(FAILURES);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void noFailureOfAWatchStopsItAndEachIsReported(QueueKind queue) {
    List<Throwable> heard = new ArrayList<>();
    World world =
        worldOf(queue).with(options -> options.watchErrorHandler(heard::add)).holding("a");
    FAILURES.forEach(world.cluster::failNextWatch);
    world.start();
    world.runtime.advance(Duration.ofHours(1));
    world.touch("a");
    world.settle();
    assertThat(world.stored()).isEqualTo(world.served());
    assertThat(heard).containsAll(FAILURES);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void stateNamesTheCauseForAsLongAsTheOutageLasts(QueueKind queue) {
    World world = worldOf(queue).holding("a").start();
    assertThat(world.informer().state()).isInstanceOf(InformerState.Watching.class);
    for (int i = 0; i < 50; i++) {
      SourceException outage = SourceException.status(503, "ServiceUnavailable", "outage");
      if (watchList == WatchListPolicy.NEVER) {
        world.cluster.failNextList(outage);
      } else {
        world.cluster.failNextWatch(outage);
      }
    }
    world.cluster.resetWatches();
    world.runtime.advance(Duration.ofMinutes(3));
    assertThat(world.informer().state().cause()).hasMessage("outage");
    assertThat(world.informer().state().since()).isBefore(world.runtime.now());
    world.runtime.advance(Duration.ofHours(2));
    assertThat(world.informer().state()).isInstanceOf(InformerState.Watching.class);
    assertThat(world.informer().state().cause()).isNull();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void failuresLastUntilAWatchIsEstablishedWhateverListsSucceed(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    SourceException forbidden = SourceException.status(403, "Forbidden", "cannot watch");
    for (int i = 0; i < 20; i++) {
      world.cluster.failNextWatch(forbidden);
    }
    Instant begin = world.runtime.now();
    world.start();
    int failures = 0;
    for (int second = 0; second < 60; second++) {
      world.runtime.advance(Duration.ofSeconds(1));
      InformerState state = world.informer().state();
      assertThat(state.cause()).as(state.toString()).isSameAs(forbidden);
      assertThat(state.failingSince()).isEqualTo(begin);
      assertThat(state.failures()).isGreaterThanOrEqualTo(Math.max(1, failures));
      failures = state.failures();
    }
    assertThat(failures).isGreaterThan(3);
    world.runtime.advance(Duration.ofHours(1));
    assertThat(world.informer().state().cause()).isNull();
    assertThat(world.informer().state().failingSince()).isNull();
    assertThat(world.informer().state().failures()).isZero();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void everyStateOfAStormIsToldInOneChainAndIsTheOneThatIsAnswered(QueueKind queue) {
    for (long seed = 1; seed <= 20; seed++) {
      List<InformerState> told = new ArrayList<>();
      List<String> breaks = new ArrayList<>();
      World world = World.shuffled(queue, seed)
          .with(options -> options.observer(event -> {
            if (event instanceof InformerEvent.StateChanged stateChanged) {
              if (!told.isEmpty() && !isSame(stateChanged.from(), told.get(told.size() - 1))) {
                breaks.add(told.get(told.size() - 1)
                    + " was followed by a change stateChanged.from() " + stateChanged.from());
              }
              told.add(stateChanged.to());
            }
          }));
      Storm storm = new Storm(world, seed).afterStep(() -> {
        InformerState now = world.informer().state();
        if (!told.isEmpty() && !isSame(now, told.get(told.size() - 1))) {
          breaks.add("told " + told.get(told.size() - 1) + ", answered " + now);
        }
        if (now instanceof InformerState.BackingOff && now.cause() == null) {
          breaks.add("no cause: " + now);
        }
        if (now.since().isAfter(world.runtime.now())) {
          breaks.add("since the future: " + now);
        }
      });
      world.informer().start();
      storm.rage(200).calm();
      assertThat(world.informer().state()).isInstanceOf(InformerState.Watching.class);
      assertThat(world.informer().state().cause()).isNull();
      world.informer().close();
      world.settle();
      assertThat(breaks).as("seed %d", seed).isEmpty();
      assertThat(told).hasSizeGreaterThan(10);
      assertThat(told.get(told.size() - 1)).isInstanceOf(InformerState.Closed.class);
      assertThat(told).filteredOn(InformerState.Closed.class::isInstance).hasSize(1);
      assertThat(told)
          .as("every kind of state occurs")
          .extracting(InformerState::getClass)
          .contains(
              InformerState.Listing.class,
              InformerState.Watching.class,
              InformerState.BackingOff.class);
    }
  }

  /** The version that a watch has reached moves without a transition. */
  private static boolean isSame(InformerState one, InformerState other) {
    return one.getClass() == other.getClass()
        && one.since().equals(other.since())
        && one.cause() == other.cause();
  }
}
