package dev.informant.object;

/** A text is not a selector. The message names the place, what is there and what could be. */
public final class SelectorSyntaxException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final int position;

  SelectorSyntaxException(String selector, int position, String problem) {
    super("unable to parse requirement: " + problem + " (at position " + position + " of \""
        + selector + "\")");
    this.position = position;
  }

  /** Where, counted from 0; the length of the text if it ended too early. */
  public int position() {
    return position;
  }
}
