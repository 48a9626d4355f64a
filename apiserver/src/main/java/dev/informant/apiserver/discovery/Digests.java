package dev.informant.apiserver.discovery;

import dev.informant.apiserver.registry.ResourceType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** Digests that documents are known by. Stateless. */
public final class Digests {
  private Digests() {}

  /** Upper-case hex of SHA-512. */
  public static String of(byte[] document) {
    return HexFormat.of().withUpperCase().formatHex(digest(document));
  }

  static String storageVersion(ResourceType type) {
    byte[] name = (type.apiVersion() + "/" + type.kind()).getBytes(StandardCharsets.UTF_8);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(digest(name), 8));
  }

  private static byte[] digest(byte[] document) {
    try {
      return MessageDigest.getInstance("SHA-512").digest(document);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-512", impossible);
    }
  }
}
