package dev.informant.internal.source;

import static dev.informant.internal.source.ReflectorBench.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.source.Item;
import dev.informant.source.ListOptions;
import dev.informant.source.PagedList;
import dev.informant.source.Pager;
import dev.informant.source.SourceException;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class PagerTest {
  private static final SourceException EXPIRED = SourceException.status(410, "Expired", "too old");
  private static final ListOptions AT_TEN =
      ListOptions.NONE.withResourceVersion("10").withResourceVersionMatch("NotOlderThan");

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final ScriptedSource<TestObject> source = new ScriptedSource<>(runtime);
  private final Pager<TestObject> pager = Pager.of(source, runtime).pageSize(2);

  private static List<String> names(PagedList<TestObject> list) {
    return list.items().stream()
        .map(item -> ((Item.Good<TestObject>) item).object().name())
        .toList();
  }

  @Test
  @Tag("client-go:TestListPager_List")
  void onePageIsTheList() {
    CompletableFuture<PagedList<TestObject>> result = pager.list(ListOptions.NONE);
    ScriptedSource<TestObject>.ScriptedList page = source.awaitList();
    assertThat(page.options().limit()).isEqualTo(2);
    page.respond("10", object("a", 1));
    assertThat(result.join().resourceVersion()).isEqualTo("10");
    assertThat(result.join().paginated()).isFalse();
    assertThat(names(result.join())).containsExactly("a");
  }

  @Test
  @Tag("client-go:TestListPager_List")
  void pagesAreJoinedAndVersionAndMatchGoWithTheFirstOnly() {
    CompletableFuture<PagedList<TestObject>> result = pager.list(AT_TEN);
    ScriptedSource<TestObject>.ScriptedList first = source.awaitList();
    assertThat(first.options()).isEqualTo(AT_TEN.withLimit(2));
    first.respondPage("11", "t1", object("a", 1), object("b", 2));
    ScriptedSource<TestObject>.ScriptedList second = source.awaitList();
    assertThat(second.options()).isEqualTo(ListOptions.NONE.withLimit(2).withContinueToken("t1"));
    second.respondPage("12", "t2", object("c", 3), object("d", 4));
    source.awaitList().respond("13", object("e", 5));
    assertThat(names(result.join())).containsExactly("a", "b", "c", "d", "e");
    assertThat(result.join().paginated()).isTrue();
    assertThat(result.join().resourceVersion()).isEqualTo("11");
  }

  @Test
  void aLimitOfTheCallerWins() {
    CompletableFuture<PagedList<TestObject>> result = pager.list(ListOptions.NONE.withLimit(9));
    assertThat(source.awaitList().options().limit()).isEqualTo(9);
    assertThat(result).isNotDone();
  }

  @Test
  @Tag("client-go:TestListPager_List")
  void anExpiredTokenLeadsToOneFullListAtTheOriginalVersion() {
    CompletableFuture<PagedList<TestObject>> result = pager.list(AT_TEN);
    source.awaitList().respondPage("11", "t1", object("a", 1), object("b", 2));
    source.awaitList().fail(EXPIRED);
    ScriptedSource<TestObject>.ScriptedList full = source.awaitList();
    assertThat(full.options()).isEqualTo(AT_TEN);
    full.respond("20", object("b", 2), object("c", 3));
    assertThat(names(result.join())).containsExactly("b", "c");
    assertThat(result.join().resourceVersion()).isEqualTo("20");
  }

  @Test
  void anExpiredTokenFailsIfToldSoAndSoDoesAnExpiredFirstPage() {
    CompletableFuture<PagedList<TestObject>> result = pager.failIfExpired().list(AT_TEN);
    source.awaitList().respondPage("11", "t1", object("a", 1));
    source.awaitList().fail(EXPIRED);
    assertThatThrownBy(result::join).hasCause(EXPIRED);
    CompletableFuture<PagedList<TestObject>> second = pager.list(AT_TEN);
    source.awaitList().fail(EXPIRED);
    assertThatThrownBy(second::join).hasCause(EXPIRED);
  }

  @Test
  void requestsAreSentAgainByTheRules() {
    CompletableFuture<PagedList<TestObject>> result = pager.list(ListOptions.NONE);
    source.awaitList().fail(SourceException.status(429, "", "wait", false, Duration.ofSeconds(5)));
    long before = runtime.nanos();
    source.awaitList().respond("10");
    assertThat(runtime.nanos() - before).isEqualTo(Duration.ofSeconds(5).toNanos());
    assertThat(result).isCompleted();
  }

  @Test
  void cancellingTheResultEndsTheRequest() {
    CompletableFuture<PagedList<TestObject>> result = pager.list(ListOptions.NONE);
    ScriptedSource<TestObject>.ScriptedList page = source.awaitList();
    result.cancel(true);
    assertThat(page.isCancelled()).isTrue();
    page.respondPage("10", "t1", object("a", 1));
    assertThat(source.hasRequest()).isFalse();
  }

  @Test
  @Tag("client-go:TestListPager_EachListItem")
  void eachItemIsHandedOverAsPagesArrive() {
    List<String> seen = new ArrayList<>();
    CompletableFuture<Void> result = pager.eachItem(
        AT_TEN, item -> seen.add(((Item.Good<TestObject>) item).object().name()));
    source.awaitList().respondPage("11", "t1", object("a", 1), object("b", 2));
    assertThat(seen).containsExactly("a", "b");
    source.awaitList().respond("11", object("c", 3));
    assertThat(seen).containsExactly("a", "b", "c");
    assertThat(result).isCompleted();
  }

  @Test
  void anExpiredTokenFailsTheWalkOverItems() {
    CompletableFuture<Void> result = pager.eachItem(AT_TEN, item -> {});
    source.awaitList().respondPage("11", "t1", object("a", 1));
    source.awaitList().fail(EXPIRED);
    assertThatThrownBy(result::join).hasCause(EXPIRED);
    assertThat(source.hasRequest()).isFalse();
  }

  @Test
  void aConsumerThatThrowsEndsTheWalk() {
    IllegalStateException defect = new IllegalStateException("enough");
    CompletableFuture<Void> result = pager.eachItem(AT_TEN, item -> {
      throw defect;
    });
    source.awaitList().respondPage("11", "t1", object("a", 1));
    assertThat(source.hasRequest()).isFalse();
    assertThatThrownBy(result::join).isInstanceOf(CompletionException.class).hasCause(defect);
  }

  @Test
  void cancellingStopsInTheMiddleOfAPage() {
    List<Item<TestObject>> seen = new ArrayList<>();
    List<CompletableFuture<Void>> result = new ArrayList<>();
    result.add(pager.eachItem(AT_TEN, item -> {
      seen.add(item);
      result.get(0).cancel(true);
    }));
    ScriptedSource<TestObject>.ScriptedList page = source.awaitList();
    page.items(List.of(new Item.Good<>(object("a", 1)), new Item.Good<>(object("b", 2))));
    assertThat(seen).hasSize(1);
    assertThat(page.isCancelled()).isTrue();
  }

  @Test
  void aNegativePageSizeIsRefused() {
    assertThatThrownBy(() -> pager.pageSize(-7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("pageSize must not be negative: -7");
  }
}
