package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;

/** How many bytes the values of a ConfigMap or Secret are to a kube-apiserver. Stateless. */
final class DataSize {
  private DataSize() {}

  /** Of texts, in UTF-8. */
  static long ofTexts(JsonNode values) {
    long size = 0;
    for (JsonNode value : values) {
      size += value.asText().codePoints().mapToLong(DataSize::width).sum();
    }
    return size;
  }

  /** Of what stands there in base64. */
  static long ofBytes(JsonNode values) {
    long size = 0;
    for (JsonNode value : values) {
      // Padding and line ends stand for nothing; three digits that are left over are two bytes, two
      // are one.
      long digits = value.asText().chars().filter(DataSize::counts).count();
      size += digits * 3 / 4;
    }
    return size;
  }

  private static long width(int point) {
    return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }

  private static boolean counts(int character) {
    return character != '=' && character != '\n' && character != '\r';
  }
}
