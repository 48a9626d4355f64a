package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.object.LabelSelector;
import dev.informant.object.ObjectAccessor;
import dev.informant.source.BlockingListerWatcher;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An accessor that fails on one object, and nulls where there must be none, harm that object only. */
@Timeout(30)
final class AccessorFaultsTest {
  private static final String POISON = "poison";

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final ScriptedSource<TestObject> source = new ScriptedSource<>(runtime);
  private final Recorder recorder = new Recorder();
  private final List<Throwable> failures = new ArrayList<>();

  enum Field {
    UID,
    VERSION,
    LABELS
  }

  static Stream<Arguments> faults() {
    return Stream.of(Field.values())
        .flatMap(field -> Stream.of(true, false)
            .flatMap(nulls ->
                Stream.of(QueueKind.values()).map(queue -> Arguments.of(field, nulls, queue))));
  }

  /** Of a poisoned object one field cannot be read. */
  private record Faulty(Field field, boolean nulls) implements ObjectAccessor<TestObject> {
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // that is the fault
    private <V> V told(Field asked, TestObject object, V value) {
      if (asked != field || !object.data().equals(POISON)) {
        return value;
      }
      if (nulls) {
        return null;
      }
      throw new IllegalArgumentException("planted");
    }

    @Override
    public String namespace(TestObject object) {
      return object.namespace();
    }

    @Override
    public String name(TestObject object) {
      return object.name();
    }

    @Override
    public String uid(TestObject object) {
      return told(Field.UID, object, object.uid());
    }

    @Override
    public String resourceVersion(TestObject object) {
      return told(Field.VERSION, object, object.resourceVersion());
    }

    @Override
    public Map<String, String> labels(TestObject object) {
      return told(Field.LABELS, object, object.labels());
    }
  }

  private SharedIndexInformer<TestObject> start(
      ListerWatcher<TestObject> from, ObjectAccessor<TestObject> accessor, QueueKind queue) {
    SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(from, accessor)
        .runtime(runtime)
        .name("test")
        .queue(queue)
        .watchList(WatchListPolicy.NEVER)
        .watchErrorHandler(failures::add)
        .build();
    informer.addHandler(recorder);
    informer.start();
    return informer;
  }

  private static TestObject at(String name, String version) {
    return TestObject.named(name).withResourceVersion(version);
  }

  private static Item<TestObject> good(TestObject object) {
    return new Item.Good<>(object);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void anUnreadableFieldSkipsItsObjectWhichKeepsItsLastGoodState(
      Field field, boolean nulls, QueueKind queue) {
    SharedIndexInformer<TestObject> informer = start(source, new Faulty(field, nulls), queue);
    source.awaitList().respond("5", at("a", "1"), at("b", "2"));
    var watch = source.awaitWatch().open();
    recorder.drainCalls();
    watch.events(
        new WatchEvent.Modified<>(good(at("a", "6").withData(POISON))),
        new WatchEvent.Modified<>(good(at("b", "7"))));
    assertThat(recorder.drainCalls()).containsExactly("update b@2>7");
    assertThat(informer.skipped()).containsOnlyKeys("default/a");
    assertThat(failures).isEmpty();

    watch.error(SourceException.status(410, "Expired", "planted"));
    source.awaitList().respond("10", at("a", "6").withData(POISON), at("b", "7"), at("c", "8"));
    watch = source.awaitWatch().open();
    assertThat(recorder.drainCalls()).containsExactly("add c@8");
    assertThat(informer.indexer().get("default/a")).isEqualTo(at("a", "1"));
    assertThat(informer.indexer().list(LabelSelector.parse("!none"))).hasSize(3);
    assertThat(informer.skipped()).containsOnlyKeys("default/a");
    assertThat(failures).hasSize(1);
    informer.close();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void theDeleteOfAnObjectWithAnUnreadableFieldIsADelete(
      Field field, boolean nulls, QueueKind queue) {
    SharedIndexInformer<TestObject> informer = start(source, new Faulty(field, nulls), queue);
    source.awaitList().respond("5", at("a", "1"), at("b", "2"));
    recorder.drainCalls();
    source.awaitWatch().open().deleted(at("a", "6").withData(POISON));
    assertThat(recorder.calls()).containsExactly("delete? a@1");
    assertThat(informer.indexer().keys()).containsExactly("default/b");
    assertThat(informer.skipped()).isEmpty();
    assertThat(failures).isEmpty();
    informer.close();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aTransformWhoseResultHasNoReadableVersionSkipsItsObject(QueueKind queue) {
    SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
            source, new Faulty(Field.VERSION, /* nulls= */ true))
        .runtime(runtime)
        .queue(queue)
        .watchList(WatchListPolicy.NEVER)
        .transform(object -> object.name().equals("a") ? object.withData(POISON) : object)
        .build();
    informer.addHandler(recorder);
    informer.start();
    source.awaitList().respond("5", at("a", "1"), at("b", "2"));
    runtime.runUntilIdle();
    assertThat(recorder.calls()).containsExactly("add! b@2");
    assertThat(informer.skipped()).containsOnlyKeys("default/a");
    informer.close();
  }

  @Test
  void aListWithoutAVersionMayGiveNullForIt() {
    SharedIndexInformer<TestObject> informer =
        start(source, TestObject.ACCESSOR, QueueKind.IN_ORDER);
    var list = source.awaitList();
    list.items(List.of(good(at("a", "1"))));
    list.complete(withoutVersion());
    source.awaitWatch().open();
    assertThat(informer.isSynced()).isTrue();
    assertThat(recorder.calls()).containsExactly("add! a@1");
    assertThat(failures).isEmpty();
    informer.close();
  }

  @Test
  void aBlockingListWithoutAVersionMayGiveNullForIt() {
    ListerWatcher<TestObject> blocking = ListerWatcher.blocking(
        new BlockingListerWatcher<TestObject>() {
          @Override
          public Page<TestObject> list(ListOptions options) {
            return new Page<>(withoutVersion(), List.of(at("a", "1")));
          }

          @Override
          public Watch<TestObject> watch(ListOptions options) {
            throw SourceException.of(SourceException.Kind.NETWORK, "planted", null);
          }
        },
        runtime);
    SharedIndexInformer<TestObject> informer =
        start(blocking, TestObject.ACCESSOR, QueueKind.IN_ORDER);
    runtime.advance(java.time.Duration.ofSeconds(1));
    assertThat(informer.isSynced()).isTrue();
    assertThat(recorder.calls()).containsExactly("add! a@1");
    informer.close();
  }

  @Test
  void aBookmarkWithoutAVersionHarmsNothing() {
    SharedIndexInformer<TestObject> informer =
        start(source, TestObject.ACCESSOR, QueueKind.IN_ORDER);
    source.awaitList().respond("5", at("a", "1"));
    source
        .awaitWatch()
        .open()
        .events(
            new WatchEvent.Bookmark<>(absent(), /* initialEventsEnd= */ false),
            new WatchEvent.Added<>(good(at("b", "6"))));
    assertThat(recorder.calls()).containsExactly("add! a@1", "add b@6");
    assertThat(failures).isEmpty();
    assertThat(informer.indexer().lastStoreSyncResourceVersion()).isEqualTo("6");
    informer.close();
  }

  private static ListMetadata withoutVersion() {
    return new ListMetadata(absent(), absent(), 0);
  }

  private static @Nullable String absent() {
    return null;
  }
}
