package dev.informant.kubernetes.internal.fast.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StringCacheTest {
  /** As a document asks that has the text once. */
  private static StringCache.@Nullable Entry occurs(StringCache cache, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int hash = Hashing.of(bytes, 0, bytes.length);
    StringCache.Entry known = cache.find(hash, bytes, 0, bytes.length);
    return known == null ? cache.seen(hash, bytes, 0, bytes.length) : known;
  }

  private static StringCache.@Nullable Entry find(StringCache cache, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return cache.find(Hashing.of(bytes, 0, bytes.length), bytes, 0, bytes.length);
  }

  private static String text(Texts document, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return document.of(bytes, 0, bytes.length, null);
  }

  @Test
  void equalStringsOfSeveralDocumentsAreOneObjectFromTheSecondOn() {
    StringCache cache = new StringCache();
    text(new Texts(cache), "ä nginx");
    assertThat(text(new Texts(cache), "ä nginx"))
        .isEqualTo("ä nginx")
        .isSameAs(text(new Texts(cache), "ä nginx"));
  }

  @Test
  void equalStringsOfOneDocumentAreOneObject() {
    Texts document = new Texts(new StringCache());
    assertThat(text(document, "kube-api-access-x"))
        .isEqualTo("kube-api-access-x")
        .isSameAs(text(document, "kube-api-access-x"));
  }

  @Test
  void aStringThatRecursInOneDocumentOnlyIsNotKept() {
    StringCache cache = new StringCache();
    Texts document = new Texts(cache);
    for (int i = 0; i < 5; i++) {
      text(document, "once");
    }
    assertThat(find(cache, "once")).isNull();
  }

  @Test
  void everyStringOfADocumentIsItsBytes() {
    Texts document = new Texts(new StringCache());
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 1_000; i++) {
        for (String text :
            new String[] {"n-" + i, "ä-" + i, "\u0101" + i, "\ud83d\ude00" + i, ""}) {
          assertThat(text(document, text)).isEqualTo(text);
        }
      }
    }
  }

  @Test
  void noMoreStringsAreKeptThanThereAreSlots() {
    StringCache cache = new StringCache(/* longest= */ 96, /* slots= */ 8);
    for (int i = 0; i < 100; i++) {
      occurs(cache, "label-" + i);
      assertThat(occurs(cache, "label-" + i)).isNotNull();
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
  void aStringSeenOnceTakesNoRoomAndPushesNothingOut() {
    StringCache cache = new StringCache(/* longest= */ 96, /* slots= */ 1);
    occurs(cache, "recurs");
    StringCache.Entry kept = occurs(cache, "recurs");
    for (int i = 0; i < 100; i++) {
      assertThat(occurs(cache, "uid-" + i)).isNull();
    }
    assertThat(occurs(cache, "recurs")).isNotNull().isSameAs(kept);
  }

  @Test
  void aStringSeenTwiceTakesTheSlot() {
    StringCache cache = new StringCache(/* longest= */ 96, /* slots= */ 1);
    occurs(cache, "old");
    assertThat(occurs(cache, "old")).isNotNull();
    assertThat(occurs(cache, "new")).isNull();
    StringCache.Entry taken = occurs(cache, "new");
    assertThat(taken).isNotNull().isSameAs(occurs(cache, "new"));
    assertThat(find(cache, "old")).isNull();
  }

  @Test
  void aLongStringIsNotKept() {
    StringCache cache = new StringCache(/* longest= */ 4, /* slots= */ 8);
    assertThat(cache.takes(4)).isTrue();
    assertThat(cache.takes(5)).isFalse();
    Texts document = new Texts(cache);
    assertThat(text(document, "five5")).isEqualTo("five5").isNotSameAs(text(document, "five5"));
  }

  @Test
  void noneRemembersNothing() {
    assertThat(StringCache.NONE.takes(0)).isFalse();
    Texts document = new Texts(StringCache.NONE);
    assertThat(text(document, "a1")).isEqualTo("a1").isNotSameAs(text(document, "a1"));
  }

  @Test
  void slotsAreAPowerOfTwo() {
    assertThatThrownBy(() -> new StringCache(/* longest= */ 96, /* slots= */ 1000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1000");
  }
}
