package dev.informant.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.internal.store.Widget;
import dev.informant.object.LabelSelector;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ExpirationCacheTest {
  private final VirtualRuntime time = VirtualRuntime.inOrder(1);
  private final ExpirationCache<Widget> cache =
      new ExpirationCache<>(Widget.ACCESSOR, Duration.ofSeconds(10), time.clock());
  private final Widget widget = Widget.of("a/one", "1").labelled("app", "web");

  @Test
  @Tag("client-go:TestTTLExpirationBasic")
  void anExpiredObjectIsRemovedWhenItIsAskedFor() {
    cache.add(widget);
    time.advance(Duration.ofSeconds(11));
    assertThat(cache.held()).isEqualTo(1);
    assertThat(cache.get("a/one")).isNull();
    assertThat(cache.held()).isZero();
  }

  @Test
  @Tag("client-go:TestTTLPolicy")
  void anObjectLivesToTheEndOfItsTime() {
    cache.add(widget);
    time.advance(Duration.ofSeconds(10));
    assertThat(cache.get("a/one")).isSameAs(widget);
    assertThat(cache.getSame(widget)).isSameAs(widget);
    assertThat(cache.contains("a/one")).isTrue();
    time.advance(Duration.ofNanos(1));
    assertThat(cache.contains("a/one")).isFalse();
  }

  @Test
  void aTimeToLiveOfCenturiesIsTaken() {
    ExpirationCache<Widget> lasting =
        new ExpirationCache<>(Widget.ACCESSOR, Duration.ofSeconds(Long.MAX_VALUE), time.clock());
    lasting.add(widget);
    time.advance(Duration.ofDays(1000));
    assertThat(lasting.get("a/one")).isSameAs(widget);
  }

  @Test
  @Tag("client-go:TestReAddExpiredItem")
  void anObjectWrittenAgainLivesAnew() {
    cache.add(widget);
    time.advance(Duration.ofSeconds(11));
    Widget again = widget.at("2");
    cache.add(again);
    assertThat(cache.get("a/one")).isSameAs(again);
    time.advance(Duration.ofSeconds(9));
    cache.update(again);
    time.advance(Duration.ofSeconds(9));
    assertThat(cache.get("a/one")).isSameAs(again);
  }

  @Test
  @Tag("client-go:TestTTLList")
  void listsLeaveOutWhatHasExpired() {
    cache.replace(List.of(widget, Widget.of("a/two", "1")), "7");
    time.advance(Duration.ofSeconds(6));
    Widget young = Widget.of("a/three", "8").labelled("app", "web");
    cache.add(young);
    assertThat(cache.size()).isEqualTo(3);
    time.advance(Duration.ofSeconds(6));
    assertThat(cache.list()).containsExactly(young);
    assertThat(cache.keys()).containsExactly("a/three");
    assertThat(cache.size()).isEqualTo(1);
    assertThat(cache.list(LabelSelector.parse("app=web"))).containsExactly(young);
    assertThat(cache.list(LabelSelector.parse("app=db"))).isEmpty();
    assertThat(cache.list(LabelSelector.nothing())).isEmpty();
    assertThat(cache.held()).isEqualTo(3);
  }

  @Test
  void zeroMeansNever() {
    for (Duration never : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
      ExpirationCache<Widget> eternal = new ExpirationCache<>(Widget.ACCESSOR, never, time.clock());
      eternal.add(widget);
      time.advance(Duration.ofDays(365));
      assertThat(eternal.get("a/one")).isSameAs(widget);
    }
  }

  @Test
  void itIsAStoreInEveryOtherRespect() {
    cache.add(widget);
    assertThat(cache.lastStoreSyncResourceVersion()).isEqualTo("1");
    cache.bookmark("5");
    assertThat(cache.lastStoreSyncResourceVersion()).isEqualTo("5");
    cache.delete(widget);
    assertThat(cache.get("a/one")).isNull();
    assertThat(cache.list()).isEmpty();
  }
}
