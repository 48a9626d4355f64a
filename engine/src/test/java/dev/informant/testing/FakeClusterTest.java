package dev.informant.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher.Exchange;
import dev.informant.source.ListerWatcher.ListReceiver;
import dev.informant.source.ListerWatcher.WatchReceiver;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class FakeClusterTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final FakeCluster<TestObject> cluster = FakeCluster.create(runtime);

  /** Writes down an answer and always asks for more. */
  private static final class Answer implements ListReceiver<TestObject>, WatchReceiver<TestObject> {
    final List<String> heard = new ArrayList<>();
    String token = "";
    Exchange exchange = new Exchange() {
      @Override
      public void more() {}

      @Override
      public void cancel() {}
    };

    private static String show(Item<TestObject> item) {
      return item instanceof Item.Good<TestObject> good
          ? good.object().name() + "@" + good.object().resourceVersion()
          : "bad " + ((Item.Bad<TestObject>) item).key();
    }

    @Override
    public void items(List<Item<TestObject>> items) {
      items.forEach(item -> heard.add(show(item)));
      exchange.more();
    }

    @Override
    public void completed(ListMetadata metadata) {
      heard.add("at " + metadata.resourceVersion());
      token = metadata.continueToken();
    }

    @Override
    public void opened() {
      heard.add("opened");
    }

    @Override
    public void events(List<WatchEvent<TestObject>> events) {
      for (WatchEvent<TestObject> event : events) {
        if (event instanceof WatchEvent.Added<TestObject> added) {
          heard.add("+" + show(added.item()));
        } else if (event instanceof WatchEvent.Modified<TestObject> modified) {
          heard.add("~" + show(modified.item()));
        } else if (event instanceof WatchEvent.Deleted<TestObject> deleted) {
          heard.add("-" + show(deleted.item()));
        } else if (event instanceof WatchEvent.Bookmark<TestObject> bookmark) {
          heard.add("bookmark " + bookmark.resourceVersion()
              + (bookmark.initialEventsEnd() ? " end" : ""));
        } else if (event instanceof WatchEvent.Error<TestObject> error) {
          heard.add("error " + error.cause().code());
        }
      }
      exchange.more();
    }

    @Override
    public void closed() {
      heard.add("closed");
    }

    @Override
    public void failed(SourceException cause) {
      heard.add("failed " + cause.code());
    }
  }

  private Answer list(ListOptions options) {
    Answer answer = new Answer();
    answer.exchange = cluster.list(options, answer);
    runtime.runUntilIdle();
    return answer;
  }

  private Answer watch(ListOptions options) {
    Answer answer = new Answer();
    answer.exchange = cluster.watch(options, answer);
    runtime.runUntilIdle();
    return answer;
  }

  private Answer watchFrom(String version) {
    return watch(ListOptions.NONE.withResourceVersion(version).withAllowWatchBookmarks(true));
  }

  @Test
  @Tag("client-go:TestRCNumber")
  void aWatchFromAVersionSeesWhatCameAfterIt() {
    cluster.add(TestObject.named("a"));
    cluster.modify(TestObject.named("a"));
    cluster.add(TestObject.named("b"));
    Answer answer = watchFrom("1");
    cluster.delete("default/a");
    cluster.bookmark();
    runtime.runUntilIdle();
    assertThat(answer.heard).containsExactly("opened", "~a@2", "+b@3", "-a@4", "bookmark 4");
    assertThat(list(ListOptions.NONE).heard).containsExactly("b@3", "at 4");
  }

  @Test
  void unwatchedChangesReachOnlyLaterWatches() {
    Answer early = watchFrom("0");
    cluster.addUnwatched(TestObject.named("a"));
    cluster.modifyUnwatched(TestObject.named("a"));
    cluster.deleteUnwatched("default/a");
    runtime.runUntilIdle();
    assertThat(early.heard).containsExactly("opened");
    cluster.add(TestObject.named("b"));
    runtime.runUntilIdle();
    assertThat(early.heard).containsExactly("opened", "+b@4");
    assertThat(watchFrom("1").heard).containsExactly("opened", "~a@2", "-a@3", "+b@4");
  }

  @Test
  @Tag("client-go:TestResetWatch")
  void aResetEndsWatchesAndOldVersionsAreExpiredUntilAList() {
    cluster.add(TestObject.named("a"));
    Answer watch = watchFrom("1");
    cluster.addUnwatched(TestObject.named("b"));
    cluster.resetWatches();
    runtime.runUntilIdle();
    assertThat(watch.heard).containsExactly("opened", "closed");
    assertThat(watchFrom("1").heard).containsExactly("opened", "error 410", "closed");
    assertThat(list(ListOptions.NONE.withResourceVersion("1")).heard)
        .containsExactly("a@1", "b@2", "at 2");
    assertThat(watchFrom("2").heard).containsExactly("opened");
  }

  @Test
  void listsArePagedOverOneSnapshot() {
    for (String name : List.of("a", "b", "c")) {
      cluster.add(TestObject.named(name));
    }
    Answer first = list(ListOptions.NONE.withLimit(2));
    assertThat(first.heard).containsExactly("a@1", "b@2", "at 3");
    cluster.delete("default/c");
    Answer second = list(ListOptions.NONE.withLimit(2).withContinueToken(first.token));
    assertThat(second.heard).containsExactly("c@3", "at 3");
    assertThat(second.token).isEmpty();
    cluster.compact();
    assertThat(list(ListOptions.NONE.withLimit(2).withContinueToken(first.token)).heard)
        .containsExactly("failed 410");
  }

  @Test
  void theWatchCacheIgnoresLimitsAtVersionZero() {
    cluster.add(TestObject.named("a"));
    cluster.add(TestObject.named("b"));
    ListOptions zero = ListOptions.NONE.withResourceVersion("0").withLimit(1);
    assertThat(list(zero).heard).containsExactly("a@1", "b@2", "at 2");
    cluster.watchCache(false);
    assertThat(list(zero).heard).containsExactly("a@1", "at 2");
  }

  @Test
  void versionsFromTheFutureAreTooLarge() {
    assertThat(list(ListOptions.NONE.withResourceVersion("7")).heard).containsExactly("failed 504");
    ListOptions stream = ListOptions.NONE.withResourceVersion("7").withSendInitialEvents(true);
    assertThat(watch(stream).heard).containsExactly("failed 504");
  }

  @Test
  void aWatchFromTheFutureIsSilentUntilThen() {
    Answer watch = watchFrom("2");
    cluster.add(TestObject.named("a"));
    cluster.bookmark();
    cluster.add(TestObject.named("b"));
    cluster.add(TestObject.named("c"));
    runtime.runUntilIdle();
    assertThat(watch.heard).containsExactly("opened", "+c@3");
  }

  @Test
  void aRestoredCollectionIsAtAnEarlierVersion() {
    TestObject early = cluster.add(TestObject.named("a"));
    cluster.modify(TestObject.named("a"));
    cluster.add(TestObject.named("b"));
    Answer watch = watchFrom("3");
    cluster.restore(1, List.of(early));
    runtime.runUntilIdle();
    assertThat(watch.heard).containsExactly("opened", "closed");
    assertThat(list(ListOptions.NONE).heard).containsExactly("a@1", "at 1");
    assertThat(list(ListOptions.NONE.withResourceVersion("3")).heard).containsExactly("failed 504");
  }

  @Test
  void aWatchListBeginsWithTheStateAndItsEnd() {
    cluster.add(TestObject.named("a"));
    ListOptions options = ListOptions.NONE.withSendInitialEvents(true);
    Answer answer = watch(options);
    cluster.modify(TestObject.named("a"));
    runtime.runUntilIdle();
    assertThat(answer.heard).containsExactly("opened", "+a@1", "bookmark 1 end", "~a@2");
    cluster.watchListServed(false);
    assertThat(watch(options).heard).containsExactly("failed 422");
  }

  @Test
  void aWatchEndsAfterTheTimeItWasAskedFor() {
    Answer answer =
        watch(ListOptions.NONE.withResourceVersion("0").withWatchTimeout(Duration.ofMinutes(5)));
    runtime.advance(Duration.ofMinutes(5).minusNanos(1));
    assertThat(cluster.openWatches()).isEqualTo(1);
    runtime.advance(Duration.ofNanos(1));
    assertThat(answer.heard).containsExactly("opened", "closed");
    assertThat(cluster.openWatches()).isZero();
  }

  @Test
  void eventsWaitUntilTheyAreAskedFor() {
    Answer answer = watchFrom("0");
    Exchange exchange = answer.exchange;
    answer.exchange = list(ListOptions.NONE).exchange; // from now on it asks somebody else
    cluster.add(TestObject.named("a"));
    runtime.runUntilIdle();
    cluster.add(TestObject.named("b"));
    runtime.runUntilIdle();
    assertThat(answer.heard).containsExactly("opened", "+a@1");
    exchange.more();
    runtime.runUntilIdle();
    assertThat(answer.heard).containsExactly("opened", "+a@1", "+b@2");
  }

  @Test
  void nothingIsDeliveredAfterACancel() {
    Answer answer = watchFrom("0");
    answer.exchange.cancel();
    cluster.add(TestObject.named("a"));
    runtime.runUntilIdle();
    assertThat(answer.heard).containsExactly("opened");
    assertThat(cluster.openWatches()).isZero();
  }

  @Test
  void failuresAreUsedUpInOrder() {
    cluster.failNextList(SourceException.status(500, "", "first"));
    cluster.failNextList(SourceException.status(503, "", "second"));
    assertThat(list(ListOptions.NONE).heard).containsExactly("failed 500");
    assertThat(list(ListOptions.NONE).heard).containsExactly("failed 503");
    assertThat(list(ListOptions.NONE).heard).containsExactly("at 0");
    assertThat(cluster.requests()).hasSize(3).allMatch(request -> !request.watch());
  }

  @Test
  void anUndecodableObjectIsSentAsSuch() {
    cluster.add(TestObject.named("a"));
    cluster.undecodable("default/a", true);
    assertThat(list(ListOptions.NONE).heard).containsExactly("bad default/a", "at 1");
    cluster.undecodable("default/a", false);
    assertThat(list(ListOptions.NONE).heard).containsExactly("a@1", "at 1");
  }

  @Test
  void answersComeAfterTheLatency() {
    cluster.latency(Duration.ofSeconds(3));
    Answer answer = list(ListOptions.NONE);
    assertThat(answer.heard).isEmpty();
    cluster.add(TestObject.named("a"));
    runtime.advance(Duration.ofSeconds(3));
    assertThat(answer.heard).containsExactly("a@1", "at 1");
  }

  @Test
  void addingTwiceOrChangingNothingIsAMistakeOfTheTest() {
    cluster.add(TestObject.named("a"));
    assertThatThrownBy(() -> cluster.add(TestObject.named("a")))
        .hasMessageContaining("default/a exists");
    assertThatThrownBy(() -> cluster.modify(TestObject.named("b")))
        .hasMessageContaining("default/b does not exist");
    assertThatThrownBy(() -> cluster.delete("default/b"))
        .hasMessageContaining("default/b does not exist");
  }
}
