package dev.informant.kubernetes.internal.fast.share;

import dev.informant.kubernetes.internal.fast.read.BeanPlan;
import org.jspecify.annotations.Nullable;

/** Makes the strings of one document, each of them once: those that others have too, and those of its own. Not thread-safe. */
public final class Texts {
  private final StringCache common;
  private final OwnStrings own = new OwnStrings();

  public Texts(StringCache common) {
    this.common = common;
  }

  /**
   * The text of UTF-8 bytes without escapes.
   *
   * @param field where it stands, if it is one; its guess is replaced
   */
  public String of(byte[] bytes, int from, int to, BeanPlan.@Nullable Field field) {
    if (!common.takes(to - from)) {
      return StringCache.fresh(bytes, from, to);
    }
    int hash = Hashing.of(bytes, from, to);
    StringCache.Entry entry = common.find(hash, bytes, from, to);
    if (entry == null) {
      String known = own.find(hash, bytes, from, to);
      if (known != null) {
        return known;
      }
      entry = common.seen(hash, bytes, from, to);
    }
    if (entry == null) {
      String fresh = StringCache.fresh(bytes, from, to);
      own.add(hash, fresh);
      return fresh;
    }
    if (field != null) {
      field.lastText = entry;
    }
    return entry.text();
  }
}
