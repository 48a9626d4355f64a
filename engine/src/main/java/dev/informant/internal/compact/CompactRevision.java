package dev.informant.internal.compact;

import dev.informant.object.Revision;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An object as compressed bytes. Uid and version are numbers where their text can be made of the numbers
 * again, for as text they would take more room than many an object. Thread-safe.
 */
final class CompactRevision<T> implements Revision<T> {
  private final CompactForm<T> form;
  private final String key;
  private final long uidHigh;
  private final long uidLow;
  private final long version;
  private final @Nullable Odd odd;
  private final LabelSet labels;

  /** Packed with another dictionary now and then; what is in it stays the same. */
  private volatile byte[] packed;

  /** What does not fit into the numbers: texts in full, all three. */
  private record Odd(String uid, String resourceVersion, String storedVersion) {}

  CompactRevision(
      CompactForm<T> form,
      String key,
      String uid,
      String resourceVersion,
      String storedVersion,
      LabelSet labels,
      byte[] packed) {
    this.form = form;
    this.key = key;
    this.labels = labels;
    this.packed = packed;
    RevisionNumbers numbers = RevisionNumbers.of(uid, resourceVersion, storedVersion);
    this.uidHigh = numbers == null ? 0 : numbers.uidHigh();
    this.uidLow = numbers == null ? 0 : numbers.uidLow();
    this.version = numbers == null ? 0 : numbers.version();
    this.odd = numbers == null ? new Odd(uid, resourceVersion, storedVersion) : null;
  }

  CompactRevision(
      CompactForm<T> form, String key, RevisionNumbers numbers, LabelSet labels, byte[] packed) {
    this.form = form;
    this.key = key;
    this.labels = labels;
    this.packed = packed;
    this.uidHigh = numbers.uidHigh();
    this.uidLow = numbers.uidLow();
    this.version = numbers.version();
    this.odd = null;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public String uid() {
    return odd == null ? new UUID(uidHigh, uidLow).toString() : odd.uid;
  }

  @Override
  public String resourceVersion() {
    return odd == null ? Long.toString(version) : odd.resourceVersion;
  }

  @Override
  public String storedVersion() {
    return odd == null ? Long.toString(version) : odd.storedVersion;
  }

  @Override
  public Map<String, String> labels() {
    return labels;
  }

  /** A new object, which belongs to the caller, unless the form shares those that were read ({@link RecentObjects}). */
  @Override
  public T object() {
    return form.read(this);
  }

  CompactForm<T> form() {
    return form;
  }

  byte[] packed() {
    return packed;
  }

  void repacked(byte[] bytes) {
    packed = bytes;
  }

  /** Names the object without showing it. */
  @Override
  public String toString() {
    return key + "@" + resourceVersion();
  }
}
