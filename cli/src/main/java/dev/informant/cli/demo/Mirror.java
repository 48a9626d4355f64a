package dev.informant.cli.demo;

import dev.informant.informer.Deleted;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.object.ResourceVersions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Rebuilds the collection from nothing but the calls it gets, and minds their order: whoever relies on
 * events alone must come to the same end as the cache. Called by one thread at a time; read by any.
 */
final class Mirror<T extends HasMetadata> implements ResourceEventHandler<T> {
  private static final int REPORTED = 20;

  private final Map<String, String> versions = new ConcurrentHashMap<>();
  private final LongAdder calls = new LongAdder();
  private final List<String> wrong = new ArrayList<>(); // guarded by itself

  @Override
  public void onAdd(T object, boolean inInitialList) {
    calls.increment();
    String key = key(object);
    if (versions.put(key, version(object)) != null) {
      report("second add of " + key);
    }
  }

  @Override
  public void onUpdate(T before, T after) {
    calls.increment();
    String key = key(after);
    String old = versions.put(key, version(after));
    if (old == null) {
      report("update without an add of " + key);
    } else if (ResourceVersions.isOlder(version(after), old)) {
      report(key + " went back from version " + old + " to " + version(after));
    }
  }

  @Override
  public void onDelete(Deleted<T> deleted) {
    calls.increment();
    if (versions.remove(deleted.key()) == null) {
      report("delete without an add of " + deleted.key());
    }
  }

  private void report(String what) {
    synchronized (wrong) {
      if (wrong.size() < REPORTED) {
        wrong.add(what);
      }
    }
  }

  long calls() {
    return calls.sum();
  }

  /** The version of each object, by key. */
  Map<String, String> versions() {
    return versions;
  }

  /** Calls that a handler must never get. */
  List<String> wrong() {
    synchronized (wrong) {
      return List.copyOf(wrong);
    }
  }

  static String key(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    String name = object.getMetadata().getName();
    return namespace == null || namespace.isEmpty() ? name : namespace + "/" + name;
  }

  private static String version(HasMetadata object) {
    return object.getMetadata().getResourceVersion();
  }
}
