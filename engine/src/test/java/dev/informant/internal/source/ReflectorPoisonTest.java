package dev.informant.internal.source;

import static dev.informant.internal.source.ReflectorBench.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What cannot be understood harms only itself. */
@Timeout(20)
class ReflectorPoisonTest {
  private static final UnaryOperator<TestObject> FAILS_ON_POISON = object -> {
    if (object.data().equals("poison")) {
      throw new IllegalStateException("cannot transform");
    }
    return object;
  };

  private static Item<TestObject> good(TestObject object) {
    return new Item.Good<>(object);
  }

  private static Item<TestObject> bad(String name, int version) {
    return new Item.Bad<>(
        name.isEmpty() ? "" : "default/" + name,
        "uid-default-" + name,
        Integer.toString(version),
        new IllegalArgumentException("undecodable"));
  }

  private static ScriptedSource<TestObject>.ScriptedList relist(ReflectorBench bench) {
    bench.source.awaitWatch().open().error(SourceException.status(410, "Expired", "too old"));
    return bench.source.awaitList();
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // handed on, never written to
  private static void respond(
      ScriptedSource<TestObject>.ScriptedList list, String version, Item<TestObject>... items) {
    list.items(List.of(items));
    list.complete(new ListMetadata(version, "", 0));
  }

  @Test
  void anUndecodableItemIsLeftOutAndTheRestSyncs() {
    ReflectorBench bench = ReflectorBench.listing();
    respond(bench.source.awaitList(), "10", good(object("a", 4)), bad("b", 5), bad("", 6));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 10");
    assertThat(bench.skipped).containsExactly("default/b", "");
    assertThat(bench.failures).isEmpty();
  }

  @Test
  void theLastGoodStateOfAnUndecodableItemSurvivesARelist() {
    ReflectorBench bench = ReflectorBench.listing();
    respond(bench.source.awaitList(), "10", good(object("a", 4)), good(object("b", 5)));
    respond(relist(bench), "20", good(object("a", 4)), bad("b", 15));
    assertThat(bench.queue.drain()).endsWith("replace [default/a@4, default/b@5] at 20");
    assertThat(bench.skipped).containsExactly("default/b");
    assertThat(bench.recovered).isEmpty();
    respond(relist(bench), "30", good(object("a", 4)), good(object("b", 25)));
    assertThat(bench.queue.drain()).endsWith("replace [default/a@4, default/b@25] at 30");
    assertThat(bench.recovered).containsExactly("default/b");
  }

  @Test
  void anUndecodableItemDoesNotKeepAnotherObjectThatHadItsName() {
    ReflectorBench bench = ReflectorBench.listing();
    respond(bench.source.awaitList(), "10", good(object("a", 4)));
    respond(
        relist(bench),
        "20",
        new Item.Bad<>("default/a", "recreated", "15", new IllegalArgumentException("bad")));
    assertThat(bench.queue.drain()).endsWith("replace [] at 20");
    assertThat(bench.skipped).containsExactly("default/a");
  }

  @Test
  void aSkippedObjectThatIsGoneFromARelistHasRecovered() {
    ReflectorBench bench = ReflectorBench.listing();
    respond(bench.source.awaitList(), "10", bad("a", 4), bad("b", 5));
    respond(relist(bench), "20", bad("a", 4));
    assertThat(bench.queue.drain()).endsWith("replace [] at 20");
    assertThat(bench.recovered).containsExactly("default/b");
  }

  @Test
  void anObjectHasRecoveredInAListWhenTheListIsCompleteAndNotInOneThatBreaksOff() {
    ReflectorBench bench = ReflectorBench.listing();
    respond(bench.source.awaitList(), "10", bad("a", 4), bad("b", 5));
    ScriptedSource<TestObject>.ScriptedList broken = relist(bench);
    broken.items(List.of(good(object("a", 14)), good(object("b", 15))));
    broken.fail(SourceException.status(500, "InternalError", "broke off"));
    ScriptedSource<TestObject>.ScriptedList again = bench.source.awaitList();
    assertThat(bench.recovered).isEmpty();
    respond(again, "30", bad("a", 14), good(object("b", 15)));
    bench.runtime.runUntilIdle();
    assertThat(bench.recovered).containsExactly("default/b");
  }

  @Test
  void whatWasLeftOutWithoutAKeyHasRecoveredWithAListThatHasNoSuchThing() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.events(new WatchEvent.Unexpected<>("a frame that breaks off"));
    watch.modified(object("a", 12));
    watch.events(new WatchEvent.Deleted<>(bad("", 13)));
    watch.error(SourceException.status(410, "Expired", "too old"));
    respond(bench.source.awaitList(), "20", good(object("a", 12)), bad("", 15));
    assertThat(bench.skipped).containsExactly("", "", "");
    assertThat(bench.recovered).as("the list has one, too").isEmpty();
    respond(relist(bench), "30", good(object("a", 12)));
    bench.runtime.runUntilIdle();
    assertThat(bench.recovered).containsExactly("");
  }

  @Test
  void aTransformThatFailsSkipsTheObjectInAList() {
    ReflectorBench bench = ReflectorBench.listing(
        builder -> builder.set(ReflectorOptions.<TestObject>transform(), FAILS_ON_POISON));
    bench
        .source
        .awaitList()
        .respond("10", object("a", 4), object("b", 5).withData("poison"), object("c", 6));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4, default/c@6] at 10");
    assertThat(bench.skipped).containsExactly("default/b");
  }

  @Test
  void aTransformThatFailsOnAnEventKeepsTheLastGoodStateAndTheVersionMovesOn() {
    ReflectorBench bench = ReflectorBench.listing(
        builder -> builder.set(ReflectorOptions.<TestObject>transform(), FAILS_ON_POISON));
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.modified(object("a", 12).withData("poison"));
    assertThat(bench.queue.drain()).isEmpty();
    assertThat(bench.skipped).containsExactly("default/a");
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("12");
    watch.modified(object("a", 13));
    assertThat(bench.queue.drain()).containsExactly("update default/a@13");
    assertThat(bench.recovered).containsExactly("default/a");
  }

  @Test
  void anErrorThrownByATransformIsPoisonToo() {
    ReflectorBench bench = ReflectorBench.listing(
        builder -> builder.set(ReflectorOptions.<TestObject>transform(), object -> {
          throw new LinkageError("missing class");
        }));
    bench.source.awaitList().respond("10", object("a", 4));
    assertThat(bench.queue.drain()).containsExactly("replace [] at 10");
    assertThat(bench.skipped).containsExactly("default/a");
  }

  @Test
  void aTransformThatOverflowsTheStackOnADeepObjectSkipsOnlyThatObject() {
    ReflectorBench bench = ReflectorBench.listing(
        builder -> builder.set(ReflectorOptions.<TestObject>transform(), object -> {
          if (object.data().equals("deep")) {
            throw new StackOverflowError();
          }
          return object;
        }));
    bench.source.awaitList().respond("10", object("a", 4), object("b", 5).withData("deep"));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 10");
    assertThat(bench.skipped).containsExactly("default/b");
  }

  @Test
  @SuppressWarnings("NullAway") // a transform written without nullness checks
  void aTransformThatReturnsNullSkipsTheObject() {
    ReflectorBench bench = ReflectorBench.listing(builder -> builder.set(
        ReflectorOptions.<TestObject>transform(),
        object -> object.name().equals("b") ? null : object));
    bench.source.awaitList().respond("10", object("a", 4), object("b", 5));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 10");
    assertThat(bench.skipped).containsExactly("default/b");
  }

  @Test
  @SuppressWarnings("NullAway") // a source written without nullness checks
  void nullObjectsAreSkipped() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedList list = bench.source.awaitList();
    list.items(Arrays.asList(new Item.Good<TestObject>(null), null, good(object("a", 4))));
    list.complete(new ListMetadata("10", "", 0));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 10");
    assertThat(bench.skipped).containsExactly("", "");
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch().open();
    watch.events(new WatchEvent.Added<>(new Item.Good<TestObject>(null)));
    watch.events((WatchEvent<TestObject>) null);
    assertThat(bench.skipped).hasSize(4);
    assertThat(watch.isCancelled()).isFalse();
  }

  @Test
  void anObjectWithoutNameIsSkipped() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10", object("", 4), object("a", 5));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@5] at 10");
    assertThat(bench.skipped).containsExactly("");
  }

  @Test
  void aTransformMayRename() {
    ReflectorBench bench = ReflectorBench.listing(builder -> builder.set(
        ReflectorOptions.<TestObject>transform(),
        object -> object.withName(object.name() + "-renamed")));
    bench.source.awaitList().respond("10", object("a", 4));
    var before = bench.queue.state.get("default/a-renamed");
    assertThat(before).isNotNull();
    relist(bench).respond("20", object("a", 4));
    assertThat(bench.queue.state.get("default/a-renamed")).isSameAs(before);
    bench.source.awaitWatch().open().deleted(object("a", 21));
    assertThat(bench.queue.drain()).endsWith("delete default/a-renamed@21");
  }

  private static ReflectorBench renaming() {
    return ReflectorBench.listing(builder -> builder.set(
        ReflectorOptions.<TestObject>transform(),
        object -> FAILS_ON_POISON.apply(object).withName(object.name() + "-renamed")));
  }

  @Test
  void theLastGoodStateOfARenamedObjectSurvivesRelistsThatCannotTransformIt() {
    ReflectorBench bench = renaming();
    bench.source.awaitList().respond("10", object("a", 4), object("b", 5));
    relist(bench).respond("20", object("a", 14).withData("poison"), object("b", 5));
    assertThat(bench.queue.drain())
        .endsWith("replace [default/a-renamed@4, default/b-renamed@5] at 20");
    relist(bench).respond("30", object("a", 14).withData("poison"));
    assertThat(bench.queue.drain()).endsWith("replace [default/a-renamed@4] at 30");
    assertThat(bench.recovered).isEmpty();
    relist(bench).respond("40", object("a", 35));
    assertThat(bench.queue.drain()).endsWith("replace [default/a-renamed@35] at 40");
    assertThat(bench.recovered).containsExactly("default/a-renamed");
  }

  @Test
  void aRenamedObjectThatCannotBeTransformedAnyMoreIsStillDeleted() {
    ReflectorBench bench = renaming();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.modified(object("a", 11).withData("poison"));
    watch.deleted(object("a", 12).withData("poison"));
    assertThat(bench.queue.drain())
        .containsExactly("gone default/a-renamed was default/a-renamed@4");
    assertThat(bench.recovered).containsExactly("default/a-renamed");
  }

  @Test
  void aTransformMayBlankTheVersion() {
    ReflectorBench bench = ReflectorBench.listing(builder -> builder.set(
        ReflectorOptions.<TestObject>transform(), object -> object.withResourceVersion("")));
    bench.watching().modified(object("a", 12));
    assertThat(bench.queue.drain()).containsExactly("update default/a@12");
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("12");
  }

  @Test
  void anUndecodableEventKeepsTheStreamAndMovesTheVersion() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.events(new WatchEvent.Modified<>(bad("a", 12)), new WatchEvent.Added<>(bad("b", 13)));
    assertThat(bench.queue.drain()).isEmpty();
    assertThat(watch.isCancelled()).isFalse();
    assertThat(bench.skipped).containsExactly("default/a", "default/b");
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("13");
  }

  @Test
  void anUndecodableDeleteStillDeletesWithTheLastKnownState() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.events(new WatchEvent.Deleted<>(bad("a", 12)));
    assertThat(bench.queue.drain()).containsExactly("gone default/a was default/a@4");
    assertThat(bench.skipped).containsExactly("default/a");
    assertThat(bench.recovered).containsExactly("default/a");
    watch.events(new WatchEvent.Deleted<>(bad("", 13)));
    assertThat(bench.queue.drain()).isEmpty();
  }

  @Test
  void theLastGoodStateOfThisStreamWinsOverTheCache() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = bench.source.awaitWatch().open();
    stream.added(object("a", 4));
    stream.initialEventsEnd("10");
    stream.error(SourceException.status(410, "Expired", "too old"));
    bench.queue.drain();
    ScriptedSource<TestObject>.ScriptedWatch again = bench.source.awaitWatch().open();
    again.added(object("a", 12));
    again.events(new WatchEvent.Modified<>(bad("a", 13)));
    again.initialEventsEnd("20");
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@12] at 20");
  }

  @Test
  void anUndecodableInitialEventKeepsWhatTheCacheHas() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = bench.source.awaitWatch().open();
    stream.added(object("a", 4));
    stream.added(object("b", 5));
    stream.initialEventsEnd("10");
    stream.error(SourceException.status(410, "Expired", "too old"));
    bench.queue.drain();
    ScriptedSource<TestObject>.ScriptedWatch again = bench.source.awaitWatch().open();
    again.events(new WatchEvent.Added<>(bad("a", 12)), new WatchEvent.Added<>(bad("b", 13)));
    again.events(new WatchEvent.Deleted<>(bad("b", 14)));
    again.initialEventsEnd("20");
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 20");
    assertThat(bench.recovered).containsExactly("default/b");
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the source breaks its promises on purpose
  private static List<Item<TestObject>> unreadable() {
    return List.of(
        new Item.Good<>(null),
        (Item<TestObject>) (Item<?>) new Item.Good<>("not a test object"),
        new Item.Bad<>("", "", "", new IllegalArgumentException("undecodable")));
  }

  @Test
  void anEventWhoseVersionCannotBeReadDoesNotMoveTheVersionAndNoDeleteOfAGapIsLost() {
    for (Item<TestObject> item : unreadable()) {
      ReflectorBench bench = ReflectorBench.listing();
      ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
      watch.events(new WatchEvent.Modified<>(item));
      assertThat(bench.skipped).containsExactly("");
      assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("10");
      watch.close();
      ScriptedSource<TestObject>.ScriptedWatch resumed = bench.source.awaitWatch();
      assertThat(resumed.options().resourceVersion()).isEqualTo("10");
      resumed.open().deleted(object("a", 12)); // happened while no stream was open
      assertThat(bench.queue.drain()).containsExactly("delete default/a@12");
    }
  }

  @Test
  void anEventWithoutVersionIsShownButTheNextRequestsUseTheLastVersionThereWas() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.modified(object("b", 11));
    watch.added(TestObject.named("c"));
    assertThat(bench.reflector.lastSyncResourceVersion()).isEmpty();
    watch.close();
    ScriptedSource<TestObject>.ScriptedWatch resumed = bench.source.awaitWatch();
    assertThat(resumed.options().resourceVersion()).isEqualTo("11");
    resumed.open().error(SourceException.status(410, "Expired", "too old"));
    assertThat(bench.source.awaitList().options().resourceVersion()).isEqualTo("11");
  }
}
