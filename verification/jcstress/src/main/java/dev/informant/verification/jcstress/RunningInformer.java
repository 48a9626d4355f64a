package dev.informant.verification.jcstress;

import dev.informant.informer.Deleted;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.WatchEvent;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An informer that has synced on one object, {@code a} at version 1, and whose watch is open. What its
 * source is told to send is handled on the calling thread. Sending is for one thread.
 */
final class RunningInformer implements ListerWatcher<TestObject>, ListerWatcher.Exchange {
  private @Nullable ListReceiver<TestObject> lists;
  private @Nullable WatchReceiver<TestObject> watch;

  final SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
          this, TestObject.ACCESSOR)
      .runtime(DirectRuntime.INSTANCE)
      .name("stressed")
      .watchList(WatchListPolicy.NEVER)
      .build();

  RunningInformer() {
    informer.start();
    ListReceiver<TestObject> list = Objects.requireNonNull(lists, "no list was asked for");
    list.items(new ArrayList<>(List.of(new Item.Good<>(version(1)))));
    list.completed(new ListMetadata("1", "", 0));
    Objects.requireNonNull(watch, "no watch was opened").opened();
    if (!informer.isSynced()) {
      throw new IllegalStateException("the informer has not synced: " + informer.state());
    }
  }

  private static TestObject version(int number) {
    return TestObject.named("a").withResourceVersion(String.valueOf(number));
  }

  /** The server says that the object has changed. */
  void modify(int version) {
    Objects.requireNonNull(watch)
        .events(
            new ArrayList<>(List.of(new WatchEvent.Modified<>(new Item.Good<>(version(version))))));
  }

  @Override
  public Exchange list(ListOptions options, ListReceiver<TestObject> receiver) {
    lists = receiver;
    return this;
  }

  @Override
  public Exchange watch(ListOptions options, WatchReceiver<TestObject> receiver) {
    watch = receiver;
    return this;
  }

  @Override
  public void more() {
    // Nothing waits.
  }

  @Override
  public void cancel() {
    // Nothing runs.
  }

  /** Notes its calls, in plain memory: one call at a time is what is promised. */
  static final class Notes implements ResourceEventHandler<TestObject> {
    private String calls = "";

    @Override
    public void onAdd(TestObject object, boolean inInitialList) {
      note("+" + object.resourceVersion());
    }

    @Override
    public void onUpdate(TestObject before, TestObject after) {
      note(before.resourceVersion() + ">" + after.resourceVersion());
    }

    @Override
    public void onDelete(Deleted<TestObject> deleted) {
      note("-");
    }

    private void note(String call) {
      calls += calls.isEmpty() ? call : " " + call;
    }

    String calls() {
      return calls;
    }
  }
}
