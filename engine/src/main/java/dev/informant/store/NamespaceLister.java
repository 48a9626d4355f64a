package dev.informant.store;

import dev.informant.object.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link Lister} of one namespace, with the same promises. */
public final class NamespaceLister<T> {
  private final Lister<T> lister;
  private final String namespace;

  NamespaceLister(Lister<T> lister, String namespace) {
    this.lister = lister;
    this.namespace = namespace;
  }

  /** Returns all objects of the namespace, in no particular order. */
  public List<T> list() {
    return list(LabelSelector.everything());
  }

  /** Returns the objects of the namespace whose labels match, in no particular order. */
  public List<T> list(LabelSelector selector) {
    return lister.list(namespace, selector);
  }

  /** Returns the object with that name; null if there is none. */
  public @Nullable T get(String name) {
    return lister.get(namespace, name);
  }
}
