package dev.informant.informer;

import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A handler that writes its calls down in short form ({@code add! a@1} for an initial add, {@code
 * delete? a@1} for an unknown final state), keeps the state they add up to, and notes calls that do not
 * fit it.
 */
public final class Recorder implements ResourceEventHandler<TestObject> {
  private final List<String> calls = new ArrayList<>();
  private final Map<String, TestObject> state = new LinkedHashMap<>();
  private final List<String> violations = new ArrayList<>();
  private Consumer<String> onCall = call -> {};

  public Recorder() {}

  /** Runs after a call was written down, inside it. */
  public synchronized Recorder onCall(Consumer<String> action) {
    onCall = action;
    return this;
  }

  @Override
  public void onAdd(TestObject object, boolean inInitialList) {
    String key = TestObject.ACCESSOR.key(object);
    note(() -> {
      if (state.put(key, object) != null) {
        violations.add("second add of " + key);
      }
      return (inInitialList ? "add! " : "add ") + shown(object);
    });
  }

  @Override
  public void onUpdate(TestObject before, TestObject after) {
    String key = TestObject.ACCESSOR.key(after);
    note(() -> {
      TestObject held = state.put(key, after);
      if (held == null) {
        violations.add("update of unseen " + key);
      } else if (!held.resourceVersion().equals(before.resourceVersion())) {
        violations.add("update of " + key + " from " + before.resourceVersion() + " but last seen "
            + held.resourceVersion());
      }
      return "update " + shown(before) + ">" + after.resourceVersion();
    });
  }

  @Override
  public void onDelete(Deleted<TestObject> deleted) {
    note(() -> {
      if (state.remove(deleted.key()) == null) {
        violations.add("delete of unseen " + deleted.key());
      }
      return (deleted.finalStateUnknown() ? "delete? " : "delete ") + shown(deleted.object());
    });
  }

  private void note(java.util.function.Supplier<String> effect) {
    String call;
    Consumer<String> action;
    synchronized (this) {
      call = effect.get();
      calls.add(call);
      action = onCall;
    }
    action.accept(call);
  }

  private static String shown(@Nullable TestObject object) {
    return object == null ? "nothing" : object.name() + "@" + object.resourceVersion();
  }

  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  /** The calls since this was last asked. */
  public synchronized List<String> drainCalls() {
    List<String> drained = List.copyOf(calls);
    calls.clear();
    return drained;
  }

  /** What the calls add up to: key to version. */
  public synchronized Map<String, String> state() {
    Map<String, String> versions = new LinkedHashMap<>();
    state.forEach((key, object) -> versions.put(key, object.resourceVersion()));
    return versions;
  }

  public synchronized List<String> violations() {
    return List.copyOf(violations);
  }
}
