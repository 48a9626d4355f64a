package dev.informant.internal.store;

import static dev.informant.internal.store.StoreAssert.assertThatStore;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.BrokenLog;
import dev.informant.internal.store.RevisionStore.RevisionChange;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A failing index function harms one object's entry in one index. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class IndexErrorsTest {
  private final List<String> reported = new ArrayList<>();
  private final List<RuntimeException> causes = new ArrayList<>();
  private final SnapshotIndexer<Widget> store = SnapshotIndexer.builder(Widget.ACCESSOR)
      .form(form())
      .indexErrors((indexName, key, cause) -> {
        reported.add(indexName + " " + key);
        causes.add(cause);
      })
      .build();

  /** In which form the store keeps objects. */
  ObjectForm<Widget> form() {
    return ObjectForm.shared(Widget.ACCESSOR);
  }

  private static Collection<String> failing(Widget widget) {
    if (widget.name().startsWith("bad")) {
      throw new IllegalStateException("no value");
    }
    return widget.colours();
  }

  @Test
  void theObjectIsStoredAndFoundThroughTheOtherIndexes() {
    store.addIndexers(Map.of("bad", IndexErrorsTest::failing, "good", Widget.BY_COLOUR));
    store.add(Widget.of("bad", "1", "red"));
    store.add(Widget.of("fine", "2", "red"));
    assertThat(store.get("bad")).isNotNull();
    assertThat(store.indexKeys("good", "red")).containsExactly("bad", "fine");
    assertThat(store.indexKeys("bad", "red")).containsExactly("fine");
    assertThat(reported).containsExactly("bad bad");
    assertThat(causes.get(0)).hasMessage("no value");
    store.delete(Widget.of("bad", "3"));
    assertThat(store.indexKeys("good", "red")).containsExactly("fine");
    assertThatStore(store).hasKeys("fine").isConsistent();
  }

  @Test
  void anObjectThatFailsLaterLeavesTheIndexAndReturnsWhenItRecovers() {
    boolean[] broken = new boolean[1];
    store.addIndexers(Map.of("moody", widget -> {
      if (broken[0]) {
        throw new IllegalStateException("moody");
      }
      return widget.colours();
    }));
    store.add(Widget.of("a", "1", "red"));
    broken[0] = true;
    store.update(Widget.of("a", "2", "red"));
    assertThat(store.indexValues("moody")).isEmpty();
    broken[0] = false;
    store.update(Widget.of("a", "3", "red"));
    assertThat(store.indexKeys("moody", "red")).containsExactly("a");
    assertThatStore(store).isConsistent();
  }

  @Test
  void nullsFromAnIndexFunctionAreErrorsToo() {
    store.addIndexers(Map.of(
        "nothing", widget -> null,
        "one", widget -> Arrays.asList((String) null),
        "two", widget -> Arrays.asList("x", null)));
    store.add(Widget.of("a", "1"));
    assertThat(reported).containsExactlyInAnyOrder("nothing a", "one a", "two a");
    assertThat(causes).allSatisfy(e -> assertThat(e).isInstanceOf(NullPointerException.class));
    assertThat(store.get("a")).isNotNull();
  }

  @Test
  void errorsOfTheFunctionAreReportedWithTheirCause() {
    AssertionError error = new AssertionError("wrong");
    store.addIndexers(Map.of("error", widget -> {
      throw error;
    }));
    store.add(Widget.of("a", "1"));
    assertThat(causes).hasSize(1);
    assertThat(causes.get(0)).hasCause(error);
  }

  @Test
  void endlessRecursionHarmsOnlyItsEntry() {
    store.addIndexers(Map.of("deep", IndexErrorsTest::recurse));
    store.add(Widget.of("a", "1"));
    assertThat(causes.get(0)).hasCauseInstanceOf(StackOverflowError.class);
    assertThat(store.size()).isEqualTo(1);
  }

  private static Collection<String> recurse(Widget widget) {
    return List.copyOf(recurse(widget));
  }

  @Test
  void aMachineOutOfMemoryFailsTheWriteAndChangesNothing() {
    store.addIndexers(Map.of("fatal", widget -> {
      throw new OutOfMemoryError("test");
    }));
    assertThatThrownBy(() -> store.add(Widget.of("a", "1"))).isInstanceOf(OutOfMemoryError.class);
    assertThatStore(store).hasKeys().hasVersion("");
  }

  @Test
  void addingAnIndexReportsEachObjectItFailsFor() {
    store.replace(
        List.of(Widget.of("bad-1", "1"), Widget.of("ok", "2"), Widget.of("bad-2", "3")), "3");
    store.addIndexers(Map.of("bad", IndexErrorsTest::failing));
    assertThat(reported).containsExactlyInAnyOrder("bad bad-1", "bad bad-2");
  }

  @Test
  void anObjectThatCannotBeHadFailsAllIndexes() {
    failsAllIndexes(new IllegalStateException("cannot be decoded"));
  }

  @Test
  void anObjectWhoseDecoderThrowsAnErrorHarmsOnlyItself() {
    failsAllIndexes(new LinkageError("missing class"));
    reported.clear();
    store.revisionStore().apply(List.of(new RevisionChange.Put<>(torn(new StackOverflowError()))));
    assertThat(reported).containsExactlyInAnyOrder("one torn", "two torn");
  }

  @Test
  void aMachineOutOfMemoryWhileAnObjectIsDecodedFailsTheWriteAndChangesNothing() {
    store.addIndexers(Map.of("one", Widget.BY_COLOUR));
    RevisionChange<Widget> change = new RevisionChange.Put<>(torn(new OutOfMemoryError("planted")));
    assertThatThrownBy(() -> store.revisionStore().apply(List.of(change)))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(reported).isEmpty();
    assertThatStore(store).hasKeys();
  }

  private void failsAllIndexes(Throwable thrown) {
    store.addIndexers(Map.of("one", Widget.BY_COLOUR, "two", Widget.BY_COLOUR));
    store.revisionStore().apply(List.of(new RevisionChange.Put<>(torn(thrown))));
    assertThat(reported).containsExactlyInAnyOrder("one torn", "two torn");
    assertThatStore(store).hasKeys("torn").hasVersion("4");
  }

  private static Revision<Widget> torn(Throwable thrown) {
    return new Revision<>() {
      @Override
      public String key() {
        return "torn";
      }

      @Override
      public String uid() {
        return "";
      }

      @Override
      public String resourceVersion() {
        return "4";
      }

      @Override
      public Map<String, String> labels() {
        return Map.of();
      }

      @Override
      public Widget object() {
        if (thrown instanceof Error error) {
          throw error;
        }
        throw (RuntimeException) thrown;
      }
    };
  }

  @Test
  void anIndexFunctionThatWritesIsRefusedNotDeadlockedOn() {
    store.addIndexers(Map.of("writing", widget -> {
      store.add(Widget.of("another", "2"));
      return List.of("x");
    }));
    store.add(Widget.of("a", "1"));
    assertThat(causes.get(0)).hasMessageContaining("must not write to the store it indexes");
    assertThatStore(store).hasKeys("a");
  }

  @Test
  void aListenerThatThrowsDoesNotFailTheWrite() {
    SnapshotIndexer<Widget> careless =
        new SnapshotIndexer<>(Widget.ACCESSOR, (indexName, key, cause) -> {
          throw cause;
        });
    careless.addIndexers(Map.of("bad", IndexErrorsTest::failing));
    careless.add(Widget.of("bad", "1"));
    assertThatStore(careless).hasKeys("bad");
  }

  @Test
  void withoutAListenerTheWriteSucceedsToo() {
    SnapshotIndexer<Widget> quiet = SnapshotIndexer.builder(Widget.ACCESSOR)
        .indexer("bad", IndexErrorsTest::failing)
        .build();
    quiet.add(Widget.of("a/bad", "1", "red"));
    assertThatStore(quiet).hasKeys("a/bad");
    assertThat(quiet.indexValues("bad")).isEmpty();
  }

  @Test
  void aLogThatThrowsDoesNotReachTheWriter() {
    SnapshotIndexer<Widget> logging = SnapshotIndexer.builder(Widget.ACCESSOR)
        .form(form())
        .indexer("bad", IndexErrorsTest::failing)
        .build();
    try (BrokenLog broken = new BrokenLog(SnapshotIndexer.class)) {
      logging.add(Widget.of("bad", "1", "red"));
      assertThat(broken.thrown()).isPositive();
    }
    assertThat(logging.get("bad")).isNotNull();
  }

  @Test
  void aListenerThatBreaksDoesNotReachTheWriter() {
    SnapshotIndexer<Widget> deaf = SnapshotIndexer.builder(Widget.ACCESSOR)
        .form(form())
        .indexer("bad", IndexErrorsTest::failing)
        .indexErrors((indexName, key, cause) -> {
          throw new StackOverflowError("planted in the listener");
        })
        .build();
    try (BrokenLog broken = new BrokenLog(SnapshotIndexer.class)) {
      deaf.add(Widget.of("bad", "1", "red"));
      assertThat(broken.thrown()).isEqualTo(1);
    }
    assertThat(deaf.get("bad")).isNotNull();
  }
}
