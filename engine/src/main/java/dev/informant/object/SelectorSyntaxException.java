package dev.informant.object;

/** Thrown for a malformed selector. The message names the position, what was found and what was expected. */
public final class SelectorSyntaxException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final int position;

  SelectorSyntaxException(String selector, int position, String problem) {
    super("unable to parse requirement: " + problem + " (at position " + position + " of \""
        + selector + "\")");
    this.position = position;
  }

  /** Returns the position of the error, from 0; the length of the text if it ended too early. */
  public int position() {
    return position;
  }
}
