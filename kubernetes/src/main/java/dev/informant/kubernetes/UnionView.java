package dev.informant.kubernetes;

import dev.informant.object.Keys;
import dev.informant.object.LabelSelector;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
import dev.informant.store.IndexedView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots of several caches, one per namespace, read as one. Each of them is consistent; they are not of one moment.
 * Immutable.
 */
final class UnionView<T> implements IndexedView<T> {
  private final Map<String, IndexedView<T>> parts;
  private final ObjectAccessor<T> accessor;

  /**
   * @param parts the snapshots, by namespace
   */
  UnionView(Map<String, IndexedView<T>> parts, ObjectAccessor<T> accessor) {
    this.parts = parts;
    this.accessor = accessor;
  }

  private @Nullable IndexedView<T> partOf(String key) {
    return parts.get(Keys.namespace(key));
  }

  private <R> List<R> all(Function<IndexedView<T>, List<R>> question) {
    List<R> answers = new ArrayList<>();
    parts.values().forEach(part -> answers.addAll(question.apply(part)));
    return answers;
  }

  private Set<String> names(Function<IndexedView<T>, Set<String>> question) {
    Set<String> answers = new HashSet<>();
    parts.values().forEach(part -> answers.addAll(question.apply(part)));
    return answers;
  }

  @Override
  public @Nullable T get(String key) {
    IndexedView<T> part = partOf(key);
    return part == null ? null : part.get(key);
  }

  @Override
  public @Nullable Revision<T> revision(String key) {
    IndexedView<T> part = partOf(key);
    return part == null ? null : part.revision(key);
  }

  @Override
  public @Nullable T getSame(T object) {
    return get(accessor.key(object));
  }

  @Override
  public boolean contains(String key) {
    IndexedView<T> part = partOf(key);
    return part != null && part.contains(key);
  }

  @Override
  public List<T> list() {
    return all(IndexedView::list);
  }

  @Override
  public List<T> list(LabelSelector selector) {
    return all(part -> part.list(selector));
  }

  @Override
  public List<String> keys() {
    return all(IndexedView::keys);
  }

  @Override
  public void forEach(Consumer<? super T> action) {
    parts.values().forEach(part -> part.forEach(action));
  }

  @Override
  public int size() {
    return parts.values().stream().mapToInt(IndexedView::size).sum();
  }

  /** Empty: each cache has its own. */
  @Override
  public String lastStoreSyncResourceVersion() {
    return "";
  }

  @Override
  public List<T> index(String indexName, T object) {
    return all(part -> part.index(indexName, object));
  }

  @Override
  public List<String> indexKeys(String indexName, String value) {
    List<String> keys = all(part -> part.indexKeys(indexName, value));
    keys.sort(null);
    return keys;
  }

  @Override
  public List<T> byIndex(String indexName, String value) {
    return all(part -> part.byIndex(indexName, value));
  }

  @Override
  public List<T> byIndex(String indexName, String value, LabelSelector selector) {
    return all(part -> part.byIndex(indexName, value, selector));
  }

  @Override
  public Set<String> indexValues(String indexName) {
    return names(part -> part.indexValues(indexName));
  }

  @Override
  public Set<String> indexNames() {
    return names(IndexedView::indexNames);
  }

  @Override
  public IndexedView<T> snapshot() {
    return this;
  }
}
