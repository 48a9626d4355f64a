package dev.informant.kubernetes.fast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StringCacheTest {
  private static StringCache.@Nullable Entry find(StringCache cache, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return cache.find(bytes, 0, bytes.length);
  }

  private static String text(StringCache cache, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return cache.text(bytes, 0, bytes.length);
  }

  @Test
  void equalStringsAreOneObject() {
    StringCache cache = new StringCache();
    assertThat(text(cache, "ä nginx")).isEqualTo("ä nginx").isSameAs(text(cache, "ä nginx"));
  }

  @Test
  void noMoreStringsAreKeptThanThereAreSlots() {
    StringCache cache = new StringCache(/* longest= */ 96, /* slots= */ 8);
    for (int i = 0; i < 100; i++) {
      assertThat(text(cache, "label-" + i)).isEqualTo("label-" + i);
      assertThat(text(cache, "label-" + i)).isEqualTo("label-" + i);
    }
    Set<Integer> kept = new HashSet<>();
    for (int i = 99; i >= 0; i--) {
      if (find(cache, "label-" + i) != null) {
        kept.add(i);
      }
    }
    assertThat(kept).isNotEmpty().hasSizeLessThanOrEqualTo(8);
  }

  @Test
  void aStringSeenOncePushesNothingOut() {
    StringCache cache = new StringCache(/* longest= */ 96, /* slots= */ 1);
    StringCache.Entry kept = find(cache, "recurs");
    for (int i = 0; i < 100; i++) {
      assertThat(find(cache, "uid-" + i)).isNull();
    }
    assertThat(find(cache, "recurs")).isNotNull().isSameAs(kept);
  }

  @Test
  void aStringSeenTwiceInARowTakesTheSlot() {
    StringCache cache = new StringCache(/* longest= */ 96, /* slots= */ 1);
    find(cache, "old");
    assertThat(find(cache, "new")).isNull();
    StringCache.Entry taken = find(cache, "new");
    assertThat(taken).isNotNull().isSameAs(find(cache, "new"));
    assertThat(find(cache, "old")).isNull();
  }

  @Test
  void aLongStringIsNotKept() {
    StringCache cache = new StringCache(/* longest= */ 4, /* slots= */ 8);
    assertThat(find(cache, "four")).isNotNull();
    assertThat(find(cache, "five5")).isNull();
    assertThat(find(cache, "five5")).isNull();
    assertThat(text(cache, "five5")).isEqualTo("five5");
  }

  @Test
  void noneRemembersNothing() {
    assertThat(find(StringCache.NONE, "")).isNull();
    assertThat(find(StringCache.NONE, "a")).isNull();
    assertThat(find(StringCache.NONE, "a")).isNull();
    assertThat(text(StringCache.NONE, "a")).isEqualTo("a");
  }

  @Test
  void slotsAreAPowerOfTwo() {
    assertThatThrownBy(() -> new StringCache(/* longest= */ 96, /* slots= */ 1000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1000");
  }
}
