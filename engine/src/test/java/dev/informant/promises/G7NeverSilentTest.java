package dev.informant.promises;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.informer.QueueKind;
import dev.informant.informer.World;
import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An informer retries for ever and always answers: which state, since when, because of what. */
@Timeout(60)
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

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void noFailureOfAListStopsItAndEachIsReported(QueueKind queue) {
    List<Throwable> heard = new ArrayList<>();
    World world =
        World.of(queue).with(options -> options.watchErrorHandler(heard::add)).holding("a");
    FAILURES.forEach(world.cluster::failNextList);
    world.start();
    world.runtime.advance(Duration.ofHours(1));
    assertThat(world.informer().hasSynced()).isTrue();
    assertThat(world.stored()).isEqualTo(world.served());
    assertThat(heard).containsAll(FAILURES);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void noFailureOfAWatchStopsItAndEachIsReported(QueueKind queue) {
    List<Throwable> heard = new ArrayList<>();
    World world =
        World.of(queue).with(options -> options.watchErrorHandler(heard::add)).holding("a");
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
    World world = World.of(queue).holding("a").start();
    assertThat(world.informer().state()).isInstanceOf(InformerState.Watching.class);
    for (int i = 0; i < 50; i++) {
      world.cluster.failNextList(SourceException.status(503, "ServiceUnavailable", "outage"));
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
  void everyStateOfAStormIsTold(QueueKind queue) {
    List<InformerState> told = new ArrayList<>();
    World world = World.shuffled(queue, 7)
        .with(options -> options.observer(new InformerObserver() {
          @Override
          public void onTransition(InformerState from, InformerState to) {
            told.add(to);
          }
        }));
    Storm storm = new Storm(world, 7);
    world.informer().start();
    storm.rage(200).calm();
    world.informer().close();
    world.settle();
    assertThat(told).hasSizeGreaterThan(10);
    assertThat(told.get(told.size() - 1)).isInstanceOf(InformerState.Closed.class);
    assertThat(told).filteredOn(InformerState.Closed.class::isInstance).hasSize(1);
  }
}
