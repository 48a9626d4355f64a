package dev.informant.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A line of text, parts of which mean something. What it looks like is decided by the output. Immutable. */
public final class Text {
  /** What a piece of text means. */
  public enum Style {
    ADDED("32"),
    CHANGED("33"),
    REMOVED("31"),
    FAINT("2"),
    STRONG("1");

    private final String code;

    Style(String code) {
      this.code = code;
    }
  }

  private record Piece(@Nullable Style style, String text) {}

  private final List<Piece> pieces;

  private Text(List<Piece> pieces) {
    this.pieces = pieces;
  }

  public static Text of(String text) {
    return new Text(List.of(new Piece(null, text)));
  }

  public static Text of(Style style, String text) {
    return new Text(List.of(new Piece(style, text)));
  }

  public Text plus(String text) {
    return plus(new Piece(null, text));
  }

  public Text plus(Style style, String text) {
    return plus(new Piece(style, text));
  }

  private Text plus(Piece piece) {
    List<Piece> more = new ArrayList<>(pieces);
    more.add(piece);
    return new Text(more);
  }

  /** For a terminal that obeys the styles and nothing that is in the text. */
  String render(boolean colours) {
    StringBuilder rendered = new StringBuilder();
    for (Piece piece : pieces) {
      String text = Visible.line(piece.text);
      if (colours && piece.style != null) {
        rendered.append("\u001b[").append(piece.style.code).append('m');
        rendered.append(text).append("\u001b[0m");
      } else {
        rendered.append(text);
      }
    }
    return rendered.toString();
  }
}
