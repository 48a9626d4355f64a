package dev.informant.verification.jcstress;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.internal.store.SnapshotIndexer.Change;
import dev.informant.store.IndexedView;
import dev.informant.testing.TestObject;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.LI_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * The store's readers and writers. Tried with a planted bug: without the writers' lock {@link LostUpdate}
 * fails.
 */
public final class StoreStress {
  private StoreStress() {}

  private static SnapshotIndexer<TestObject> store() {
    return SnapshotIndexer.builder(TestObject.ACCESSOR)
        .runtime(DirectRuntime.INSTANCE)
        .indexer("data", object -> List.of(object.data()))
        .build();
  }

  private static TestObject object(String name, String data) {
    return TestObject.named(name).withData(data);
  }

  private static String dataOf(IndexedView<TestObject> view, String name) {
    TestObject found = view.get("default/" + name);
    return found == null ? "none" : found.data();
  }

  /** A snapshot's index says what its objects say. */
  @JCStressTest
  @Outcome(id = "red, 0", expect = Expect.ACCEPTABLE, desc = "before the update")
  @Outcome(id = "blue, 1", expect = Expect.ACCEPTABLE, desc = "after the update")
  @Outcome(expect = Expect.FORBIDDEN, desc = "object and index disagree")
  @State
  public static class ObjectAndIndex {
    private final SnapshotIndexer<TestObject> store = store();

    public ObjectAndIndex() {
      store.add(object("a", "red"));
    }

    @Actor
    public void writer() {
      store.update(object("a", "blue"));
    }

    @Actor
    public void reader(LI_Result result) {
      IndexedView<TestObject> snapshot = store.snapshot();
      result.r1 = dataOf(snapshot, "a");
      result.r2 = snapshot.byIndex("data", "blue").size();
    }
  }

  /** Two objects written in one transaction appear together. */
  @JCStressTest
  @Outcome(id = "old, old", expect = Expect.ACCEPTABLE, desc = "before the transaction")
  @Outcome(id = "new, new", expect = Expect.ACCEPTABLE, desc = "after the transaction")
  @Outcome(expect = Expect.FORBIDDEN, desc = "half of a transaction")
  @State
  public static class TornSnapshot {
    private final SnapshotIndexer<TestObject> store = store();

    public TornSnapshot() {
      store.replace(List.of(object("a", "old"), object("b", "old")), "1");
    }

    @Actor
    public void writer() {
      store.transaction(List.of(
          new Change.Update<>(object("a", "new")), new Change.Update<>(object("b", "new"))));
    }

    @Actor
    public void reader(LL_Result result) {
      IndexedView<TestObject> snapshot = store.snapshot();
      result.r1 = dataOf(snapshot, "a");
      result.r2 = dataOf(snapshot, "b");
    }
  }

  /** A replace is seen as a whole, by reads that take no snapshot too. */
  @JCStressTest
  @Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "list before the replace, size after")
  @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "before the replace")
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "after the replace")
  @Outcome(expect = Expect.FORBIDDEN, desc = "neither the old objects nor the new one")
  @State
  public static class AtomicReplace {
    private final SnapshotIndexer<TestObject> store = store();

    public AtomicReplace() {
      store.replace(List.of(object("a", "red"), object("b", "red")), "1");
    }

    @Actor
    public void writer() {
      store.replace(List.of(object("c", "red")), "2");
    }

    @Actor
    public void reader(II_Result result) {
      result.r1 = store.byIndex("data", "red").size();
      result.r2 = store.size();
    }
  }

  /** Two writers at once: both writes are there, in the index too. */
  @JCStressTest
  @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "both writes are there")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an update was lost")
  @State
  public static class LostUpdate {
    private final SnapshotIndexer<TestObject> store = store();

    @Actor
    public void one() {
      store.add(object("a", "red"));
    }

    @Actor
    public void other() {
      store.add(object("b", "red"));
    }

    @Arbiter
    public void result(II_Result result) {
      result.r1 = store.size();
      result.r2 = store.indexKeys("data", "red").size();
    }
  }
}
