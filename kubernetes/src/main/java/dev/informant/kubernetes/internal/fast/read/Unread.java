package dev.informant.kubernetes.internal.fast.read;

/** Passes a value that nobody wants, as strictly as if it were read. */
final class Unread {
  private Unread() {}

  static void pass(FastReader json) {
    switch (json.peek()) {
      case '{' -> {
        if (json.enter('{', '}')) {
          do {
            json.name();
            pass(json);
          } while (json.another('}'));
        }
      }
      case '[' -> {
        if (json.enter('[', ']')) {
          do {
            pass(json);
          } while (json.another(']'));
        }
      }
      default -> json.untyped();
    }
  }
}
