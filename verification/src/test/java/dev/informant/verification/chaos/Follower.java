package dev.informant.verification.chaos;

import dev.informant.informer.Deleted;
import dev.informant.informer.ResourceEventHandler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A handler that keeps what it was told and notes what it should not have been told. Thread-safe. */
final class Follower<T extends HasMetadata> implements ResourceEventHandler<T> {
  private final Map<String, Long> told = new HashMap<>(); // guarded by this
  private final Map<String, Integer> deletes = new HashMap<>(); // guarded by this
  private final List<String> wrong = new ArrayList<>(); // guarded by this

  @Override
  public synchronized void onAdd(T object, boolean inInitialList) {
    if (told.put(key(object), version(object)) != null) {
      wrong.add("second add of " + key(object));
    }
  }

  @Override
  public synchronized void onUpdate(T before, T after) {
    Long last = told.put(key(after), version(after));
    if (last == null || last > version(after)) {
      wrong.add(key(after) + " from " + last + " to " + version(after));
    }
  }

  @Override
  public synchronized void onDelete(Deleted<T> deleted) {
    deletes.merge(deleted.key(), 1, Integer::sum);
    if (told.remove(deleted.key()) == null) {
      wrong.add("delete of the unknown " + deleted.key());
    }
  }

  synchronized Map<String, Long> told() {
    return new HashMap<>(told);
  }

  synchronized Map<String, Integer> deletes() {
    return new HashMap<>(deletes);
  }

  synchronized List<String> wrong() {
    return List.copyOf(wrong);
  }

  static String key(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    String name = object.getMetadata().getName();
    return namespace == null ? name : namespace + "/" + name;
  }

  static long version(HasMetadata object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }
}
