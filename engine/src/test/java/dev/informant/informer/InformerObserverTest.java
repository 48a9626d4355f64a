package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.WatchListPolicy;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
  void everythingThatCanBeHeardIsPassedOnToEveryObserver() throws Exception {
    List<String> heard = new ArrayList<>();
    List<InformerObserver> recording = new ArrayList<>();
    for (String name : List.of("first", "second")) {
      recording.add((InformerObserver) Proxy.newProxyInstance(
          InformerObserver.class.getClassLoader(),
          new Class<?>[] {InformerObserver.class},
          (proxy, method, arguments) -> {
            heard.add(name + " " + method.getName() + Arrays.toString(arguments));
            return null;
          }));
    }
    InformerObserver all = InformerObserver.all(recording.toArray(InformerObserver[]::new));
    for (Method method : InformerObserver.class.getMethods()) {
      if (!Modifier.isStatic(method.getModifiers())) {
        Object[] arguments = Arrays.stream(method.getParameterTypes())
            .map(InformerObserverTest::any)
            .toArray();
        heard.clear();
        method.invoke(all, arguments);
        String call =
            method.getName() + (arguments.length == 0 ? "null" : Arrays.toString(arguments));
        assertThat(heard).containsExactly("first " + call, "second " + call);
      }
    }
  }

  private static @Nullable Object any(Class<?> type) {
    if (type == int.class) {
      return 7;
    }
    if (type == String.class) {
      return "text";
    }
    return type == Duration.class ? Duration.ofSeconds(7) : null;
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
                throw new OutOfMemoryError("planted");
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
        .containsExactly("RELISTING what was received could not be taken in:"
            + " java.lang.OutOfMemoryError: planted");
    assertThat(recorder.calls()).containsExactly("add! a@1", "update a@1>3");
    assertThat(world.stored()).isEqualTo(world.served());
  }
}
