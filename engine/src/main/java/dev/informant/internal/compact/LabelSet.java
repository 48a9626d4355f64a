package dev.informant.internal.compact;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Labels in one array: key, value, key, value. Immutable, but for the template of the objects that have them: the second of
 * these brings it. Thread-safe.
 */
final class LabelSet extends AbstractMap<String, String> {
  static final LabelSet EMPTY = new LabelSet(new String[0]);

  private final String[] pairs;
  /**
   * Null while one object has it, or only a few that came far apart. Racy, since little is lost: of two that are made at the same
   * time one, with what it has seen; and a thread that sees one too early packs an object without it.
   */
  private @Nullable WorkloadTemplate template;

  private LabelSet(String[] pairs) {
    this.pairs = pairs;
  }

  static LabelSet of(Map<String, String> labels) {
    if (labels.isEmpty()) {
      return EMPTY;
    }
    String[] pairs = new String[labels.size() * 2];
    int at = 0;
    for (Map.Entry<String, String> label : labels.entrySet()) {
      pairs[at++] = label.getKey();
      pairs[at++] = label.getValue();
    }
    return new LabelSet(pairs);
  }

  /** That of the objects which have it; null if there may be only one, or if it is empty. */
  @Nullable
  WorkloadTemplate template() {
    return template;
  }

  /** One more object has it. Those without labels have nothing in common, so to the empty set this means nothing. */
  void seenAgain() {
    if (template == null && pairs.length > 0) {
      template = new WorkloadTemplate();
    }
  }

  /** Its objects had a template in an earlier run, which has this number now. */
  void restored(int number) {
    seenAgain();
    WorkloadTemplate known = template;
    if (known != null) {
      known.restored(number);
    }
  }

  @Override
  public int size() {
    return pairs.length / 2;
  }

  @Override
  public @Nullable String get(@Nullable Object key) {
    for (int at = 0; at < pairs.length; at += 2) {
      if (pairs[at].equals(key)) {
        return pairs[at + 1];
      }
    }
    return null;
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    for (int at = 0; at < pairs.length; at += 2) {
      if (pairs[at].equals(key)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Set<Entry<String, String>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return pairs.length / 2;
      }

      @Override
      public Iterator<Entry<String, String>> iterator() {
        return new Pairs();
      }
    };
  }

  private final class Pairs implements Iterator<Entry<String, String>> {
    private int at;

    @Override
    public boolean hasNext() {
      return at < pairs.length;
    }

    @Override
    public Entry<String, String> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      at += 2;
      return new SimpleImmutableEntry<>(pairs[at - 2], pairs[at - 1]); // a value may be null
    }
  }

  /**
   * Lets objects with equal labels share one set: those of a workload do. Remembers a few only. Racy
   * on purpose: the worst that happens is that two equal sets stay two.
   */
  static final class Sharing {
    private static final int REMEMBERED = 1024;

    private final @Nullable LabelSet[] recent = new LabelSet[REMEMBERED];

    LabelSet share(Map<String, String> labels) {
      if (labels.isEmpty()) {
        return EMPTY;
      }
      int hash = labels.hashCode();
      int at = (hash ^ hash >>> 10 ^ hash >>> 20) & (REMEMBERED - 1);
      LabelSet remembered = recent[at];
      if (remembered != null && remembered.equals(labels)) {
        remembered.seenAgain();
        return remembered;
      }
      LabelSet made = of(labels);
      recent[at] = made;
      return made;
    }
  }
}
