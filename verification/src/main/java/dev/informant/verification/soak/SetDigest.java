package dev.informant.verification.soak;

/**
 * Tells one set of objects from another, whatever their order: how many, and the sum of a hash of each. Not
 * thread-safe.
 */
final class SetDigest {
  private long count;
  private long sum;

  void add(String key, String version, String value) {
    long hash = 0xcbf29ce484222325L;
    hash = mix(hash, key);
    hash = mix(hash, version);
    hash = mix(hash, value);
    hash ^= hash >>> 32;
    hash *= 0x9e3779b97f4a7c15L;
    hash ^= hash >>> 29;
    sum += hash;
    count++;
  }

  private static long mix(long before, String text) {
    long hash = before;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return (hash ^ 0xff) * 0x100000001b3L;
  }

  @Override
  public String toString() {
    return count + "/" + Long.toHexString(sum);
  }
}
