package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.object.KeyException;
import dev.informant.object.ObjectAccessor;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever comes in, it harms only itself. */
@Timeout(30)
final class BadInputTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final ScriptedSource<TestObject> source = new ScriptedSource<>(runtime);
  private final Recorder recorder = new Recorder();

  private SharedIndexInformerBuilder<TestObject> options(QueueKind queue) {
    return SharedIndexInformer.builder(source, TestObject.ACCESSOR)
        .deepCopy(TestObject::copy)
        .runtime(runtime)
        .name("test")
        .queue(queue)
        .watchList(WatchListPolicy.NEVER);
  }

  private SharedIndexInformer<TestObject> start(SharedIndexInformerBuilder<TestObject> options) {
    SharedIndexInformer<TestObject> informer = options.build();
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

  @SuppressWarnings("NullAway") // that is the bad input
  private static Item<TestObject> nullObject() {
    return new Item.Good<>(null);
  }

  private void list(String version, List<Item<TestObject>> items) {
    var list = source.awaitList();
    list.items(items);
    list.complete(new ListMetadata(version, "", 0));
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void nullObjectIsSkippedInListAndWatch(QueueKind queue) {
    SharedIndexInformer<TestObject> informer = start(options(queue));
    list("5", List.of(good(at("a", "1")), nullObject(), good(at("b", "2"))));
    var watch = source.awaitWatch().open();
    watch.events(new WatchEvent.Added<>(nullObject()), new WatchEvent.Added<>(good(at("c", "6"))));

    assertThat(recorder.calls()).containsExactly("add! a@1", "add! b@2", "add c@6");
    assertThat(informer.isSynced()).isTrue();
    assertThat(informer.skippedCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void objectWithoutNameIsSkipped(QueueKind queue) {
    SharedIndexInformer<TestObject> informer = start(options(queue));
    list("5", List.of(good(at("", "1")), good(at("b", "2"))));
    source.awaitWatch().open().modified(at("", "6"));

    assertThat(recorder.calls()).containsExactly("add! b@2");
    assertThat(informer.skippedCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void keyFunctionThatThrowsHarmsOnlyItsObject(QueueKind queue) {
    ObjectAccessor<TestObject> failing = new ObjectAccessor<>() {
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
        return object.uid();
      }

      @Override
      public String resourceVersion(TestObject object) {
        return object.resourceVersion();
      }

      @Override
      public Map<String, String> labels(TestObject object) {
        return object.labels();
      }

      @Override
      public String key(TestObject object) {
        if (object.name().equals("bad")) {
          throw new KeyException("planted");
        }
        return ObjectAccessor.super.key(object);
      }
    };
    SharedIndexInformer<TestObject> informer = start(SharedIndexInformer.builder(source, failing)
        .deepCopy(TestObject::copy)
        .runtime(runtime)
        .queue(queue)
        .watchList(WatchListPolicy.NEVER));
    list("5", List.of(good(at("bad", "1")), good(at("b", "2"))));
    source.awaitWatch().open().added(at("bad", "6"));
    assertThat(recorder.calls()).containsExactly("add! b@2");
    assertThat(informer.isSynced()).isTrue();
    assertThat(informer.skippedCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void transformThatThrowsHarmsOnlyItsObjectAndKeepsTheLastGoodState(QueueKind queue) {
    boolean[] failing = {true};
    SharedIndexInformer<TestObject> informer = start(options(queue).transform(object -> {
      if (failing[0] && object.name().equals("bad")) {
        throw new IllegalArgumentException("planted");
      }
      return object;
    }));
    list("5", List.of(good(at("bad", "1")), good(at("b", "2"))));
    assertThat(recorder.drainCalls()).containsExactly("add! b@2");
    assertThat(informer.skipped()).containsOnlyKeys("default/bad");
    assertThat(informer.skipped().get("default/bad")).hasMessage("planted");

    failing[0] = false;
    var watch = source.awaitWatch().open();
    watch.modified(at("bad", "6"));
    assertThat(recorder.drainCalls()).containsExactly("add bad@6");
    assertThat(informer.skipped()).isEmpty();

    failing[0] = true;
    watch.modified(at("bad", "7"));
    watch.modified(at("b", "8"));
    assertThat(recorder.drainCalls()).containsExactly("update b@2>8");
    assertThat(informer.indexer().get("default/bad")).isEqualTo(at("bad", "6"));
    assertThat(informer.skipped()).containsOnlyKeys("default/bad");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void deleteOfAnObjectThatNoLongerDecodesIsStillADelete(QueueKind queue) {
    start(options(queue));
    list("5", List.of(good(at("a", "1"))));
    source
        .awaitWatch()
        .open()
        .events(new WatchEvent.Deleted<>(new Item.Bad<>(
            "default/a", "uid-default-a", "6", new IllegalArgumentException("planted"))));
    assertThat(recorder.calls()).containsExactly("add! a@1", "delete? a@1");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void relistDoesNotDeleteAnObjectThatDoesNotDecode(QueueKind queue) {
    World world = World.of(queue).holding("a", "b");
    Recorder heard = world.record();
    world.start();
    heard.drainCalls();
    world.cluster.undecodable("default/a", true);
    world.relist();
    assertThat(heard.calls()).isEmpty();
    assertThat(world.stored()).containsEntry("default/a", "1");
    assertThat(world.informer().skipped()).containsOnlyKeys("default/a");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void indexFunctionThatThrowsHidesOnlyThatObjectFromThatIndex(QueueKind queue) {
    List<String> reported = new ArrayList<>();
    SharedIndexInformer<TestObject> informer = start(options(queue)
        .indexer("name", object -> {
          if (object.name().equals("bad")) {
            throw new IllegalArgumentException("planted");
          }
          return List.of(object.name());
        })
        .observer(event -> {
          if (event instanceof InformerEvent.IndexFailed indexFailed) {
            reported.add(indexFailed.index() + " " + indexFailed.key());
          }
        }));
    list("5", List.of(good(at("bad", "1")), good(at("b", "2"))));
    assertThat(recorder.calls()).containsExactly("add! bad@1", "add! b@2");
    assertThat(informer.indexer().indexValues("name")).isEqualTo(Set.of("b"));
    assertThat(informer.indexer().get("default/bad")).isNotNull();
    assertThat(reported).containsExactly("name default/bad");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void anIndexIsReportedUnderTheNameThatItsUserGave(QueueKind queue) {
    List<String> reported = new ArrayList<>();
    SharedIndexInformer<TestObject> informer = start(options(queue).observer(event -> {
      if (event instanceof InformerEvent.IndexFailed indexFailed) {
        reported.add(indexFailed.index() + " " + indexFailed.key());
      }
    }));
    informer.index("boom", object -> {
      throw new IllegalArgumentException("planted");
    });
    list("5", List.of(good(at("bad", "1"))));
    assertThat(reported).containsExactly("boom default/bad");
    assertThatThrownBy(() -> informer.snapshot().byIndex("node", "x"))
        .hasMessage("no index named \"node\"; this store has []");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @SuppressWarnings({"unchecked", "rawtypes"})
  void itemOfAWrongTypeIsSkipped(QueueKind queue) {
    SharedIndexInformer<TestObject> informer = start(options(queue));
    List items = Arrays.asList(new Item.Good("not a TestObject"), good(at("b", "2")));
    list("5", items);
    assertThat(recorder.calls()).containsExactly("add! b@2");
    assertThat(informer.skippedCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void listAndItemsWithoutVersionsWork(QueueKind queue) {
    SharedIndexInformer<TestObject> informer = start(options(queue));
    list("", List.of(good(at("a", "")), good(at("b", ""))));
    var watch = source.awaitWatch().open();
    watch.modified(at("a", "").withData("2"));
    watch.deleted(at("b", ""));
    assertThat(informer.isSynced()).isTrue();
    assertThat(recorder.calls()).containsExactly("add! a@", "add! b@", "update a@>", "delete b@");
    assertThat(informer.indexer().get("default/a").data()).isEqualTo("2");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void duplicateKeysInAListAreNeverTwoAdds(QueueKind queue) {
    SharedIndexInformer<TestObject> informer = start(options(queue));
    list("50", List.of(good(at("a", "3")), good(at("b", "4")), good(at("a", "5"))));
    assertThat(recorder.violations()).isEmpty();
    assertThat(recorder.calls()).containsExactlyInAnyOrder("add! a@5", "add! b@4");
    assertThat(informer.indexer().get("default/a")).isEqualTo(at("a", "5"));
    assertThat(informer.isSynced()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void eventsThatGoBackwardsDoNotTakeTheCacheBack(QueueKind queue) {
    List<String> stale = new ArrayList<>();
    SharedIndexInformer<TestObject> informer = start(options(queue).observer(event -> {
      if (event instanceof InformerEvent.Stale old) {
        stale.add(old.key() + " " + old.storedVersion() + " " + old.staleVersion());
      }
    }));
    list("10", List.of(good(at("a", "9"))));
    var watch = source.awaitWatch().open();
    watch.modified(at("a", "55"));
    watch.modified(at("a", "32"));
    watch.modified(at("a", "56"));
    assertThat(recorder.calls()).containsExactly("add! a@9", "update a@9>55", "update a@55>56");
    assertThat(stale).containsExactly("default/a 55 32");
    assertThat(informer.indexer().get("default/a")).isEqualTo(at("a", "56"));
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void lateDeleteOfAnOlderObjectDoesNotRemoveItsSuccessor(QueueKind queue) {
    start(options(queue));
    list("10", List.of(good(at("a", "9").withUid("second"))));
    source.awaitWatch().open().deleted(at("a", "8").withUid("first"));
    assertThat(recorder.calls()).containsExactly("add! a@9");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void versionsThatCannotBeComparedAreTakenAsTheyCome(QueueKind queue) {
    start(options(queue));
    list("10", List.of(good(at("a", "zzz"))));
    source.awaitWatch().open().modified(at("a", "aaa"));
    assertThat(recorder.calls()).containsExactly("add! a@zzz", "update a@zzz>aaa");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void deleteOfAnUnknownObjectCallsNobody(QueueKind queue) {
    start(options(queue));
    list("10", List.of(good(at("a", "9"))));
    var watch = source.awaitWatch().open();
    watch.deleted(at("ghost", "11"));
    watch.deleted(at("a", "12"));
    watch.deleted(at("a", "12"));
    assertThat(recorder.calls()).containsExactly("add! a@9", "delete a@12");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void theStoreDecidesWhatAnEventIs(QueueKind queue) {
    start(options(queue));
    list("10", List.of(good(at("known", "4"))));
    var watch = source.awaitWatch().open();
    watch.added(at("known", "11"));
    watch.modified(at("unknown", "12"));
    assertThat(recorder.calls())
        .containsExactly("add! known@4", "update known@4>11", "add unknown@12");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void unknownEventTypeIsSkippedAndTheStreamGoesOn(QueueKind queue) {
    start(options(queue));
    list("10", List.of());
    source
        .awaitWatch()
        .open()
        .events(
            new WatchEvent.Unexpected<>("PATCHED"), new WatchEvent.Added<>(good(at("a", "11"))));
    assertThat(recorder.calls()).containsExactly("add a@11");
    assertThat(source.hasRequest()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestEventPanics")
  void handlerThatThrowsHasReturnedAndIsCalledAgain(QueueKind queue) {
    List<String> reported = new ArrayList<>();
    SharedIndexInformer<TestObject> informer = options(queue)
        .observer(event -> {
          if (event instanceof InformerEvent.HandlerFailed handlerFailed) {
            reported.add(handlerFailed.handler() + " " + handlerFailed.key() + " "
                + handlerFailed.cause().getClass().getSimpleName());
          }
        })
        .build();
    Recorder throwing = new Recorder().onCall(call -> {
      if (call.startsWith("add! a")) {
        throw new IllegalStateException("planted");
      } else if (call.startsWith("add! b")) {
        throw new OutOfMemoryError("planted");
      } else if (call.startsWith("update")) {
        throw new StackOverflowError("planted");
      }
    });
    Registration<TestObject> registration =
        informer.addHandler(throwing, HandlerOptions.<TestObject>defaults().withName("thrower"));
    informer.addHandler(recorder);
    informer.start();
    list("10", List.of(good(at("a", "1")), good(at("b", "2")), good(at("c", "3"))));
    source.awaitWatch().open().modified(at("a", "11"));

    List<String> all = List.of("add! a@1", "add! b@2", "add! c@3", "update a@1>11");
    assertThat(throwing.calls()).isEqualTo(all);
    assertThat(recorder.calls()).isEqualTo(all);
    assertThat(registration.isSynced()).isTrue();
    assertThat(registration.failures()).isEqualTo(3);
    assertThat(reported)
        .containsExactly(
            "thrower default/a IllegalStateException",
            "thrower default/b OutOfMemoryError",
            "thrower default/a StackOverflowError");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestSharedInformerTransformer")
  @Tag("client-go:TestTransformingInformer")
  void transformMayRenameAndBlankTheVersion(QueueKind queue) {
    SharedIndexInformer<TestObject> informer = start(options(queue)
        .transform(object -> object.withName(object.name() + "-v2").withResourceVersion("")));
    list("10", List.of(good(at("a", "1")), good(at("b", "2"))));
    var watch = source.awaitWatch().open();
    watch.modified(at("a", "11"));
    watch.deleted(at("b", "12"));
    assertThat(recorder.calls())
        .containsExactly("add! a-v2@", "add! b-v2@", "update a-v2@>", "delete b-v2@");
    assertThat(informer.indexer().keys()).containsExactly("default/a-v2");
    assertThat(informer.lastSyncResourceVersion()).isEqualTo("12");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void recreatedObjectOfARestoredServerThatHasOvertakenUsIsShown(QueueKind queue) {
    SharedIndexInformer<TestObject> informer = start(options(queue));
    source.awaitList().respond("100", at("a", "90").withUid("one"));
    source.awaitWatch().open().error(SourceException.status(410, "Expired", "planted"));
    source.awaitList().respond("120", at("a", "70").withUid("two"));
    source.awaitWatch().open();
    assertThat(recorder.calls()).containsExactly("add! a@90", "delete? a@90", "add a@70");
    assertThat(recorder.violations()).isEmpty();
    assertThat(informer.indexer().get("default/a").uid()).isEqualTo("two");
  }
}
