package dev.informant.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.internal.store.Widget;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MutationCacheTest {
  private final VirtualRuntime time = VirtualRuntime.inOrder(1);
  private final SnapshotIndexer<Widget> store = SnapshotIndexer.builder(Widget.ACCESSOR)
      .indexer("colour", Widget.BY_COLOUR)
      .build();
  private final MutationCache<Widget> cache = MutationCache.builder(store, Widget.ACCESSOR)
      .clock(time)
      .capacity(3)
      .includeAdds(Map.of("colour", Widget.BY_COLOUR))
      .build();
  private final Widget stored = Widget.of("a/one", "5", "red");

  @Test
  void theNewerOfStoreAndMutationIsShown() {
    store.add(stored);
    assertThat(cache.mutation(stored.at("7"))).isTrue();
    assertThat(cache.get("a/one")).isEqualTo(stored.at("7"));
    store.update(stored.at("6"));
    assertThat(cache.get("a/one")).isEqualTo(stored.at("7"));
    store.update(stored.at("8"));
    assertThat(cache.get("a/one")).isEqualTo(stored.at("8"));
    store.update(stored.at("6"));
    assertThat(cache.get("a/one"))
        .as("a mutation once passed is forgotten")
        .isEqualTo(stored.at("6"));
  }

  @Test
  void anEqualVersionInTheStoreWins() {
    cache.mutation(stored.at("7"));
    Widget same = stored.at("7").labelled("a", "b");
    store.add(same);
    assertThat(cache.get("a/one")).isSameAs(same);
    assertThat(cache.mutation(stored.at("7"))).isFalse();
  }

  @Test
  void anOlderMutationDoesNotReplaceANewerOne() {
    assertThat(cache.mutation(stored.at("7"))).isTrue();
    assertThat(cache.mutation(stored.at("6"))).isFalse();
    assertThat(cache.get("a/one")).isEqualTo(stored.at("7"));
  }

  @Test
  void objectsTheStoreLacksAreShownOnlyIfAsked() {
    MutationCache<Widget> updatesOnly =
        MutationCache.builder(store, Widget.ACCESSOR).clock(time).build();
    updatesOnly.mutation(stored);
    cache.mutation(stored);
    assertThat(updatesOnly.get("a/one")).isNull();
    assertThat(updatesOnly.byIndex("colour", "red")).isEmpty();
    assertThat(cache.get("a/one")).isSameAs(stored);
    assertThat(cache.byIndex("colour", "red")).containsExactly(stored);
    assertThat(cache.byIndex("colour", "blue")).isEmpty();
    assertThat(cache.get("a/none")).isNull();
  }

  @Test
  void byIndexShowsEachObjectOnceAndAtItsNewest() {
    store.add(stored);
    store.add(Widget.of("a/two", "5", "red"));
    cache.mutation(stored.at("6"));
    cache.mutation(Widget.of("a/three", "6", "red"));
    cache.mutation(Widget.of("a/four", "6", "blue"));
    assertThat(cache.byIndex("colour", "red"))
        .containsExactlyInAnyOrder(
            stored.at("6"), Widget.of("a/two", "5", "red"), Widget.of("a/three", "6", "red"));
  }

  @Test
  void anUnknownUidIsNotTheUidOfAnotherObject() {
    Widget unknown = stored.withUid("");
    cache.onDelete(unknown.at("7"));
    assertThat(cache.mutation(unknown.at("6"))).isFalse();
    assertThat(cache.mutation(unknown.at("8"))).as("recreated").isTrue();
    cache.onDelete(unknown.at("7"));
    assertThat(cache.get("a/one")).as("newer than the deletion").isEqualTo(unknown.at("8"));
  }

  @Test
  void byIndexDoesNotShowAMutationTheStoreHasPassed() {
    cache.mutation(stored.at("6"));
    store.add(stored.at("7").coloured(List.of("blue")));
    assertThat(cache.byIndex("colour", "red")).isEmpty();
    assertThat(cache.byIndex("colour", "blue")).hasSize(1);
  }

  @Test
  void aTimeToLiveOfCenturiesIsTaken() {
    MutationCache<Widget> lasting = MutationCache.builder(store, Widget.ACCESSOR)
        .clock(time)
        .ttl(Duration.ofSeconds(Long.MAX_VALUE))
        .includeAdds(Map.of())
        .build();
    lasting.mutation(stored);
    time.advance(Duration.ofDays(1));
    assertThat(lasting.get("a/one")).isSameAs(stored);
  }

  @Test
  void mutationsAreForgottenAfterTheirTime() {
    cache.mutation(stored);
    time.advance(MutationCache.DEFAULT_TTL);
    assertThat(cache.get("a/one")).isSameAs(stored);
    time.advance(Duration.ofNanos(1));
    assertThat(cache.get("a/one")).isNull();
    MutationCache<Widget> brief = MutationCache.builder(store, Widget.ACCESSOR)
        .clock(time)
        .ttl(Duration.ofSeconds(1))
        .includeAdds(Map.of())
        .build();
    brief.mutation(stored);
    time.advance(Duration.ofSeconds(2));
    assertThat(brief.get("a/one")).isNull();
  }

  @Test
  void tooManyMutationsDropTheLeastUsed() {
    cache.mutation(Widget.of("1", "1"));
    cache.mutation(Widget.of("2", "1"));
    cache.mutation(Widget.of("3", "1"));
    assertThat(cache.get("1")).isNotNull();
    cache.mutation(Widget.of("4", "1"));
    assertThat(cache.get("1")).isNotNull();
    assertThat(cache.get("2")).isNull();
  }

  @Test
  void anEventAtLeastAsNewClearsTheMutationAndAnOlderOneKeepsIt() {
    cache.mutation(stored.at("7"));
    cache.onAddOrUpdate(stored.at("6"));
    assertThat(cache.get("a/one")).isEqualTo(stored.at("7"));
    cache.onAddOrUpdate(stored.at("7"));
    assertThat(cache.get("a/one")).isNull();
    cache.mutation(stored.at("8"));
    cache.onAddOrUpdate(stored.at("9"));
    assertThat(cache.get("a/one")).isNull();
  }

  @Test
  void aDeletionClearsTheMutationOfTheSameObjectOrAnOlderOne() {
    cache.mutation(stored.at("7"));
    cache.onDelete(stored.at("5"));
    assertThat(cache.get("a/one")).as("same uid").isNull();
    Widget other = Widget.of("a/two", "7", "red");
    cache.mutation(other);
    cache.onDelete(other.withUid("another").at("9"));
    assertThat(cache.get("a/two")).as("newer deletion").isNull();
    assertThat(cache.byIndex("colour", "red")).isEmpty();
  }

  @Test
  void anOlderDeletionOfAnotherUidKeepsTheMutation() {
    cache.mutation(stored.at("7"));
    cache.onDelete(stored.withUid("before").at("6"));
    assertThat(cache.get("a/one")).isEqualTo(stored.at("7"));
  }

  @Test
  void aWriteThatAnswersAfterTheDeletionDoesNotBringTheObjectBack() {
    cache.onDelete(stored.at("9"));
    assertThat(cache.mutation(stored.at("8"))).isFalse();
    assertThat(cache.mutation(stored.at("10")))
        .as("same uid, whatever the version")
        .isFalse();
    assertThat(cache.mutation(stored.withUid("older").at("7"))).isFalse();
    assertThat(cache.get("a/one")).isNull();
  }

  @Test
  void aRecreatedObjectIsAcceptedAfterTheDeletion() {
    cache.onDelete(stored.at("9"));
    Widget recreated = stored.withUid("new").at("10");
    assertThat(cache.mutation(recreated)).isTrue();
    assertThat(cache.get("a/one")).isSameAs(recreated);
    store.add(recreated.at("11"));
    cache.onAddOrUpdate(recreated.at("11"));
    assertThat(cache.mutation(stored.at("8"))).isFalse();
    assertThat(cache.get("a/one")).isEqualTo(recreated.at("11"));
  }

  @Test
  void versionsThatCannotBeComparedLeaveTheStoreRight() {
    store.add(stored);
    assertThat(cache.mutation(stored.at("abc"))).isFalse();
    assertThat(cache.get("a/one")).isSameAs(stored);
  }

  @Test
  void anIndexFunctionThatThrowsForOneObjectHidesOnlyThatOneAndRunsOutsideTheLock() {
    List<MutationCache<Widget>> own = new ArrayList<>();
    IndexFunction<Widget> picky = widget -> {
      otherThreadReads(own.get(0));
      if (widget.name().equals("bad")) {
        throw new IllegalArgumentException("planted");
      }
      return widget.colours();
    };
    MutationCache<Widget> fragile = MutationCache.builder(store, Widget.ACCESSOR)
        .clock(time)
        .includeAdds(Map.of("colour", picky))
        .build();
    own.add(fragile);
    store.add(stored);
    fragile.mutation(Widget.of("a/bad", "6", "red"));
    fragile.mutation(Widget.of("a/two", "7", "red"));
    assertThat(fragile.byIndex("colour", "red"))
        .extracting(Widget::name)
        .containsExactly("one", "two");
  }

  private static void otherThreadReads(MutationCache<Widget> cache) {
    try {
      CompletableFuture.runAsync(() -> cache.get("a/none")).get(30, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException held) {
      throw new AssertionError("the index function runs under the lock of the cache", held);
    }
  }
}
