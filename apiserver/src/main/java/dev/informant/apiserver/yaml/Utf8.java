package dev.informant.apiserver.yaml;

/** What Go's YAML library says of bytes that are not UTF-8. Stateless. */
final class Utf8 {
  private Utf8() {}

  /** The first mistake. */
  static String mistake(byte[] text) {
    int at = 0;
    while (at < text.length) {
      int first = text[at] & 0xff;
      int width = first < 0x80
          ? 1
          : (first & 0xe0) == 0xc0
              ? 2
              : (first & 0xf0) == 0xe0 ? 3 : (first & 0xf8) == 0xf0 ? 4 : 0;
      if (width == 0) {
        return "invalid leading UTF-8 octet";
      }
      if (at + width > text.length) {
        return "incomplete UTF-8 octet sequence";
      }
      int point = width == 1 ? first : first & (0xff >> (width + 1));
      for (int i = 1; i < width; i++) {
        if ((text[at + i] & 0xc0) != 0x80) {
          return "invalid trailing UTF-8 octet";
        }
        point = point << 6 | text[at + i] & 0x3f;
      }
      int least = width == 2 ? 0x80 : width == 3 ? 0x800 : width == 4 ? 0x10000 : 0;
      if (point < least) {
        return "invalid length of a UTF-8 sequence";
      }
      if (point >= 0xd800 && point <= 0xdfff || point > 0x10ffff) {
        return "invalid Unicode character";
      }
      at += width;
    }
    return "invalid leading UTF-8 octet";
  }
}
