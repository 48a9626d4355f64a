package dev.informant.apiserver.internal.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Paths as they come over the wire. Stateless. */
final class PathText {
  private PathText() {}

  /** The path with its escapes replaced; null if one of them is none, or if it does not begin at the root. */
  static @Nullable String decoded(@Nullable String raw) {
    if (raw == null || raw.isEmpty()) {
      return "/";
    }
    if (raw.charAt(0) != '/' && !raw.equals("*")) {
      return null;
    }
    if (raw.indexOf('%') < 0) {
      return raw;
    }
    byte[] bytes = raw.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] != '%') {
        decoded.write(bytes[at]);
        continue;
      }
      int high = at + 2 <= bytes.length - 1 ? Character.digit(bytes[at + 1], 16) : -1;
      int low = at + 2 <= bytes.length - 1 ? Character.digit(bytes[at + 2], 16) : -1;
      if (high < 0 || low < 0) {
        return null;
      }
      decoded.write(high << 4 | low);
      at += 2;
    }
    return decoded.toString(StandardCharsets.UTF_8);
  }
}
