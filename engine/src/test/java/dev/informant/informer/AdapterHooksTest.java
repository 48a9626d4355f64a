package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.object.KeyException;
import dev.informant.object.Revision;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import dev.informant.store.CacheArchive;
import dev.informant.store.SavedCache;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What adapters of other frameworks need of an informer, beyond what programs need. */
@Timeout(60)
class AdapterHooksTest {
  private static final Duration A_WHILE = Duration.ofMinutes(1);

  private final List<String> calls = new ArrayList<>();
  private final World world = World.of(QueueKind.IN_ORDER);

  /** Records every call. */
  private final class Recording implements ResourceEventHandler<TestObject> {
    @Override
    public void onAdd(TestObject object, boolean inInitialList) {
      calls.add("add " + object.name() + (inInitialList ? " initially" : ""));
    }

    @Override
    public void onUpdate(TestObject before, TestObject after) {
      calls.add("update " + after.name());
    }

    @Override
    public void onDelete(Deleted<TestObject> deleted) {
      calls.add("delete " + deleted.key());
    }

    @Override
    public void onListStart(String previousVersion) {
      calls.add("list after '" + previousVersion + "'");
    }

    @Override
    public void onListEnd(String resourceVersion) {
      calls.add("list of '" + resourceVersion + "' ends");
    }
  }

  // ---- lists

  @Test
  void theCallsOfAListAreBetweenItsStartAndItsEnd() {
    world.holding("a", "b");
    world.informer().addHandler(new Recording());
    world.start();
    world.cluster.add(TestObject.named("c"));
    world.settle();
    assertThat(calls)
        .containsExactly(
            "list after ''", "add a initially", "add b initially", "list of '2' ends", "add c");
    calls.clear();
    world.cluster.deleteUnwatched("default/a");
    world.cluster.addUnwatched(TestObject.named("d"));
    world.relist();
    assertThat(calls)
        .containsExactly("list after '3'", "delete default/a", "add d", "list of '5' ends");
  }

  @Test
  void aListWithoutChangesHasAStartAndAnEnd() {
    world.holding("a").start();
    world.informer().addHandler(new Recording());
    world.settle();
    assertThat(calls).as("lists before the handler").containsExactly("add a initially");
    calls.clear();
    world.relist();
    assertThat(calls).containsExactly("list after '1'", "list of '1' ends");
  }

  @Test
  void aHandlerOfRevisionsIsCalledToo() {
    world.informer().addRevisionHandler(RevisionHandler.of(new Recording()));
    world.holding("a").start();
    assertThat(calls).containsExactly("list after ''", "add a initially", "list of '1' ends");
  }

  @Test
  void whatAListCallbackThrowsHarmsNothing() {
    Registration<TestObject> registration = world
        .informer()
        .addHandler(new ResourceEventHandler<>() {
          @Override
          public void onListStart(String previousVersion) {
            throw new IllegalStateException("planted");
          }

          @Override
          public void onAdd(TestObject object, boolean inInitialList) {
            calls.add(object.name());
          }
        });
    world.holding("a").start();
    assertThat(calls).containsExactly("a");
    assertThat(registration.isSynced()).isTrue();
    assertThat(registration.failures()).isOne();
  }

  @Test
  void aConflatingBufferHasNoLists() {
    world
        .informer()
        .addHandler(
            new Recording(),
            HandlerOptions.<TestObject>defaults().withBuffer(HandlerOptions.Buffer.CONFLATING));
    world.holding("a").start();
    assertThat(calls).containsExactly("add a initially");
  }

  // ---- giving up

  @Test
  void byDefaultAFailingStartIsRetried() {
    failLists(1000, forbidden());
    world.informer().start();
    world.runtime.advance(A_WHILE);
    assertThat(world.informer().isClosed()).isFalse();
  }

  @Test
  void aFailureThatTheRuleNamesEndsTheInformerWithThatCause() {
    world.with(options ->
        options.giveUpIf(cause -> cause instanceof SourceException status && status.code() == 403));
    failLists(1, SourceException.status(500, "InternalError", "broken"));
    failLists(1000, forbidden());
    world.informer().start();
    world.runtime.advance(A_WHILE);
    assertThat(world.informer().state())
        .isInstanceOfSatisfying(
            InformerState.Closed.class,
            closed -> assertThat(closed.cause()).hasMessageContaining("not for you"));
    assertThat(world.informer().closed()).isCompleted();
    assertThatThrownBy(() -> world.informer().awaitSynced(Duration.ZERO))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("not for you")
        .hasCause(world.informer().state().cause());
    int requests = world.cluster.requests().size();
    world.runtime.advance(A_WHILE);
    assertThat(world.cluster.requests()).hasSize(requests);
  }

  @Test
  void callersThatWaitWhenAnInformerGivesUpGetTheFailureAsTheCause() {
    world.with(options -> options.giveUpIf(cause -> true));
    failLists(1, forbidden());
    world.informer().start();
    CompletableFuture<Void> synced = world.informer().synced();
    world.runtime.advance(A_WHILE);
    Throwable failure = world.informer().state().cause();
    assertThat(failure).isInstanceOf(SourceException.class);
    assertThatThrownBy(() ->
            Waiting.forSync(synced, Duration.ofSeconds(1), world.informer(), () -> "informer test"))
        .isInstanceOf(NotSyncedException.class)
        .cause()
        .isSameAs(failure);
  }

  @Test
  void afterTheFirstSyncItRetriesWhateverTheRuleSays() {
    world.with(options -> options.giveUpIf(cause -> true));
    world.holding("a").start();
    failLists(3, forbidden());
    world.cluster.addUnwatched(TestObject.named("b"));
    world.relist();
    world.runtime.advance(A_WHILE);
    assertThat(world.stored()).isEqualTo(world.served());
  }

  @Test
  void aRefusedStreamingListIsNoReasonToGiveUp() {
    World streaming = World.of(QueueKind.IN_ORDER, WatchListPolicy.AUTO)
        .with(options -> options.giveUpIf(cause -> true));
    streaming.cluster.watchListServed(false);
    streaming.holding("a");
    streaming.informer().start();
    streaming.runtime.advance(A_WHILE);
    assertThat(streaming.informer().isSynced()).isTrue();
    assertThat(streaming.cluster.requests().get(0).options().sendInitialEvents())
        .isTrue();
  }

  @Test
  void aRuleThatThrowsIsNoReasonToGiveUp() {
    world.with(options -> options.giveUpIf(cause -> {
      throw new IllegalStateException("planted");
    }));
    failLists(1, forbidden());
    world.holding("a");
    world.informer().start();
    world.runtime.advance(A_WHILE);
    assertThat(world.informer().isSynced()).isTrue();
  }

  private void failLists(int times, SourceException cause) {
    for (int i = 0; i < times; i++) {
      world.cluster.failNextList(cause);
    }
  }

  private static SourceException forbidden() {
    return SourceException.status(403, "Forbidden", "not for you");
  }

  // ---- after the store

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void afterStoreIsCalledWhenTheCacheHasAChangeAndBeforeHandlersAre(QueueKind queue) {
    World other = World.of(queue);
    other.with(options -> options.afterStore(new RevisionHandler<TestObject>() {
      @Override
      public void onAdd(Revision<TestObject> revision, boolean inInitialList) {
        note("add", revision, inInitialList ? " initially" : "");
      }

      @Override
      public void onUpdate(Revision<TestObject> before, Revision<TestObject> after) {
        note("update", after, "");
      }

      @Override
      public void onDelete(Revision<TestObject> last, boolean finalStateUnknown) {
        note("delete", last, "");
      }

      private void note(String what, Revision<TestObject> revision, String more) {
        boolean stored = other.informer().indexer().get(revision.key()) != null;
        calls.add("stage: " + what + " " + revision.key() + more + (stored ? ", stored" : ""));
      }
    }));
    other.informer().addKeyHandler(key -> calls.add("handler: " + key));
    other.holding("a").start();
    other.touch("a");
    other.settle();
    other.cluster.delete("default/a");
    other.settle();
    assertThat(calls)
        .containsExactly(
            "stage: add default/a initially, stored",
            "handler: default/a",
            "stage: update default/a, stored",
            "handler: default/a",
            "stage: delete default/a",
            "handler: default/a");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatAfterStoreThrowsHarmsNothing(boolean error) {
    world.with(options -> options.afterStore(new RevisionHandler<TestObject>() {
      @Override
      public void onAdd(Revision<TestObject> revision, boolean inInitialList) {
        if (error) {
          throw new AssertionError("planted");
        }
        throw new IllegalStateException("planted");
      }
    }));
    world.informer().addKeyHandler(calls::add);
    world.holding("a", "b").start();
    assertThat(calls).containsExactly("default/a", "default/b");
    assertThat(world.stored()).isEqualTo(world.served());
    assertThat(world.cluster.requests()).as("no second list").hasSize(2);
  }

  // ---- initial state

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void theFirstListCorrectsTheInitialState(QueueKind queue) {
    World other = World.of(queue).holding("kept", "changed");
    List<TestObject> known = new ArrayList<>(other.cluster.objects());
    known.add(TestObject.named("gone").withResourceVersion("1"));
    other.touch("changed");
    other.holding("new");
    other.with(options -> options.initialState(known));
    other.cluster.latency(Duration.ofSeconds(1));
    other.informer().addHandler(new Recording());
    other.informer().start();
    other.runtime.runUntilIdle();
    assertThat(calls)
        .containsExactlyInAnyOrder(
            "add kept initially", "add changed initially", "add gone initially");
    assertThat(other.informer().isSynced()).isFalse();
    assertThat(other.informer().indexer().keys()).contains("default/gone");
    calls.clear();
    other.runtime.advance(A_WHILE);
    assertThat(calls)
        .filteredOn(call -> !call.startsWith("list"))
        .containsExactlyInAnyOrder("update changed", "add new initially", "delete default/gone");
    assertThat(other.informer().isSynced()).isTrue();
    assertThat(other.stored()).isEqualTo(other.served());
  }

  @Test
  void theFirstListAfterAnInitialStateIsNotOfTheServersCache() {
    world.with(
        options -> options.initialState(List.of(TestObject.named("a").withResourceVersion("7"))));
    world.start();
    assertThat(world.cluster.requests())
        .first()
        .extracting(FakeCluster.Request::options)
        .extracting(options -> options.resourceVersion())
        .isEqualTo("");
  }

  @Test
  void anObjectWithoutANameIsRefusedAsInitialState() {
    assertThatThrownBy(() -> world.options.initialState(List.of(TestObject.named(""))))
        .isInstanceOf(KeyException.class);
  }

  @Test
  void anInitialStateAndAnArchiveExcludeEachOther() {
    CacheArchive<TestObject> nothing = new CacheArchive<>() {
      @Override
      public CompletableFuture<Optional<SavedCache<TestObject>>> load() {
        return CompletableFuture.completedFuture(Optional.empty());
      }

      @Override
      public void save(SavedCache<TestObject> cache) {}
    };
    world.options.initialState(List.of()).archive(nothing, A_WHILE);
    assertThatThrownBy(world.options::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("initialState");
  }
}
