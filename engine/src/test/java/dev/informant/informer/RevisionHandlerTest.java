package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.TestBytes;
import dev.informant.internal.compact.CompactForm;
import dev.informant.internal.compact.ObjectBytes;
import dev.informant.object.Revision;
import dev.informant.source.Item;
import dev.informant.source.WatchEvent;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
final class RevisionHandlerTest {
  private int reads;

  private final ObjectBytes<TestObject> counting = new ObjectBytes<>() {
    @Override
    public byte[] write(TestObject object) {
      return TestBytes.OBJECTS.write(object);
    }

    @Override
    public TestObject read(byte[] bytes) {
      reads++;
      return TestBytes.OBJECTS.read(bytes);
    }
  };

  private final List<String> calls = new ArrayList<>();

  private final RevisionHandler<TestObject> recorder = new RevisionHandler<>() {
    @Override
    public void onAdd(Revision<TestObject> revision, boolean inInitialList) {
      calls.add((inInitialList ? "add! " : "add ") + revision);
    }

    @Override
    public void onUpdate(Revision<TestObject> before, Revision<TestObject> after) {
      calls.add("update " + before + ">" + after);
    }

    @Override
    public void onDelete(Revision<TestObject> last, boolean finalStateUnknown) {
      calls.add((finalStateUnknown ? "delete? " : "delete ") + last);
    }
  };

  private World compact(QueueKind queue) {
    return World.of(queue)
        .with(options ->
            options.form(CompactForm.builder(TestObject.ACCESSOR, counting).build()));
  }

  private static void live(World world) {
    world.start();
    world.touch("a");
    world.settle();
    world.cluster.delete("default/a");
    world.settle();
    world.cluster.deleteUnwatched("default/b");
    world.relist();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void isToldWhatAHandlerOfObjectsIsTold(QueueKind queue) {
    World world = compact(queue).holding("a", "b");
    Recorder objects = world.record();
    world.informer().addRevisionHandler(recorder);
    live(world);
    assertThat(objects.calls())
        .containsExactly("add! a@1", "add! b@2", "update a@1>3", "delete a@4", "delete? b@2");
    assertThat(calls)
        .containsExactly(
            "add! default/a@1",
            "add! default/b@2",
            "update default/a@1>default/a@3",
            "delete default/a@4",
            "delete? default/b@2");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void nothingIsDecodedForAHandlerThatTakesKeys(QueueKind queue) {
    World world = compact(queue).holding("a", "b");
    world.informer().addRevisionHandler(RevisionHandler.ofKeys(calls::add));
    live(world);
    assertThat(calls)
        .containsExactly("default/a", "default/b", "default/a", "default/a", "default/b");
    assertThat(reads).isZero();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aHandlerOfObjectsHasEachOfThemDecodedForItself(QueueKind queue) {
    World world = compact(queue).holding("a");
    world.record();
    world.start();
    assertThat(reads).as("for an add").isEqualTo(1);
    for (int i = 0; i < 10; i++) {
      world.touch("a");
      world.settle();
    }
    assertThat(reads).as("two for an update").isEqualTo(1 + 20);
    world.cluster.delete("default/a");
    world.settle();
    assertThat(reads).as("for a delete").isEqualTo(1 + 20 + 1);
  }

  @Test
  void theObjectIsThereWhenItIsAskedFor() {
    World world = compact(QueueKind.IN_ORDER).holding("a", "b");
    List<TestObject> seen = new ArrayList<>();
    world.informer().addRevisionHandler(new RevisionHandler<>() {
      @Override
      public void onAdd(Revision<TestObject> revision, boolean inInitialList) {
        if (revision.key().endsWith("b")) {
          seen.add(revision.object());
        }
      }
    });
    world.start();
    assertThat(seen).containsExactly(world.current("b"));
    assertThat(reads).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aFilterMakesAddsAndDeletesOfChanges(QueueKind queue) {
    World world = compact(queue);
    world.cluster.add(labelled("in", "web"));
    world.cluster.add(labelled("out", "db"));
    world
        .informer()
        .addRevisionHandler(
            recorder, HandlerOptions.<TestObject>defaults().withFilter(RevisionHandlerTest::isWeb));
    world.start();
    world.cluster.modify(labelled("out", "web"));
    world.settle();
    world.cluster.modify(labelled("in", "db"));
    world.settle();
    world.cluster.modify(labelled("out", "web"));
    world.settle();
    world.cluster.delete("default/in");
    world.settle();
    world.cluster.delete("default/out");
    world.settle();
    assertThat(calls)
        .containsExactly(
            "add! default/in@1",
            "add default/out@3",
            "delete default/in@1",
            "update default/out@3>default/out@5",
            "delete default/out@7");
  }

  /** What the handlers are to see of an object that is deleted in a state that does not match any more. */
  private static void deletedAsAnother(World world) {
    world.cluster.add(labelled("in", "web"));
    world.cluster.add(labelled("out", "db"));
    world.start();
    TestObject in = world.cluster.deleteUnwatched("default/in");
    TestObject out = world.cluster.deleteUnwatched("default/out");
    world.cluster.sendRaw(new WatchEvent.Deleted<>(new Item.Good<>(in.withLabels(DB))));
    world.cluster.sendRaw(new WatchEvent.Deleted<>(new Item.Good<>(out.withLabels(WEB))));
    world.settle();
  }

  @ParameterizedTest
  @CsvSource({
    "IN_ORDER, UNBOUNDED",
    "IN_ORDER, CONFLATING",
    "DELTA_FIFO, UNBOUNDED",
    "DELTA_FIFO, CONFLATING"
  })
  void aFilterLetsTheDeleteOfEveryObjectThroughThatWasShownWhateverItsFinalState(
      QueueKind queue, HandlerOptions.Buffer buffer) {
    World world = compact(queue);
    HandlerOptions<TestObject> options =
        HandlerOptions.<TestObject>defaults().withFilter(RevisionHandlerTest::isWeb);
    List<String> keys = new ArrayList<>();
    world.informer().addRevisionHandler(recorder, options.withBuffer(buffer));
    world
        .informer()
        .addRevisionHandler(RevisionHandler.ofKeys(keys::add), options.withBuffer(buffer));
    deletedAsAnother(world);
    assertThat(calls).containsExactly("add! default/in@1", "delete default/in@3");
    assertThat(keys).containsExactly("default/in", "default/in");
  }

  @Test
  void aHandlerOfObjectsCanBeGivenRevisions() {
    World world = compact(QueueKind.IN_ORDER).holding("a", "b");
    Recorder objects = new Recorder();
    world.informer().addRevisionHandler(RevisionHandler.of(objects));
    live(world);
    assertThat(objects.calls())
        .containsExactly("add! a@1", "add! b@2", "update a@1>3", "delete a@4", "delete? b@2");
  }

  @Test
  void itsNameIsThatOfItsClassOrANumber() {
    World world = compact(QueueKind.IN_ORDER);
    world.informer().addRevisionHandler(RevisionHandler.ofKeys(calls::add));
    world.informer().addRevisionHandler(new Named());
    world.start();
    assertThat(world.informer().lags()).containsOnlyKeys("handler-1", "Named-2");
  }

  private static final class Named implements RevisionHandler<TestObject> {}

  private static final Map<String, String> WEB = Map.of("app", "web");
  private static final Map<String, String> DB = Map.of("app", "db");

  private static boolean isWeb(TestObject object) {
    return "web".equals(object.labels().get("app"));
  }

  private static TestObject labelled(String name, String app) {
    return TestObject.named(name).withLabels(Map.of("app", app));
  }
}
