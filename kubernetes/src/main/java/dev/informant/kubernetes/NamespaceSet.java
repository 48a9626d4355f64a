package dev.informant.kubernetes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Namespaces that informers follow together and that may change at any time: give it to a factory, or to one of
 * its kinds, and change it while they run. A change is made in all informers that follow it, in one order.
 * Thread-safe.
 */
/*
 * The lock is held while followers change their own sets, so that all of them see the same changes in the same
 * order. They take their locks inside it and never the other way round, and they call nobody's code under it.
 */
public final class NamespaceSet {
  private final Object lock = new Object();
  // guarded by lock
  private final Set<String> names = new LinkedHashSet<>();
  private final List<NamespaceSetInformer<?>> followers = new ArrayList<>();

  private NamespaceSet() {}

  /** No name is fine: they can be added later. */
  public static NamespaceSet of(String... names) {
    NamespaceSet set = new NamespaceSet();
    List.of(names).forEach(set::add);
    return set;
  }

  /** The namespaces now in the set. */
  public Set<String> names() {
    synchronized (lock) {
      return Set.copyOf(names);
    }
  }

  /** Adds a namespace; it need not exist yet. Does nothing if it is in the set. */
  public void add(String namespace) {
    if (namespace.isEmpty()) {
      throw new IllegalArgumentException(
          "a set of namespaces needs names; for all namespaces leave the option out");
    }
    synchronized (lock) {
      if (names.add(namespace)) {
        tellAll(follower -> follower.add(namespace));
      }
    }
  }

  /**
   * Takes a namespace out of the set. Does nothing if it is not in it.
   *
   * @return completes when every handler has been told of the deletion of what it was shown of it
   */
  public CompletableFuture<Void> remove(String namespace) {
    List<CompletableFuture<Void>> told = new ArrayList<>();
    synchronized (lock) {
      if (names.remove(namespace)) {
        tellAll(follower -> told.add(follower.remove(namespace)));
      }
    }
    return CompletableFuture.allOf(told.toArray(CompletableFuture[]::new));
  }

  /** Makes the set what is given: adds what is new, removes what is missing. */
  public CompletableFuture<Void> set(Collection<String> namespaces) {
    Set<String> wanted = Set.copyOf(namespaces);
    List<CompletableFuture<Void>> told = new ArrayList<>();
    synchronized (lock) {
      each(wanted, this::add);
      for (String present : List.copyOf(names)) {
        if (!wanted.contains(present)) {
          told.add(remove(present));
        }
      }
    }
    return CompletableFuture.allOf(told.toArray(CompletableFuture[]::new));
  }

  /** One follower that cannot follow keeps no other from it; the caller hears of it afterwards. */
  private void tellAll(Consumer<NamespaceSetInformer<?>> change) {
    each(List.copyOf(followers), change);
  }

  private static <E> void each(Collection<E> all, Consumer<? super E> action) {
    RuntimeException first = null;
    for (E one : all) {
      try {
        action.accept(one);
      } catch (RuntimeException failure) {
        if (first == null) {
          first = failure;
        } else if (first != failure) {
          first.addSuppressed(failure);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** From now until {@link #unfollow} the informer's set is this one. */
  void follow(NamespaceSetInformer<?> follower) {
    synchronized (lock) {
      names.forEach(follower::add);
      followers.add(follower);
    }
  }

  void unfollow(NamespaceSetInformer<?> follower) {
    synchronized (lock) {
      followers.remove(follower);
    }
  }

  @Override
  public String toString() {
    return names().toString();
  }
}
