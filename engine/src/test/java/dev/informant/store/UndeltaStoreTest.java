package dev.informant.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.internal.store.Widget;
import dev.informant.object.KeyException;
import dev.informant.object.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class UndeltaStoreTest {
  private final List<List<Widget>> pushed = new ArrayList<>();
  private final UndeltaStore<Widget> store = new UndeltaStore<>(Widget.ACCESSOR, pushed::add);
  private final Widget one = Widget.of("one", "1");
  private final Widget two = Widget.of("two", "2");

  @Test
  @Tag("client-go:TestUpdateCallsPush")
  @Tag("client-go:TestUndeltaStore")
  @Tag("client-go:TestDeleteCallsPush")
  @Tag("client-go:TestReplaceCallsPush")
  void eachWriteTellsTheWholeContentOnce() {
    store.add(one);
    store.update(one.at("3"));
    store.add(two);
    store.delete(one);
    store.replace(List.of(one, two), "9");
    assertThat(pushed).hasSize(5);
    assertThat(pushed.get(0)).containsExactly(one);
    assertThat(pushed.get(1)).containsExactly(one.at("3"));
    assertThat(pushed.get(2)).containsExactlyInAnyOrder(one.at("3"), two);
    assertThat(pushed.get(3)).containsExactly(two);
    assertThat(pushed.get(4)).containsExactlyInAnyOrder(one, two);
  }

  @Test
  @Tag("client-go:TestReadsDoNotCallPush")
  void readsAndBookmarksTellNothing() {
    store.replace(List.of(one, two), "9");
    pushed.clear();
    assertThat(store.get("one")).isSameAs(one);
    assertThat(store.getSame(two)).isSameAs(two);
    assertThat(store.contains("two")).isTrue();
    assertThat(store.list()).hasSize(2);
    assertThat(store.list(LabelSelector.parse("a"))).isEmpty();
    assertThat(store.keys()).containsExactlyInAnyOrder("one", "two");
    assertThat(store.size()).isEqualTo(2);
    List<Widget> visited = new ArrayList<>();
    store.forEach(visited::add);
    assertThat(visited).hasSize(2);
    store.bookmark("11");
    assertThat(store.lastStoreSyncResourceVersion()).isEqualTo("11");
    assertThat(pushed).isEmpty();
  }

  @Test
  void aWriteFromTheListenerIsToldAfterTheOneItHears() {
    List<Integer> sizes = new ArrayList<>();
    List<UndeltaStore<Widget>> self = new ArrayList<>();
    UndeltaStore<Widget> nested = new UndeltaStore<>(Widget.ACCESSOR, content -> {
      if (content.size() == 1) {
        self.get(0).add(two);
      }
      sizes.add(content.size());
    });
    self.add(nested);
    nested.add(one);
    assertThat(sizes).containsExactly(1, 2);
  }

  @Test
  void aListenerThatThrowsMissesOnlyThatList() {
    UndeltaStore<Widget> throwing = new UndeltaStore<>(Widget.ACCESSOR, content -> {
      pushed.add(content);
      throw new IllegalStateException("deaf");
    });
    throwing.add(one);
    throwing.add(two);
    assertThat(pushed).hasSize(2);
    assertThat(throwing.size()).isEqualTo(2);
  }

  @Test
  void aListenerThatThrowsAnErrorIsToldTheNextList() {
    UndeltaStore<Widget> throwing = new UndeltaStore<>(Widget.ACCESSOR, content -> {
      pushed.add(content);
      throw new LinkageError("deaf");
    });
    throwing.add(one);
    throwing.add(two);
    assertThat(pushed).hasSize(2);
  }

  @Test
  void aRefusedWriteTellsNothing() {
    assertThatThrownBy(() -> store.add(Widget.of("", "1"))).isInstanceOf(KeyException.class);
    assertThat(pushed).isEmpty();
  }
}
