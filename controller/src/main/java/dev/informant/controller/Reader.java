package dev.informant.controller;

import dev.informant.object.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the cache of one kind, together with what the controllers of this process wrote through their contexts: what it returns
 * is never older than such a write, for single objects, lists and indexes. Objects are shared: do not change them. Thread-safe;
 * no call blocks.
 */
public interface Reader<S> {
  /** The object under that key: of cluster scope its name, else {@code namespace/name}. Null if there is none. */
  @Nullable
  S get(String key);

  /** All objects, in no particular order. */
  List<S> list();

  /** The objects whose labels match, in no particular order. */
  List<S> list(LabelSelector selector);

  /** The objects of one namespace, in no particular order. */
  List<S> inNamespace(String namespace);

  /**
   * The objects with that value of an index, in no particular order.
   *
   * @param index as given to {@link ControllerBuilder#index}
   * @throws IllegalArgumentException if there is no such index
   */
  List<S> byIndex(String index, String value);
}
