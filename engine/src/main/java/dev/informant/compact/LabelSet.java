package dev.informant.compact;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Labels in one array: key, value, key, value. Immutable but for what is known of the objects that have them. */
final class LabelSet extends AbstractMap<String, String> {
  static final LabelSet EMPTY = new LabelSet(new String[0]);

  private final String[] pairs;
  /** Null while one object has it, or only a few that came far apart. Racy: two of them would be decided for each. */
  private @Nullable Alike alike;

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

  /** The objects that have it; null if there may be only one, or if it is empty. */
  @Nullable
  Alike alike() {
    return alike;
  }

  /** It is known to be that of many objects. */
  Alike shared() {
    Alike known = alike;
    if (known == null) {
      known = new Alike();
      alike = known;
    }
    return known;
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
        remembered.shared();
        return remembered;
      }
      LabelSet made = of(labels);
      recent[at] = made;
      return made;
    }
  }
}
