package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.Item;
import dev.informant.source.WatchEvent;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class FilterTest {
  private static TestObject labelled(String name, String app) {
    return TestObject.named(name).withLabels(Map.of("app", app));
  }

  private static HandlerOptions<TestObject> web() {
    return HandlerOptions.<TestObject>defaults()
        .withFilter(object -> "web".equals(object.labels().get("app")));
  }

  private final WatchListPolicy watchList;

  FilterTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void enteringIsAnAddAndLeavingADeleteWithTheOldState(QueueKind queue) {
    World world = worldOf(queue);
    world.cluster.add(labelled("in", "web"));
    world.cluster.add(labelled("out", "db"));
    Recorder filtered = world.record(web());
    world.start();
    world.cluster.modify(labelled("out", "web"));
    world.settle();
    world.cluster.modify(labelled("in", "db"));
    world.settle();
    world.cluster.modify(labelled("in", "db"));
    world.settle();
    world.cluster.modify(labelled("out", "web"));
    world.settle();
    world.cluster.delete("default/in");
    world.settle();
    world.cluster.delete("default/out");
    world.settle();
    assertThat(filtered.calls())
        .containsExactly("add! in@1", "add out@3", "delete in@1", "update out@3>6", "delete out@8");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void unknownFinalStateIsJudgedByWhatTheHandlerWasShown(QueueKind queue) {
    World world = worldOf(queue);
    world.cluster.add(labelled("in", "web"));
    world.cluster.add(labelled("out", "db"));
    Recorder filtered = world.record(web());
    world.start();
    world.cluster.modifyUnwatched(labelled("in", "db"));
    world.cluster.deleteUnwatched("default/in");
    world.cluster.deleteUnwatched("default/out");
    world.relist();
    assertThat(filtered.calls()).containsExactly("add! in@1", "delete? in@1");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aKnownFinalStateIsJudgedByWhatTheHandlerWasShownToo(QueueKind queue) {
    World world = worldOf(queue);
    world.cluster.add(labelled("in", "web"));
    world.cluster.add(labelled("out", "db"));
    Recorder filtered = world.record(web());
    world.start();
    TestObject in = world.cluster.deleteUnwatched("default/in");
    TestObject out = world.cluster.deleteUnwatched("default/out");
    world.cluster.sendRaw(
        new WatchEvent.Deleted<>(new Item.Good<>(in.withLabels(Map.of("app", "db")))));
    world.cluster.sendRaw(
        new WatchEvent.Deleted<>(new Item.Good<>(out.withLabels(Map.of("app", "web")))));
    world.settle();
    assertThat(filtered.calls()).containsExactly("add! in@1", "delete in@3");
  }

  @Test
  void filteredHandlerSyncsThoughItIsShownNothing() {
    World world = worldOf(QueueKind.IN_ORDER);
    world.cluster.add(labelled("out", "db"));
    Registration<TestObject> registration = world.informer().addHandler(new Recorder(), web());
    world.start();
    assertThat(registration.isSynced()).isTrue();
  }

  @Test
  void builtHandlersIgnoreWhatTheyWereNotGiven() {
    List<String> calls = new ArrayList<>();
    World world = worldOf(QueueKind.IN_ORDER).holding("a");
    world
        .informer()
        .addHandler(ResourceEventHandler.<TestObject>builder()
            .onDelete(deleted -> calls.add(deleted.key()))
            .build());
    world
        .informer()
        .addHandler(ResourceEventHandler.<TestObject>builder()
            .onAdd((object, initial) -> calls.add(object.name() + initial))
            .build());
    world.start();
    world.cluster.delete("default/a");
    world.settle();
    assertThat(calls).containsExactly("atrue", "default/a");
  }
}
