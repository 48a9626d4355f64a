package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.source.BlockingListerWatcher;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An OutOfMemoryError on a thread of the engine or of the source ends the informer with that cause. */
@Timeout(30)
@ParameterizedClass
@EnumSource(QueueKind.class)
final class OutOfMemoryTest {
  private static final String LARGE = "too large";

  private final OutOfMemoryError planted = new OutOfMemoryError("planted");
  private final List<InformerState> states = new ArrayList<>();
  private final QueueKind queue;

  OutOfMemoryTest(QueueKind queue) {
    this.queue = queue;
  }

  /** What runs out of memory. */
  private enum Place {
    TRANSFORM,
    FORM,
    INDEX,
    COPY,
    LIST,
    WATCH
  }

  private World world(Place place) {
    return World.of(queue)
        .with(options -> options
            .transform(object -> refusedIf(place == Place.TRANSFORM, object))
            .form(new Refusing(place == Place.FORM))
            .indexer(
                "data",
                object -> List.of(refusedIf(place == Place.INDEX, object).data()))
            .deepCopy(object -> refusedIf(place == Place.COPY, object).copy())
            .observer(event -> {
              if (event instanceof InformerEvent.StateChanged stateChanged) {
                states.add(stateChanged.to());
              }
            }));
  }

  private TestObject refusedIf(boolean refusing, TestObject object) {
    if (refusing && object.data().equals(LARGE)) {
      throw planted;
    }
    return object;
  }

  /** Keeps objects as they are. */
  private final class Refusing implements ObjectForm<TestObject> {
    private final ObjectForm<TestObject> form = ObjectForm.shared(TestObject.ACCESSOR);
    private final boolean refusing;

    Refusing(boolean refusing) {
      this.refusing = refusing;
    }

    @Override
    public Revision<TestObject> hold(
        String uid, String resourceVersion, TestObject transformed, byte @Nullable [] bytes) {
      return form.hold(uid, resourceVersion, refusedIf(refusing, transformed), bytes);
    }

    @Override
    public boolean holdsObjects() {
      return true;
    }
  }

  /** The decoder of a source reports what it throws in this way. */
  private SourceException whileReading() {
    return SourceException.of(
        SourceException.Kind.OTHER, "reading failed", new IllegalStateException(planted));
  }

  private void assertEnded(SharedIndexInformer<TestObject> informer) {
    assertThat(informer.state()).isInstanceOf(InformerState.Closed.class);
    assertThat(informer.state().cause()).isSameAs(planted);
    assertThat(states).filteredOn(InformerState.Closed.class::isInstance).hasSize(1);
    assertThat(informer.closed()).as("nothing of it runs").isCompleted();
    Health health = HealthCheck.of(() -> List.of(informer)).look();
    assertThat(health.isLive()).isFalse();
    assertThat(health.isReady()).isFalse();
    assertThat(health.problems())
        .allSatisfy(problem -> assertThat(problem.cause()).isSameAs(planted));
  }

  @Test
  void thrownByAnObserverItEndsTheInformer() {
    World world = World.of(queue)
        .with(options -> options.observer(InformerObserver.all(
            event -> {
              if (event instanceof InformerEvent.StateChanged stateChanged) {
                states.add(stateChanged.to());
              }
            },
            event -> {
              if (event instanceof InformerEvent.Listed) {
                throw planted;
              }
            })));
    world.informer().start();
    world.runtime.runUntilIdle();
    assertEnded(world.informer());
  }

  @Test
  void thrownByTheRuleThatGivesUpItEndsTheInformer() {
    World world = world(Place.COPY)
        .with(options -> options.giveUpIf(cause -> {
          throw planted;
        }));
    world.cluster.failNextList(SourceException.status(500, "InternalError", "broken"));
    world.informer().start();
    world.runtime.runUntilIdle();
    assertEnded(world.informer());
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void inTheFirstListItEndsTheInformerBeforeItHasSynced(Place place) {
    World world = world(place);
    world.cluster.add(TestObject.named("a").withData(LARGE));
    if (place == Place.LIST) {
      world.cluster.failNextList(whileReading());
    } else if (place == Place.WATCH) {
      world.cluster.failNextWatch(whileReading());
    }
    world.informer().start();
    var version = world.informer().awaitVersion("9", Duration.ofDays(1));
    world.runtime.runUntilIdle();
    assertEnded(world.informer());
    if (place != Place.COPY && place != Place.WATCH) {
      assertThat(world.informer().synced())
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withRootCauseInstanceOf(OutOfMemoryError.class);
    }
    assertThat(version).isCompletedExceptionally();
    int requests = world.cluster.requests().size();
    world.runtime.advance(Duration.ofHours(1));
    assertThat(world.cluster.requests()).as("it sends no more").hasSize(requests);
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void laterItEndsTheInformerAndNoHandlerIsCalledAgain(Place place) {
    World world = world(place).holding("a", "b");
    Recorder recorder = world.record();
    world.start();
    recorder.drainCalls();
    if (place == Place.WATCH) {
      world.cluster.breakWatches(whileReading());
    } else if (place == Place.LIST) {
      world.cluster.failNextList(whileReading());
      world.relist();
    } else {
      world.cluster.modify(world.current("a").withData(LARGE));
    }
    world.runtime.runUntilIdle();
    assertEnded(world.informer());
    world.touch("b");
    world.runtime.advance(Duration.ofHours(1));
    assertThat(recorder.calls()).isEmpty();
    assertThat(world.cluster.openWatches()).isZero();
    assertThat(world.stored()).as("what it has can be read").containsKeys("default/a", "default/b");
    world.informer().close();
    assertThat(world.informer().state().cause()).as("closing it hides nothing").isSameAs(planted);
  }

  @Test
  void otherInformersOfTheRuntimeContinue() {
    World world = world(Place.INDEX).holding("a");
    SharedIndexInformer<TestObject> other = SharedIndexInformer.builder(
            world.cluster, TestObject.ACCESSOR)
        .runtime(world.runtime)
        .queue(queue)
        .build();
    Recorder recorder = new Recorder();
    other.addHandler(recorder);
    other.start();
    world.start();
    world.cluster.modify(world.current("a").withData(LARGE));
    world.runtime.runUntilIdle();
    assertEnded(world.informer());
    world.touch("a");
    world.runtime.runUntilIdle();
    assertThat(other.state()).isInstanceOf(InformerState.Watching.class);
    assertThat(recorder.calls()).containsExactly("add! a@1", "update a@1>2", "update a@2>3");
  }

  @Test
  void aHandlerThatIsOutOfMemoryFailsAlone() {
    World world = world(Place.INDEX).holding("a");
    Registration<TestObject> failing = world.informer().addHandler(new Recorder().onCall(call -> {
          throw planted;
        }));
    Recorder other = world.record();
    world.start();
    world.touch("a");
    world.settle();
    assertThat(world.informer().state()).isInstanceOf(InformerState.Watching.class);
    assertThat(failing.failures()).isEqualTo(2);
    assertThat(failing.isSynced()).isTrue();
    assertThat(other.calls()).containsExactly("add! a@1", "update a@1>2");
  }

  @Test
  void aBlockingSourceThatIsOutOfMemoryEndsItsInformer() {
    World world = world(Place.LIST);
    SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
            ListerWatcher.blocking(
                new BlockingListerWatcher<>() {
                  @Override
                  public Page<TestObject> list(ListOptions options) {
                    throw planted;
                  }

                  @Override
                  public Watch<TestObject> watch(ListOptions options) {
                    throw planted;
                  }
                },
                world.runtime),
            TestObject.ACCESSOR)
        .runtime(world.runtime)
        .queue(queue)
        .observer(event -> {
          if (event instanceof InformerEvent.StateChanged stateChanged) {
            states.add(stateChanged.to());
          }
        })
        .build();
    informer.start();
    world.runtime.runUntilIdle();
    assertEnded(informer);
  }
}
