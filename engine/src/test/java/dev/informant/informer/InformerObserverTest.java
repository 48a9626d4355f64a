package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.WatchListPolicy;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an observer hears, and that it can do no harm. */
@Timeout(30)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class InformerObserverTest {
  private final WatchListPolicy watchList;

  InformerObserverTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @Test
  void everyObserverReceivesEachEventInOrder() {
    List<String> heard = new ArrayList<>();
    InformerObserver all = InformerObserver.all(
        event -> heard.add("first " + event), event -> heard.add("second " + event));
    InformerEvent event = new InformerEvent.Listed(7, "12");
    all.onEvent(event);
    assertThat(heard).containsExactly("first " + event, "second " + event);
  }

  @Test
  void aFollowedChangeIsReportedAtEachStageInOrder() {
    List<String> stages = new ArrayList<>();
    World world = World.of(QueueKind.IN_ORDER)
        .with(options -> options.observer(new InformerObserver() {
          @Override
          public void onEvent(InformerEvent event) {
            if (event instanceof InformerEvent.ChangeReached change) {
              stages.add(change.stage() + " " + change.key() + "@" + change.resourceVersion()
                  + (change.handler().isEmpty() ? "" : " " + change.handler()));
            }
          }

          @Override
          public boolean follows(String key) {
            return key.equals("default/a");
          }
        }))
        .holding("a", "b");
    world
        .informer()
        .addHandler(new Recorder(), HandlerOptions.<TestObject>defaults().withName("h"));
    world.start();
    stages.clear();
    world.touch("b");
    world.touch("a");
    world.settle();
    assertThat(stages)
        .containsExactly(
            "QUEUED default/a@4",
            "STORED default/a@4",
            "CALLED default/a@4 h",
            "RETURNED default/a@4 h");
  }

  @Test
  void anObserverWhoseFollowsThrowsHarmsNobody() {
    World world = World.of(QueueKind.IN_ORDER)
        .with(options -> options.observer(new InformerObserver() {
          @Override
          public void onEvent(InformerEvent event) {}

          @Override
          public boolean follows(String key) {
            throw new IllegalStateException("planted");
          }
        }))
        .holding("a");
    Recorder recorder = world.record();
    world.start();
    world.touch("a");
    world.settle();
    assertThat(recorder.calls()).containsExactly("add! a@1", "update a@1>2");
  }

  @Test
  void observerIsToldWhatTheInformerDoes() {
    List<String> told = new ArrayList<>();
    World world = World.of(QueueKind.IN_ORDER)
        .with(options -> options.observer(event -> {
          if (event instanceof InformerEvent.Requested requested) {
            told.add(requested.verb() + " from " + requested.resourceVersion());
          } else if (event instanceof InformerEvent.Listed listed) {
            told.add(listed.items() + " listed at " + listed.resourceVersion());
          } else if (event instanceof InformerEvent.Received received) {
            told.add(received.count() + " events");
          } else if (event instanceof InformerEvent.Bookmarked bookmarked) {
            told.add("bookmark " + bookmarked.resourceVersion());
          } else if (event instanceof InformerEvent.Synced) {
            told.add("synced");
          } else if (event instanceof InformerEvent.Processed processed) {
            told.add(processed.changes() + " processed in " + processed.took().toNanos());
          } else if (event instanceof InformerEvent.HandlerAdded handlerAdded) {
            told.add("with " + handlerAdded.handler());
          } else if (event instanceof InformerEvent.HandlerRemoved handlerRemoved) {
            told.add("without " + handlerRemoved.handler());
          }
        }))
        .holding("a", "b");
    var registration = world.informer().addHandler(new Recorder());
    world.start();
    assertThat(told)
        .containsExactlyInAnyOrder(
            "with Recorder-1",
            "list from 0",
            "2 listed at 2",
            "synced",
            "1 processed in 0",
            "watch from 2");
    told.clear();
    world.touch("a");
    world.settle();
    world.cluster.bookmark();
    world.settle();
    registration.remove();
    assertThat(told)
        .containsExactly(
            "1 events",
            "1 processed in 0",
            "bookmark 3",
            "1 events",
            "1 processed in 0",
            "without Recorder-1");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void observerThatThrowsHarmsNobody(QueueKind queue) {
    World world = worldOf(queue)
        .with(options -> options.observer(event -> {
          if (event instanceof InformerEvent.StateChanged) {
            throw new IllegalStateException("planted");
          } else if (event instanceof InformerEvent.Processed) {
            throw new IllegalStateException("planted");
          }
        }))
        .holding("a");
    Recorder recorder = world.record();
    world.start();
    world.touch("a");
    world.settle();
    assertThat(recorder.calls()).containsExactly("add! a@1", "update a@1>2");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void writeThatFailsIsReportedAndListedAgain(QueueKind queue) {
    List<String> reported = new ArrayList<>();
    World world = worldOf(queue)
        .with(options -> options
            .indexer("fatal", object -> {
              if (object.data().equals("too much")) {
                throw new InternalError("planted");
              }
              return List.of(object.name());
            })
            .observer(event -> {
              if (event instanceof InformerEvent.Failed failed) {
                reported.add(failed.level() + " " + failed.cause().getMessage());
              }
            }))
        .holding("a");
    Recorder recorder = world.record();
    world.start();
    world.cluster.modify(world.current("a").withData("too much"));
    world.settle();
    world.touch("a");
    world.runtime.advance(Duration.ofSeconds(10));
    assertThat(reported)
        .containsExactly("RELISTING received changes could not be processed:"
            + " java.lang.InternalError: planted");
    assertThat(recorder.calls()).containsExactly("add! a@1", "update a@1>3");
    assertThat(world.stored()).isEqualTo(world.served());
  }
}
