package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.ForwardingRuntime;
import dev.informant.source.WatchEvent;
import dev.informant.source.WatchListPolicy;
import dev.informant.store.CacheArchive;
import dev.informant.store.SavedCache;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Caches are saved where nobody waits for it, no more than needed, and no longer than closing may take. */
@Timeout(60)
final class CacheSaverTest {
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  private final VirtualRuntime virtual = VirtualRuntime.inOrder(1);
  private final FakeCluster<TestObject> cluster = FakeCluster.create(virtual);

  /** Keeps what it is told. */
  private static class Told implements CacheArchive<TestObject> {
    final List<String> saved = new CopyOnWriteArrayList<>();
    Optional<SavedCache<TestObject>> found = Optional.empty();

    @Override
    public CompletableFuture<Optional<SavedCache<TestObject>>> load() {
      return CompletableFuture.completedFuture(found);
    }

    @Override
    public boolean saveVersion(String resourceVersion) {
      saved.add("version " + resourceVersion);
      return true;
    }

    @Override
    public void save(SavedCache<TestObject> cache) throws IOException {
      saved.add(cache.revisions().size() + " objects at " + cache.resourceVersion());
    }
  }

  private SharedIndexInformerBuilder<TestObject> builder(
      EngineRuntime runtime, FakeCluster<TestObject> source, CacheArchive<TestObject> archive) {
    return SharedIndexInformer.builder(source, TestObject.ACCESSOR)
        .runtime(runtime)
        .watchList(WatchListPolicy.NEVER)
        .archive(archive, INTERVAL);
  }

  private SharedIndexInformer<TestObject> started(Told archive) {
    SharedIndexInformer<TestObject> informer =
        builder(virtual, cluster, archive).build();
    informer.start();
    virtual.runUntilIdle();
    return informer;
  }

  private void bookmark(String version) {
    cluster.sendRaw(new WatchEvent.Bookmark<>(version, false));
    virtual.runUntilIdle();
  }

  // --- where and when

  /** Virtual time, and a background that can be told from the callbacks. */
  private static final class WithBackground extends ForwardingRuntime {
    private final Executor background;

    WithBackground(VirtualRuntime runtime, Executor background) {
      super(runtime);
      this.background = background;
    }

    @Override
    public Executor background() {
      return background;
    }
  }

  @Test
  void loadingAndSavingKeepNoCallbackThread() {
    boolean[] inBackground = new boolean[1];
    Executor background = task -> virtual.background().execute(() -> {
      inBackground[0] = true;
      task.run();
      inBackground[0] = false;
    });
    List<String> where = new ArrayList<>();
    Told archive = new Told() {
      @Override
      public CompletableFuture<Optional<SavedCache<TestObject>>> load() {
        where.add(inBackground[0] ? "loads in the background" : "loads elsewhere");
        return super.load();
      }

      @Override
      public void save(SavedCache<TestObject> cache) {
        where.add(inBackground[0] ? "saves in the background" : "saves elsewhere");
      }
    };
    cluster.add(TestObject.named("a"));
    builder(new WithBackground(virtual, background), cluster, archive).build().start();
    virtual.advance(INTERVAL);
    assertThat(where).containsExactly("loads in the background", "saves in the background");
  }

  @Test
  void informersThatStartTogetherDoNotSaveTogether() {
    List<Long> times = new ArrayList<>();
    cluster.add(TestObject.named("a"));
    for (int i = 0; i < 20; i++) {
      started(new Told() {
        @Override
        public void save(SavedCache<TestObject> cache) {
          times.add(virtual.nanos());
        }
      });
    }
    virtual.advance(INTERVAL);
    assertThat(times).hasSize(20);
    assertThat(new HashSet<>(times)).hasSize(20);
    assertThat(times).allMatch(time -> time >= INTERVAL.toNanos() / 2);
  }

  // --- what

  @Test
  void whereOnlyBookmarksCameTheVersionIsSavedAndNotTheObjects() {
    cluster.add(TestObject.named("a"));
    Told archive = new Told();
    SharedIndexInformer<TestObject> informer = started(archive);
    virtual.advance(INTERVAL);
    bookmark("7");
    virtual.advance(INTERVAL);
    virtual.advance(INTERVAL);
    assertThat(archive.saved).containsExactly("1 objects at 1", "version 7");
    bookmark("8");
    informer.close();
    assertThat(archive.saved).containsExactly("1 objects at 1", "version 7", "version 8");
  }

  @Test
  void anArchiveThatCannotKeepAVersionByItselfIsGivenEverything() {
    cluster.add(TestObject.named("a"));
    Told archive = new Told() {
      @Override
      public boolean saveVersion(String resourceVersion) {
        return false;
      }
    };
    SharedIndexInformer<TestObject> informer = started(archive);
    virtual.advance(INTERVAL);
    bookmark("7");
    informer.close();
    assertThat(archive.saved).containsExactly("1 objects at 1", "1 objects at 7");
  }

  @Test
  void whatWasLoadedCountsAsSaved() {
    TestObject a = cluster.add(TestObject.named("a"));
    Told archive = new Told();
    archive.found =
        Optional.of(new SavedCache<>("1", List.of(Revision.of(a, TestObject.ACCESSOR))));
    SharedIndexInformer<TestObject> informer = started(archive);
    assertThat(informer.isSynced()).isTrue();
    virtual.advance(INTERVAL);
    assertThat(archive.saved).isEmpty();
    bookmark("7");
    virtual.advance(INTERVAL);
    informer.close();
    assertThat(archive.saved).containsExactly("version 7");
  }

  @Test
  void whatWasNotLoadedAsItWasSavedIsSavedAnew() {
    TestObject a = cluster.add(TestObject.named("a"));
    TestObject later = cluster.add(TestObject.named("b"));
    cluster.delete("default/b");
    Told archive = new Told();
    archive.found = Optional.of(new SavedCache<>(
        "1",
        List.of(Revision.of(a, TestObject.ACCESSOR), Revision.of(later, TestObject.ACCESSOR))));
    SharedIndexInformer<TestObject> informer = started(archive);
    assertThat(informer.isSynced()).isTrue();
    informer.close();
    assertThat(archive.saved).containsExactly("1 objects at 3");
  }

  // --- at the end, on threads

  /** Says when it begins to save, and goes on when it may. */
  private static final class Waiting extends Told {
    final CountDownLatch begun;
    final CountDownLatch may = new CountDownLatch(1);
    final CountDownLatch over = new CountDownLatch(1);

    Waiting(CountDownLatch begun) {
      this.begun = begun;
    }

    @Override
    public void save(SavedCache<TestObject> cache) throws IOException {
      begun.countDown();
      try {
        if (may.await(10, TimeUnit.SECONDS)) {
          super.save(cache);
        } else {
          saved.add("waited in vain");
        }
      } catch (InterruptedException givenUp) {
        throw new IOException(givenUp);
      } finally {
        over.countDown();
      }
    }
  }

  private SharedIndexInformer<TestObject> synced(
      EngineRuntime runtime, CacheArchive<TestObject> archive, Duration closeTimeout) {
    FakeCluster<TestObject> source = FakeCluster.create(runtime);
    source.add(TestObject.named("a"));
    SharedIndexInformer<TestObject> informer =
        builder(runtime, source, archive).closeTimeout(closeTimeout).build();
    informer.start();
    informer.awaitSynced(Duration.ofSeconds(30));
    return informer;
  }

  @Test
  @Timeout(20)
  void closingWaitsForASaveNoLongerThanItsTimeoutAndThenTheSaveIsGivenUp() throws Exception {
    try (EngineRuntime runtime = EngineRuntime.create("saving", 1)) {
      Waiting archive = new Waiting(new CountDownLatch(1));
      SharedIndexInformer<TestObject> informer = synced(runtime, archive, Duration.ofMillis(20));
      informer.close();
      archive.over.await(); // nobody has let it go on
      assertThat(archive.saved).isEmpty();
    }
  }

  @Test
  void closingWaitsForASaveThatComesInTime() throws Exception {
    try (EngineRuntime runtime = EngineRuntime.create("saving", 1)) {
      Waiting archive = new Waiting(new CountDownLatch(1));
      SharedIndexInformer<TestObject> informer = synced(runtime, archive, Duration.ofMinutes(1));
      runtime.callbacks().execute(() -> {
        try {
          archive.begun.await();
          archive.may.countDown();
        } catch (InterruptedException never) {
          throw new IllegalStateException(never);
        }
      });
      informer.close();
      assertThat(archive.saved).containsExactly("1 objects at 1");
    }
  }

  /** A thread that closes an informer, and whether it was interrupted when it had. */
  private record Closer(Thread thread, FutureTask<Boolean> isInterrupted) {
    /** Returns when the thread waits, or is done. */
    static Closer of(SharedIndexInformer<?> informer, boolean interrupted) {
      FutureTask<Boolean> closing = new FutureTask<>(() -> {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        informer.close();
        return Thread.interrupted();
      });
      Thread thread = new Thread(closing, "closer");
      thread.start();
      while (thread.isAlive() && thread.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      return new Closer(thread, closing);
    }
  }

  @Test
  @Timeout(20)
  void aThreadThatWasInterruptedBeforeWaitsForTheSavesOfWhatItCloses() throws Exception {
    try (EngineRuntime runtime = EngineRuntime.create("saving", 1)) {
      Waiting archive = new Waiting(new CountDownLatch(1));
      SharedIndexInformer<TestObject> informer = synced(runtime, archive, Duration.ofMinutes(1));
      Closer closer = Closer.of(informer, /* interrupted= */ true);
      archive.begun.await();
      archive.may.countDown();
      assertThat(closer.isInterrupted().get()).isTrue();
      assertThat(archive.saved).containsExactly("1 objects at 1");
    }
  }

  @Test
  @Timeout(20)
  void aThreadThatIsInterruptedWhileItWaitsGivesUpTheSaves() throws Exception {
    try (EngineRuntime runtime = EngineRuntime.create("saving", 1)) {
      Waiting archive = new Waiting(new CountDownLatch(1));
      SharedIndexInformer<TestObject> informer = synced(runtime, archive, Duration.ofMinutes(1));
      Closer closer = Closer.of(informer, /* interrupted= */ false);
      archive.begun.await();
      closer.thread().interrupt();
      assertThat(closer.isInterrupted().get()).isTrue();
      archive.over.await();
      assertThat(archive.saved).isEmpty();
    }
  }

  @Test
  @Timeout(20)
  void cachesAreSavedSideBySideAtTheEnd() throws Exception {
    try (EngineRuntime runtime = EngineRuntime.create("saving", 1)) {
      CountDownLatch both = new CountDownLatch(2);
      SharedInformerRegistry<String> registry = new SharedInformerRegistry<>();
      List<Waiting> archives = new ArrayList<>();
      for (String key : List.of("one", "other")) {
        Waiting archive = new Waiting(both);
        archives.add(archive);
        registry.open(key, () -> synced(runtime, archive, Duration.ofMinutes(1)));
      }
      runtime.callbacks().execute(() -> {
        try {
          if (both.await(15, TimeUnit.SECONDS)) { // each has begun before one has ended
            archives.forEach(archive -> archive.may.countDown());
          }
        } catch (InterruptedException never) {
          throw new IllegalStateException(never);
        }
      });
      registry.close();
      assertThat(archives)
          .allSatisfy(archive -> assertThat(archive.saved).containsExactly("1 objects at 1"));
    }
  }

  @Test
  void aSaveUnderWayAtTheEndCountsIfItHasTheLastState() throws Exception {
    try (EngineRuntime runtime = EngineRuntime.create("saving", 1)) {
      FakeCluster<TestObject> source = FakeCluster.create(runtime);
      source.add(TestObject.named("a"));
      Waiting archive = new Waiting(new CountDownLatch(1));
      SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
              source, TestObject.ACCESSOR)
          .runtime(runtime)
          .watchList(WatchListPolicy.NEVER)
          .archive(archive, Duration.ofMillis(50))
          .closeTimeout(Duration.ofMinutes(1))
          .build();
      informer.start();
      archive.begun.await();
      CompletableFuture<Void> closing =
          CompletableFuture.runAsync(informer::close, runtime.callbacks());
      while (!informer.isClosed()) {
        Thread.onSpinWait();
      }
      archive.may.countDown();
      closing.get(30, TimeUnit.SECONDS);
      assertThat(archive.saved).containsExactly("1 objects at 1");
    }
  }
}
