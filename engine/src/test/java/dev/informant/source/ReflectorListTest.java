package dev.informant.source;

import static dev.informant.source.ReflectorBench.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.SourceException.Kind;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ReflectorListTest {
  static final SourceException EXPIRED = SourceException.status(410, "Expired", "too old");
  static final SourceException TOO_LARGE =
      SourceException.status(504, "Timeout", "Too large resource version", true, null);

  private static void expect(ListOptions options, String version, long limit, String token) {
    assertThat(options)
        .isEqualTo(ListOptions.NONE
            .withResourceVersion(version)
            .withLimit(limit)
            .withContinueToken(token));
  }

  @Test
  @Tag("client-go:TestReflectorListAndWatch")
  void listsAtVersionZeroInPagesAndWatchesFromTheListsVersion() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedList list = bench.source.awaitList();
    expect(list.options(), "0", 500, "");
    list.respond("10", object("a", 4), object("b", 5));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4, default/b@5] at 10");
    assertThat(bench.lists).containsExactly("10 2 initial");
    ListOptions watch = bench.source.awaitWatch().options();
    assertThat(watch.resourceVersion()).isEqualTo("10");
    assertThat(watch.allowWatchBookmarks()).isTrue();
    assertThat(watch.sendInitialEvents()).isNull();
    assertThat(watch.resourceVersionMatch()).isEmpty();
    assertThat(watch.watchTimeout()).isBetween(Duration.ofSeconds(300), Duration.ofSeconds(599));
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("10");
  }

  @Test
  void pagesAreJoinedInOrderAndTheVersionGoesWithTheFirstOnly() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respondPage("10", "token-1", object("a", 4));
    assertThat(bench.queue.drain()).isEmpty();
    ScriptedSource<TestObject>.ScriptedList second = bench.source.awaitList();
    expect(second.options(), "", 500, "token-1");
    second.respond("11", object("b", 5));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4, default/b@5] at 10");
  }

  @Test
  @Tag("client-go:TestReflectorResyncWithResourceVersionTooLarge")
  void networkFailureBeforeAnAnswerIsRetriedAfterASecond() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().fail(SourceException.of(Kind.NETWORK, "reset", null));
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.BackingOff.class);
    assertThat(bench.untilRequest()).isEqualTo(Duration.ofSeconds(1));
    assertThat(bench.failures).containsExactly("RETRIED NETWORK");
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.Listing.class);
  }
}
