package dev.informant.internal.source;

import dev.informant.object.Revision;
import dev.informant.queue.Queue;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A destination that writes down what it is told and keeps the state that results from it. */
final class RecordingQueue implements Queue<Revision<TestObject>> {
  final List<String> calls = new ArrayList<>();
  final Map<String, Revision<TestObject>> state = new LinkedHashMap<>();
  boolean room = true;

  @Nullable
  RuntimeException refusal;

  private Runnable roomSignal = () -> {};

  /** What was recorded since the last call. */
  List<String> drain() {
    List<String> seen = List.copyOf(calls);
    calls.clear();
    return seen;
  }

  void makeRoom() {
    room = true;
    roomSignal.run();
  }

  @Override
  public void add(Revision<TestObject> object) {
    put("add ", object);
  }

  @Override
  public void update(Revision<TestObject> object) {
    put("update ", object);
  }

  private void put(String what, Revision<TestObject> object) {
    refuse();
    calls.add(what + object);
    state.put(object.key(), object);
  }

  @Override
  public void delete(Revision<TestObject> object) {
    refuse();
    calls.add("delete " + object);
    state.remove(object.key());
  }

  @Override
  public void deleteFinalStateUnknown(String key, @Nullable Revision<TestObject> lastKnown) {
    calls.add("gone " + key + " was " + lastKnown);
    state.remove(key);
  }

  @Override
  public void replace(
      List<Revision<TestObject>> objects, String resourceVersion, boolean authoritative) {
    refuse();
    calls.add(
        "replace " + objects + " at " + resourceVersion + (authoritative ? " authoritative" : ""));
    state.clear();
    objects.forEach(object -> state.put(object.key(), object));
  }

  @Override
  public void resync() {
    refuse();
    calls.add("resync");
  }

  @Override
  public void bookmark(String resourceVersion) {
    calls.add("bookmark " + resourceVersion);
  }

  private void refuse() {
    RuntimeException cause = refusal;
    if (cause != null) {
      refusal = null;
      throw cause;
    }
  }

  @Override
  public boolean poll(Consumer<Revision<TestObject>> consumer) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void pop(Consumer<Revision<TestObject>> consumer) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void onAvailable(Runnable signal) {}

  @Override
  public boolean hasRoom() {
    return room;
  }

  @Override
  public void onRoom(Runnable signal) {
    roomSignal = signal;
  }

  @Override
  public boolean hasSynced() {
    return !state.isEmpty();
  }

  @Override
  public int depth() {
    return 0;
  }

  @Override
  public void close() {}
}
