package dev.informant.internal.source;

import static dev.informant.internal.source.ReflectorBench.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.source.Item;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.RetryWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.SourceException.Kind;
import dev.informant.source.WatchEvent;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class RetryWatcherTest implements ListerWatcher.WatchReceiver<TestObject> {
  private static final SourceException EXPIRED = SourceException.status(410, "Expired", "too old");

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final ScriptedSource<TestObject> source = new ScriptedSource<>(runtime);
  private final RetryWatcher<TestObject> watcher =
      new RetryWatcher<>(source, TestObject.ACCESSOR, runtime);
  private final List<String> heard = new ArrayList<>();
  private boolean greedy = true;
  private boolean broken;
  private ListerWatcher.Exchange exchange = SourceDefects.NO_EXCHANGE;

  private ScriptedSource<TestObject>.ScriptedWatch begin() {
    exchange = watcher.watch("10", this);
    return source.awaitWatch();
  }

  @Override
  public void opened() {
    heard.add("opened");
  }

  @Override
  public void events(List<WatchEvent<TestObject>> events) {
    if (broken) {
      throw new IllegalStateException("planted");
    }
    for (WatchEvent<TestObject> event : events) {
      if (event instanceof WatchEvent.Error<TestObject> error) {
        heard.add("error " + error.cause().code());
      } else if (event instanceof WatchEvent.Added<TestObject> added) {
        heard.add("added " + ((Item.Good<TestObject>) added.item()).object().resourceVersion());
      } else {
        heard.add(event.getClass().getSimpleName());
      }
    }
    if (greedy) {
      exchange.more();
    }
  }

  @Override
  public void closed() {
    heard.add("closed");
  }

  @Override
  public void failed(SourceException cause) {
    heard.add("failed");
  }

  @Test
  @Tag("client-go:TestNewRetryWatcher")
  void versionsThatSayNothingAreRefused() {
    assertThatThrownBy(() -> watcher.watch("", this)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> watcher.watch("0", this))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"0\"");
  }

  @Test
  void aReceiverThatThrowsEndsTheWatchAndHearsOfIt() {
    ScriptedSource<TestObject>.ScriptedWatch watch = begin();
    broken = true;
    watch.open().added(object("a", 11));
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("opened", "failed");
    assertThat(watch.isCancelled()).isTrue();
    runtime.advance(Duration.ofHours(1));
    assertThat(source.hasRequest()).isFalse();
    assertThat(heard).hasSize(2);
  }

  @Test
  void aSourceThatThrowsAnErrorEndsTheWatchWithIt() {
    ListerWatcher<TestObject> defect = new ListerWatcher<>() {
      @Override
      public Exchange list(ListOptions options, ListReceiver<TestObject> receiver) {
        throw new AssertionError("not asked for");
      }

      @Override
      public Exchange watch(ListOptions options, WatchReceiver<TestObject> receiver) {
        throw new StackOverflowError("planted");
      }
    };
    new RetryWatcher<>(defect, TestObject.ACCESSOR, runtime).watch("10", this);
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("failed");
  }

  @Test
  @Tag("client-go:TestRetryWatcher")
  void aStreamThatEndsIsResumedFromTheLastEventOrBookmark() {
    ScriptedSource<TestObject>.ScriptedWatch first = begin();
    assertThat(first.options().watchTimeout())
        .isBetween(Duration.ofSeconds(300), Duration.ofSeconds(599));
    assertThat(first.options().withWatchTimeout(Duration.ZERO))
        .isEqualTo(ListOptions.NONE.withResourceVersion("10").withAllowWatchBookmarks(true));
    first.open().added(object("a", 11));
    first.close();
    ScriptedSource<TestObject>.ScriptedWatch second = source.awaitWatch();
    assertThat(second.options().resourceVersion()).isEqualTo("11");
    second.open().bookmark("20");
    assertThat(second.wantsMore()).as("a bookmark is not forwarded").isTrue();
    second.close();
    ScriptedSource<TestObject>.ScriptedWatch third = source.awaitWatch();
    assertThat(third.options().resourceVersion()).isEqualTo("20");
    third.open().added(object("b", 21));
    assertThat(heard).containsExactly("opened", "added 11", "added 21");
  }

  @Test
  void streamsAreOpenedAtMostOnceASecond() {
    ScriptedSource<TestObject>.ScriptedWatch first = begin().open();
    runtime.advance(Duration.ofMillis(300));
    first.close();
    assertThat(source.hasRequest()).isFalse();
    runtime.advance(Duration.ofMillis(700));
    assertThat(source.hasRequest()).isTrue();
    ScriptedSource<TestObject>.ScriptedWatch second = source.awaitWatch().open();
    runtime.advance(Duration.ofSeconds(5));
    second.close();
    assertThat(source.hasRequest()).as("the second has passed already").isFalse();
    runtime.advance(Duration.ZERO);
    assertThat(source.hasRequest()).isTrue();
  }

  @Test
  @Tag("client-go:TestRetryWatcher")
  void failuresToOpenAreRetriedForEver() {
    ScriptedSource<TestObject>.ScriptedWatch watch = begin();
    for (SourceException cause : new SourceException[] {
      SourceException.of(Kind.NETWORK, "timeout", null),
      SourceException.of(Kind.OTHER, "who knows", null),
      SourceException.status(500, "InternalError", "oops"),
      SourceException.status(599, "", "unknown code")
    }) {
      watch.fail(cause);
      watch = source.awaitWatch();
      assertThat(watch.options().resourceVersion()).isEqualTo("10");
    }
    assertThat(heard).isEmpty();
  }

  @Test
  void deniedAccessEndsTheWatch() {
    for (int code : new int[] {401, 403}) {
      heard.clear();
      begin().fail(SourceException.status(code, "", "denied"));
      assertThat(heard).containsExactly("opened", "error " + code, "closed");
      runtime.advance(Duration.ofMinutes(1));
      assertThat(source.hasRequest()).isFalse();
    }
  }

  @Test
  void anExpiredVersionInTheStreamEndsTheWatchBehindWhatCameBeforeIt() {
    ScriptedSource<TestObject>.ScriptedWatch watch = begin().open();
    watch.events(
        new WatchEvent.Added<>(new Item.Good<>(object("a", 11))), new WatchEvent.Error<>(EXPIRED));
    assertThat(heard).containsExactly("opened", "added 11", "error 410", "closed");
    assertThat(watch.isCancelled()).isTrue();
  }

  @Test
  void otherErrorsInTheStreamAreRetriedWhenTheServerSays() {
    begin()
        .open()
        .error(SourceException.status(500, "InternalError", "", false, Duration.ofSeconds(9)));
    long before = runtime.nanos();
    source.awaitWatch().open().error(SourceException.status(504, "Timeout", ""));
    assertThat(runtime.nanos() - before).isEqualTo(Duration.ofSeconds(9).toNanos());
    assertThat(source.awaitWatch().options().resourceVersion()).isEqualTo("10");
    assertThat(heard).containsExactly("opened");
  }

  @Test
  void aRetryAfterShorterThanTheLeastPauseDoesNotShortenIt() {
    begin()
        .open()
        .error(SourceException.status(429, "TooManyRequests", "", false, Duration.ofMillis(100)));
    long before = runtime.nanos();
    source.awaitWatch();
    assertThat(runtime.nanos() - before).isEqualTo(Duration.ofSeconds(1).toNanos());
  }

  @Test
  void whatCannotBeResumedFromEndsTheWatch() {
    begin().open().added(TestObject.named("no-version"));
    assertThat(heard).containsExactly("opened", "error 0", "closed");
    heard.clear();
    begin().open().events(new WatchEvent.Unexpected<>("a word nobody knows"));
    assertThat(heard).containsExactly("opened", "error 0", "closed");
  }

  @Test
  void backPressureIsPassedOnEvenAcrossStreams() {
    greedy = false;
    ScriptedSource<TestObject>.ScriptedWatch first = begin().open();
    first.added(object("a", 11));
    assertThat(first.wantsMore()).isFalse();
    first.close();
    ScriptedSource<TestObject>.ScriptedWatch second = source.awaitWatch().open();
    second.added(object("b", 12));
    assertThat(heard).containsExactly("opened", "added 11");
    exchange.more();
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("opened", "added 11", "added 12");
    assertThat(second.wantsMore()).isFalse();
    exchange.more();
    assertThat(second.wantsMore()).isTrue();
  }

  @Test
  void eventsTheReceiverDidNotTakeArriveAgainOnTheNextStream() {
    greedy = false;
    ScriptedSource<TestObject>.ScriptedWatch first = begin().open();
    first.added(object("a", 11));
    first.close();
    ScriptedSource<TestObject>.ScriptedWatch second = source.awaitWatch().open();
    second.added(object("b", 12));
    second.close();
    ScriptedSource<TestObject>.ScriptedWatch third = source.awaitWatch();
    assertThat(third.options().resourceVersion()).isEqualTo("11");
    exchange.more();
    third.open().added(object("b", 12));
    assertThat(heard).containsExactly("opened", "added 11", "added 12");
  }

  @Test
  void theEndOfTheWatchWaitsUntilTheEventsBeforeItAreTaken() {
    greedy = false;
    ScriptedSource<TestObject>.ScriptedWatch first = begin().open();
    first.added(object("a", 11));
    first.close();
    source
        .awaitWatch()
        .open()
        .events(
            new WatchEvent.Added<>(new Item.Good<>(object("b", 12))),
            new WatchEvent.Error<>(EXPIRED));
    assertThat(heard).containsExactly("opened", "added 11");
    exchange.more();
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("opened", "added 11", "added 12", "error 410", "closed");
    exchange.more();
    runtime.advance(Duration.ofMinutes(1));
    assertThat(source.hasRequest()).isFalse();
    assertThat(heard).hasSize(5);
  }

  @Test
  @Tag("client-go:TestRetryWatcherToFinishWithUnreadEvents")
  void cancelledTwiceAndWithUnreadEventsItEnds() {
    greedy = false;
    ScriptedSource<TestObject>.ScriptedWatch watch = begin().open();
    watch.added(object("a", 11));
    exchange.cancel();
    exchange.cancel();
    assertThat(watch.isCancelled()).isTrue();
    watch.added(object("b", 12));
    watch.close();
    runtime.advance(Duration.ofMinutes(1));
    assertThat(source.hasRequest()).isFalse();
    assertThat(heard).containsExactly("opened", "added 11");
  }

  @Test
  void cancelledWhileWaitingToReopenItEnds() {
    begin().open().close();
    exchange.cancel();
    runtime.advance(Duration.ofMinutes(1));
    assertThat(source.hasRequest()).isFalse();
  }

  @Test
  void aVersionExpiredOnOpeningEndsTheWatch() {
    begin().fail(EXPIRED);
    assertThat(heard).containsExactly("opened", "error 410", "closed");
    runtime.advance(Duration.ofMinutes(1));
    assertThat(source.hasRequest()).isFalse();
  }

  @Test
  @SuppressWarnings("unchecked") // the source breaks its promise on purpose
  void anEventTheAccessorThrowsOnEndsTheWatchBehindWhatCameBeforeIt() {
    ScriptedSource<TestObject>.ScriptedWatch watch = begin().open();
    watch.events(
        new WatchEvent.Added<>(new Item.Good<>(object("a", 11))),
        new WatchEvent.Added<>((Item<TestObject>) (Item<?>) new Item.Good<>("no test object")));
    assertThat(heard).containsExactly("opened", "added 11", "error 0", "closed");
    assertThat(watch.isCancelled()).isTrue();
  }

  @Test
  void nothingIsDeliveredOfABatchBehindAnEventThatCannotBePlaced() {
    greedy = false;
    ScriptedSource<TestObject>.ScriptedWatch first = begin().open();
    first.added(object("a", 11));
    first.close();
    ScriptedSource<TestObject>.ScriptedWatch second = source.awaitWatch().open();
    second.events( // the receiver has not asked for them yet
        new WatchEvent.Added<>(new Item.Good<>(object("b", 12))),
        new WatchEvent.Added<>(new Item.Good<>(TestObject.named("no-version"))),
        new WatchEvent.Added<>(new Item.Good<>(object("c", 13))));
    assertThat(heard).containsExactly("opened", "added 11");
    exchange.more();
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("opened", "added 11", "added 12", "error 0", "closed");
    assertThat(second.isCancelled()).isTrue();
  }

  @Test
  void aBookmarkWithoutVersionDoesNotMoveTheVersion() {
    ScriptedSource<TestObject>.ScriptedWatch watch = begin().open();
    watch.bookmark("");
    watch.close();
    assertThat(source.awaitWatch().options().resourceVersion()).isEqualTo("10");
  }

  @Test
  void aSilentStreamIsCutAtItsDeadlineAndResumed() {
    ScriptedSource<TestObject>.ScriptedWatch watch = begin().open();
    watch.added(object("a", 11));
    Duration limit = watch.options().watchTimeout().plusSeconds(30);
    runtime.advance(limit.minusNanos(1));
    assertThat(watch.isCancelled()).isFalse();
    runtime.advance(Duration.ofNanos(1));
    assertThat(watch.isCancelled()).isTrue();
    ScriptedSource<TestObject>.ScriptedWatch second = source.awaitWatch().open();
    assertThat(second.options().resourceVersion()).isEqualTo("11");
    second.bookmark("20");
    runtime.advance(Duration.ofMinutes(3));
    assertThat(second.isCancelled()).as("bookmarks stayed away").isTrue();
    assertThat(source.awaitWatch().options().resourceVersion()).isEqualTo("20");
    assertThat(heard).containsExactly("opened", "added 11");
  }

  @Test
  void aStreamNobodyAsksForMoreIsNotBlamedForSilence() {
    greedy = false;
    ScriptedSource<TestObject>.ScriptedWatch watch = begin().open();
    watch.added(object("a", 11));
    runtime.advance(Duration.ofHours(1));
    assertThat(watch.isCancelled()).isFalse();
    exchange.more();
    runtime.advance(Duration.ofMinutes(1));
    assertThat(watch.isCancelled()).isTrue();
  }
}
