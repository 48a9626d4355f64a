package dev.informant.kubernetes;

import dev.informant.informer.Index;
import dev.informant.informer.Informer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** One index over the informers of several namespaces. Reading is for any thread; the namespaces change under its owner's lock. */
final class NamespaceSetIndex<T> implements Index<T> {
  private final String name;
  private final Function<Informer<T>, Index<T>> make;
  private final Consumer<NamespaceSetIndex<T>> onClose;
  private final Runnable check;
  private volatile Map<String, Index<T>> parts = Map.of(); // written under the owner's lock
  private volatile boolean closed;

  /**
   * @param make adds the index to the informer of a namespace
   * @param check throws if the informer is closed
   */
  NamespaceSetIndex(
      String name,
      Function<Informer<T>, Index<T>> make,
      Consumer<NamespaceSetIndex<T>> onClose,
      Runnable check) {
    this.name = name;
    this.make = make;
    this.onClose = onClose;
    this.check = check;
  }

  void join(String namespace, Informer<T> informer) {
    Map<String, Index<T>> more = new LinkedHashMap<>(parts);
    more.put(namespace, make.apply(informer));
    parts = more;
  }

  /** The index itself ends with the informer of the namespace. */
  void leave(String namespace) {
    Map<String, Index<T>> fewer = new LinkedHashMap<>(parts);
    fewer.remove(namespace);
    parts = fewer;
  }

  @Override
  public String name() {
    return name;
  }

  /** Collects from all namespaces, again if one of them left meanwhile. */
  private <R, C extends Collection<R>> C all(
      Supplier<C> empty, Function<Index<T>, Collection<R>> question) {
    while (true) {
      check.run();
      if (closed) {
        throw new IllegalStateException("index " + name + " is closed");
      }
      Map<String, Index<T>> present = parts;
      C answers = empty.get();
      try {
        present.values().forEach(part -> answers.addAll(question.apply(part)));
        return answers;
      } catch (IllegalStateException left) {
        if (present == parts) {
          throw left;
        }
      }
    }
  }

  @Override
  public List<T> get(String value) {
    return all(ArrayList::new, part -> part.get(value));
  }

  @Override
  public List<String> keys(String value) {
    List<String> keys = all(ArrayList::new, part -> part.keys(value));
    Collections.sort(keys);
    return keys;
  }

  @Override
  public Set<String> values() {
    return all(HashSet::new, Index::values);
  }

  @Override
  public void close() {
    closed = true;
    onClose.accept(this); // from now on no namespace joins
    parts.values().forEach(Index::close);
  }
}
