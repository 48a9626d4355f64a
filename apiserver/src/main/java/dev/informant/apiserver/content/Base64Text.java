package dev.informant.apiserver.content;

/** Base64 as Go's decoder of byte fields reads it: padded, line breaks ignored. Stateless. */
final class Base64Text {
  private Base64Text() {}

  /** Where Go finds the first fault; -1 if there is none. */
  static int mistake(String text) {
    int inGroup = 0;
    int padding = 0;
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (character == '\n' || character == '\r') {
        continue;
      }
      if (character == '=') {
        // padding may stand for the third and fourth place of a group only
        if (inGroup < 2 || padding == 0 && inGroup == 2 && !paddedAgain(text, at)) {
          return inGroup < 2 ? at : text.length();
        }
        padding++;
        inGroup++;
        if (inGroup == 4) {
          int rest = firstThatCounts(text, at + 1);
          return rest < 0 ? -1 : rest;
        }
      } else if (padding > 0 || !digit(character)) {
        return at;
      } else {
        inGroup = (inGroup + 1) % 4;
      }
    }
    return inGroup == 0 ? -1 : text.length() - inGroup;
  }

  private static boolean paddedAgain(String text, int at) {
    int next = firstThatCounts(text, at + 1);
    return next >= 0 && text.charAt(next) == '=';
  }

  private static int firstThatCounts(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      if (text.charAt(at) != '\n' && text.charAt(at) != '\r') {
        return at;
      }
    }
    return -1;
  }

  private static boolean digit(char character) {
    return character >= 'A' && character <= 'Z'
        || character >= 'a' && character <= 'z'
        || character >= '0' && character <= '9'
        || character == '+'
        || character == '/';
  }
}
