package dev.informant.compact;

import dev.informant.object.Revision;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An object as compressed bytes. Uid and version are numbers where their text can be made of the numbers
 * again, for as text they would take more room than many an object. Thread-safe.
 */
final class CompactRevision<T> implements Revision<T> {
  private static final int MOST_DIGITS = 18;

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
    UUID uuid = uuid(uid);
    if (uuid != null && isNumber(resourceVersion) && storedVersion.equals(resourceVersion)) {
      this.uidHigh = uuid.getMostSignificantBits();
      this.uidLow = uuid.getLeastSignificantBits();
      this.version = Long.parseLong(resourceVersion);
      this.odd = null;
    } else {
      this.uidHigh = 0;
      this.uidLow = 0;
      this.version = 0;
      this.odd = new Odd(uid, resourceVersion, storedVersion);
    }
  }

  private static @Nullable UUID uuid(String text) {
    if (text.length() != 36) {
      return null;
    }
    try {
      UUID uuid = UUID.fromString(text);
      return uuid.toString().equals(text) ? uuid : null;
    } catch (IllegalArgumentException another) {
      return null;
    }
  }

  private static boolean isNumber(String text) {
    if (text.isEmpty() || text.length() > MOST_DIGITS || text.charAt(0) == '0') {
      return false;
    }
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) < '0' || text.charAt(at) > '9') {
        return false;
      }
    }
    return true;
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

  /** A new object, which belongs to the caller. */
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
