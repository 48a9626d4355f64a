package dev.informant.apiserver.internal.values;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * JSON texts as Go reads them: what is not UTF-8, and escapes of half a character, count as U+FFFD each. Also what is to
 * be cut from texts of any length. Stateless.
 */
public final class GoText {
  private static final byte[] REPLACEMENT = "\ufffd".getBytes(StandardCharsets.UTF_8);
  private static final byte[] ESCAPED_REPLACEMENT = "\\ufffd".getBytes(StandardCharsets.UTF_8);
  private static final int ESCAPE = 6;

  private GoText() {}

  /** A text without the characters of this kind at its end. */
  public static String withoutLast(String text, char last) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == last) {
      end--;
    }
    return text.substring(0, end);
  }

  /** {@code json} itself if there is nothing to mend. */
  public static byte[] mended(byte[] json) {
    ByteArrayOutputStream mended = null;
    int copied = 0;
    int at = 0;
    while (at < json.length) {
      int good;
      byte[] instead;
      if (json[at] == '\\') {
        good = escape(json, at);
        instead = ESCAPED_REPLACEMENT;
      } else {
        good = json[at] >= 0 ? 1 : character(json, at);
        instead = REPLACEMENT;
      }
      if (good > 0) {
        at += good;
        continue;
      }
      mended = mended == null ? new ByteArrayOutputStream(json.length + 16) : mended;
      mended.write(json, copied, at - copied);
      mended.writeBytes(instead);
      at -= good;
      copied = at;
    }
    if (mended == null) {
      return json;
    }
    mended.write(json, copied, json.length - copied);
    return mended.toByteArray();
  }

  /** How many bytes to go on; negative if they are the escape of half a character. */
  private static int escape(byte[] json, int at) {
    int unit = unit(json, at);
    if (unit < 0) {
      return 2;
    }
    if (Character.isHighSurrogate((char) unit)) {
      int next = unit(json, at + ESCAPE);
      return next >= 0 && Character.isLowSurrogate((char) next) ? 2 * ESCAPE : -ESCAPE;
    }
    return Character.isLowSurrogate((char) unit) ? -ESCAPE : ESCAPE;
  }

  /** What a hexadecimal escape stands for; negative if there is none. */
  private static int unit(byte[] json, int at) {
    if (at + ESCAPE > json.length || json[at] != '\\' || json[at + 1] != 'u') {
      return -1;
    }
    int unit = 0;
    for (int i = 2; i < ESCAPE; i++) {
      int digit = Character.digit(json[at + i], 16);
      if (digit < 0) {
        return -1;
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }

  /** The length of the character; -1 if the byte does not begin one. */
  private static int character(byte[] json, int at) {
    int first = json[at] & 0xff;
    int length = first >= 0xc2 && first < 0xe0
        ? 2
        : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
    if (length == 0 || at + length > json.length) {
      return -1;
    }
    int point = first & (0xff >> (length + 1));
    for (int i = 1; i < length; i++) {
      if ((json[at + i] & 0xc0) != 0x80) {
        return -1;
      }
      point = point << 6 | json[at + i] & 0x3f;
    }
    boolean shortest = length == 2 || length == 3 && point >= 0x800 || point >= 0x10000;
    boolean whole = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    return shortest && whole ? length : -1;
  }
}
