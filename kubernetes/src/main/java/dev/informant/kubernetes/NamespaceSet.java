package dev.informant.kubernetes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A set of namespaces that may change while informers run. Pass it to a factory or to one of its kinds. All informers
 * that follow the set apply its changes in the same order. Thread-safe.
 */
/*
 * The lock is held while followers change their own sets, so that all of them see the same changes in the same order.
 * They take their locks inside it and never the other way round, and they call no user code under it.
 */
public final class NamespaceSet {
  private final Object lock = new Object();
  // guarded by lock
  private final Set<String> names = new LinkedHashSet<>();
  private final List<NamespaceSetInformer<?>> followers = new ArrayList<>();

  private NamespaceSet() {}

  /**
   * Creates a set; it may be empty, and namespaces can be added later.
   *
   * @throws IllegalArgumentException if one is not the name of a namespace
   */
  public static NamespaceSet of(String... names) {
    NamespaceSet set = new NamespaceSet();
    for (String name : names) {
      set.add(name);
    }
    return set;
  }

  /** Returns the current namespaces. */
  public Set<String> names() {
    synchronized (lock) {
      return Set.copyOf(names);
    }
  }

  /**
   * Adds a namespace; it need not exist yet. Does nothing if it is in the set.
   *
   * @throws IllegalArgumentException if it is not the name of a namespace
   */
  public void add(String namespace) {
    NamespaceName.check(namespace);
    synchronized (lock) {
      if (names.add(namespace)) {
        tellAll(follower -> follower.add(namespace));
      }
    }
  }

  /**
   * Removes a namespace. Does nothing if it is not in the set.
   *
   * @return completes when every handler has received the deletes of the namespace's objects
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

  /**
   * Replaces the content of the set: adds new namespaces and removes missing ones.
   *
   * @throws IllegalArgumentException if one is not the name of a namespace; the set is then unchanged
   */
  public CompletableFuture<Void> set(Collection<String> namespaces) {
    namespaces.forEach(NamespaceName::check);
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

  /** A follower that throws does not affect the others; its exception is thrown afterwards. */
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
