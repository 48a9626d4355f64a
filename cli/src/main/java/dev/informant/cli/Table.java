package dev.informant.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows under headings, as wide as what they hold: the first column left-aligned, the others right-aligned. On a
 * terminal too narrow for that, the first column is cut. Not thread-safe.
 */
final class Table {
  private static final int GAP = 2;
  private static final int LEAST = 12;

  private final List<String> headings;
  private final List<Row> rows = new ArrayList<>();

  private record Row(List<String> cells, boolean aligned) {}

  Table(String... headings) {
    this.headings = List.of(headings);
  }

  void row(String... cells) {
    rows.add(new Row(List.of(cells), /* aligned= */ true));
  }

  /** A row with words instead of numbers. */
  void remark(String first, String words) {
    rows.add(new Row(List.of(first, words), /* aligned= */ false));
  }

  void print(Output output) {
    int[] widths = new int[headings.size()];
    widen(widths, headings);
    for (Row row : rows) {
      widen(widths, row.aligned ? row.cells : row.cells.subList(0, 1));
    }
    int others = 0;
    for (int column = 1; column < widths.length; column++) {
      others += GAP + widths[column];
    }
    int room = output.terminals().columns() - others;
    if (output.terminals().output() && output.terminals().columns() > 0 && room < widths[0]) {
      widths[0] = Math.max(LEAST, room);
    }
    output.line(Text.of(Text.Style.STRONG, aligned(headings, widths)));
    for (Row row : rows) {
      output.line(
          row.aligned
              ? aligned(row.cells, widths)
              : first(row.cells.get(0), widths[0]) + " ".repeat(GAP) + row.cells.get(1));
    }
  }

  private static void widen(int[] widths, List<String> cells) {
    for (int column = 0; column < cells.size(); column++) {
      widths[column] = Math.max(widths[column], cells.get(column).length());
    }
  }

  private static String aligned(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder(first(cells.get(0), widths[0]));
    for (int column = 1; column < cells.size(); column++) {
      String cell = cells.get(column);
      line.append(" ".repeat(GAP + widths[column] - cell.length())).append(cell);
    }
    return line.toString();
  }

  private static String first(String cell, int width) {
    return cell.length() <= width
        ? cell + " ".repeat(width - cell.length())
        : cell.substring(0, width - 1) + "…";
  }
}
