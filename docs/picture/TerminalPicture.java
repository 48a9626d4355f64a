import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/**
 * Draws what a terminal shows. Reads a screen with its colours from standard input, as {@code tmux
 * capture-pane -e -p} prints it, and writes an SVG, and a PNG if a second file is named. A program of one file:
 * {@code java TerminalPicture.java screen.svg [screen.png]}.
 */
final class TerminalPicture {
  private static final Pattern STYLE = Pattern.compile("\u001b\\[([0-9;]*)m");
  private static final Pattern RUN = Pattern.compile("\\S+(?: \\S+)*");
  private static final double ADVANCE = 8.4; // of a 14 px monospaced font
  private static final int LINE = 18;
  private static final int MARGIN = 14;
  private static final String GROUND = "#16191f";
  private static final String INK = "#d7dae0";
  private static final String[] COLOURS = {
    "#3b4048", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0"
  };

  /** Text of one look. */
  private record Piece(int column, String text, String ink, String ground, boolean bold, boolean faint) {}

  private String ink = INK;
  private boolean bold;
  private boolean faint;
  private boolean inverse;

  public static void main(String[] files) throws IOException {
    Locale.setDefault(Locale.ROOT); // points, not commas
    List<String> screen =
        new ArrayList<>(List.of(new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\n")));
    while (!screen.isEmpty() && STYLE.matcher(screen.get(screen.size() - 1)).replaceAll("").isBlank()) {
      screen.remove(screen.size() - 1);
    }
    TerminalPicture picture = new TerminalPicture();
    List<List<Piece>> lines = new ArrayList<>();
    screen.forEach(line -> lines.add(picture.pieces(line)));
    int columns = lines.stream()
        .flatMap(List::stream)
        .mapToInt(piece -> piece.column() + piece.text().length())
        .max()
        .orElse(1);
    Files.writeString(Path.of(files[0]), svg(lines, columns));
    if (files.length > 1) {
      png(lines, columns, new File(files[1]));
    }
  }

  private List<Piece> pieces(String line) {
    List<Piece> pieces = new ArrayList<>();
    Matcher style = STYLE.matcher(line);
    int from = 0;
    int column = 0;
    while (true) {
      boolean more = style.find();
      String text = line.substring(from, more ? style.start() : line.length());
      if (!text.isEmpty()) {
        pieces.add(new Piece(column, text, inverse ? GROUND : ink, inverse ? ink : GROUND, bold, faint));
        column += text.length();
      }
      if (!more) {
        return pieces;
      }
      apply(style.group(1));
      from = style.end();
    }
  }

  private void apply(String codes) {
    for (String code : codes.split(";")) {
      int number = code.isEmpty() ? 0 : Integer.parseInt(code);
      if (number == 0) {
        ink = INK;
        bold = false;
        faint = false;
        inverse = false;
      } else if (number == 1) {
        bold = true;
      } else if (number == 2) {
        faint = true;
      } else if (number == 7) {
        inverse = true;
      } else if (number == 22) {
        bold = false;
        faint = false;
      } else if (number == 27) {
        inverse = false;
      } else if (number >= 30 && number <= 37) {
        ink = COLOURS[number - 30];
      } else if (number == 39) {
        ink = INK;
      }
    }
  }

  private static int width(int columns) {
    return (int) Math.ceil(columns * ADVANCE) + 2 * MARGIN;
  }

  private static String svg(List<List<Piece>> lines, int columns) {
    int height = lines.size() * LINE + 2 * MARGIN;
    StringBuilder svg = new StringBuilder();
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n"
        .formatted(width(columns), height, width(columns), height));
    svg.append("<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"%s\"/>\n".formatted(GROUND));
    svg.append("<g font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\""
        + " font-size=\"14\">\n");
    for (int row = 0; row < lines.size(); row++) {
      for (Piece piece : lines.get(row)) {
        double x = MARGIN + piece.column() * ADVANCE;
        double width = piece.text().length() * ADVANCE;
        int y = MARGIN + row * LINE;
        if (!piece.ground().equals(GROUND)) {
          svg.append("<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n"
              .formatted(x, y, width, LINE, piece.ground()));
        }
        // Browsers differ in what they do with several spaces: each run of words has a place of its own.
        for (Matcher run = RUN.matcher(piece.text()); run.find(); ) {
          svg.append("<text x=\"%.1f\" y=\"%d\" textLength=\"%.1f\" fill=\"%s\"%s%s>%s</text>\n".formatted(
              x + run.start() * ADVANCE,
              y + 14,
              run.group().length() * ADVANCE,
              piece.ink(),
              piece.bold() ? " font-weight=\"bold\"" : "",
              piece.faint() ? " opacity=\"0.6\"" : "",
              run.group().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
        }
      }
    }
    return svg.append("</g>\n</svg>\n").toString();
  }

  private static void png(List<List<Piece>> lines, int columns, File file) throws IOException {
    BufferedImage image = new BufferedImage(
        width(columns), lines.size() * LINE + 2 * MARGIN, BufferedImage.TYPE_INT_RGB);
    Graphics2D canvas = image.createGraphics();
    canvas.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    canvas.setColor(Color.decode(GROUND));
    canvas.fillRect(0, 0, image.getWidth(), image.getHeight());
    for (int row = 0; row < lines.size(); row++) {
      for (Piece piece : lines.get(row)) {
        int y = MARGIN + row * LINE;
        canvas.setFont(new Font(Font.MONOSPACED, piece.bold() ? Font.BOLD : Font.PLAIN, 14));
        for (int i = 0; i < piece.text().length(); i++) {
          int x = (int) (MARGIN + (piece.column() + i) * ADVANCE);
          if (!piece.ground().equals(GROUND)) {
            canvas.setColor(Color.decode(piece.ground()));
            canvas.fillRect(x, y, (int) Math.ceil(ADVANCE), LINE);
          }
          Color ink = Color.decode(piece.ink());
          canvas.setColor(piece.faint() ? new Color(ink.getRed(), ink.getGreen(), ink.getBlue(), 150) : ink);
          canvas.drawString(piece.text().substring(i, i + 1), x, y + 14);
        }
      }
    }
    canvas.dispose();
    ImageIO.write(image, "png", file);
  }
}
