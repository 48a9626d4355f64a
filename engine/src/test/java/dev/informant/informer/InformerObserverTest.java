package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.FailureLevel;
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
        .with(options -> options.observer(new InformerObserver() {
          @Override
          public void onRequest(String verb, String resourceVersion) {
            told.add(verb + " from " + resourceVersion);
          }

          @Override
          public void onList(int items, String resourceVersion) {
            told.add(items + " listed at " + resourceVersion);
          }

          @Override
          public void onEvents(int count) {
            told.add(count + " events");
          }

          @Override
          public void onBookmark(String resourceVersion) {
            told.add("bookmark " + resourceVersion);
          }

          @Override
          public void onSynced() {
            told.add("synced");
          }

          @Override
          public void onProcessed(int changes, Duration took) {
            told.add(changes + " processed in " + took.toNanos());
          }

          @Override
          public void onHandlerAdded(String handler) {
            told.add("with " + handler);
          }

          @Override
          public void onHandlerRemoved(String handler) {
            told.add("without " + handler);
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
        .with(options -> options.observer(new InformerObserver() {
          @Override
          public void onTransition(InformerState from, InformerState to) {
            throw new IllegalStateException("planted");
          }

          @Override
          public void onProcessed(int changes, Duration took) {
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
            .observer(new InformerObserver() {
              @Override
              public void onFailure(Throwable cause, FailureLevel level) {
                reported.add(level + " " + cause.getMessage());
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
            + " java.lang.InternalError: planted");
    assertThat(recorder.calls()).containsExactly("add! a@1", "update a@1>3");
    assertThat(world.stored()).isEqualTo(world.served());
  }
}
