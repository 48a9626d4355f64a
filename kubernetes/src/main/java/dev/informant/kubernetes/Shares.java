package dev.informant.kubernetes;

import dev.informant.informer.SharedInformerRegistry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shares that were taken through accessors of one factory, the oldest first. Thread-safe. */
final class Shares {
  // guarded by this
  private final Map<Scope, Deque<SharedInformerRegistry<Scope>.Lease<?>>> taken = new HashMap<>();

  synchronized void took(Scope scope, SharedInformerRegistry<Scope>.Lease<?> share) {
    Deque<SharedInformerRegistry<Scope>.Lease<?>> all =
        taken.computeIfAbsent(scope, absent -> new ArrayDeque<>());
    all.removeIf(other -> other.informer().isClosed()); // closed by whoever had it in hand
    all.add(share);
  }

  /** It is given back by whoever took it. */
  synchronized void gave(Scope scope, SharedInformerRegistry<Scope>.Lease<?> share) {
    Deque<SharedInformerRegistry<Scope>.Lease<?>> all = taken.get(scope);
    if (all != null && all.remove(share) && all.isEmpty()) {
      taken.remove(scope);
    }
  }

  /** The oldest share, which is taken away from whoever took it; null if there is none. */
  synchronized SharedInformerRegistry<Scope>.@Nullable Lease<?> oldest(Scope scope) {
    Deque<SharedInformerRegistry<Scope>.Lease<?>> all = taken.get(scope);
    SharedInformerRegistry<Scope>.Lease<?> oldest = all == null ? null : all.poll();
    if (all != null && all.isEmpty()) {
      taken.remove(scope);
    }
    return oldest;
  }
}
