package dev.informant.benchmarks.sidebyside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Draws figures as SVG: a bar for each client, or a line over the number of objects. */
final class Plots {
  private static final int WIDTH = 640;
  private static final int LABELS = 150;
  private static final int ROW = 28;

  private Plots() {}

  static void write(Path directory, Results results) throws IOException {
    Files.createDirectories(directory);
    bars(
        directory,
        results,
        Figure.SYNC,
        Metric.CPU_PER_OBJECT,
        "CPU per object, sync of 100k pods, µs");
    bars(
        directory,
        results,
        Figure.SYNC,
        Metric.HEAP_PER_OBJECT,
        "Heap per object, 100k pods, bytes");
    bars(
        directory,
        results,
        Figure.EVENTS_1,
        Metric.CPU_PER_EVENT,
        "CPU per watch event, 1 handler, µs");
    bars(
        directory,
        results,
        Figure.EVENTS_10,
        Metric.CPU_PER_EVENT,
        "CPU per watch event, 10 handlers, µs");
    growth(directory, results);
  }

  private static void bars(
      Path directory, Results results, String figure, Metric metric, String title)
      throws IOException {
    List<Client> clients = List.of(Client.values()).stream()
        .filter(client -> !Double.isNaN(results.median(figure, client, metric.of)))
        .toList();
    if (clients.isEmpty()) {
      return;
    }
    double most = clients.stream()
        .mapToDouble(client -> results.median(figure, client, metric.of))
        .max()
        .orElseThrow();
    StringBuilder svg = begin(title, 40 + ROW * clients.size());
    for (int i = 0; i < clients.size(); i++) {
      double value = results.median(figure, clients.get(i), metric.of);
      double length = value / most * (WIDTH - LABELS - 80);
      int y = 36 + ROW * i;
      text(svg, LABELS - 8, y + 15, "end", clients.get(i).label);
      svg.append(String.format(
          Locale.ROOT,
          "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"20\" fill=\"%s\"/>%n",
          LABELS,
          y,
          length,
          clients.get(i).isOurs() ? "#2563eb" : "#9ca3af"));
      text(svg, LABELS + length + 6, y + 15, "start", Metric.text(value));
    }
    String name = figure + "-" + metric.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".svg";
    Files.writeString(directory.resolve(name), svg.append("</svg>\n"));
  }

  private static void growth(Path directory, Results results) throws IOException {
    List<Integer> sizes = List.of(1_000, 10_000, 100_000, 1_000_000).stream()
        .filter(size -> results.runs(Figure.GROWTH + size, Client.INFORMANT_COMPACT) > 0)
        .toList();
    if (sizes.size() < 2) {
      return;
    }
    StringBuilder svg =
        begin("CPU per object over the number of objects, compact, µs (JVM start included)", 300);
    double most = sizes.stream().mapToDouble(size -> cpu(results, size)).max().orElseThrow();
    StringBuilder points = new StringBuilder();
    for (int size : sizes) {
      double x = 60 + (Math.log10(size) - 3) / 3 * (WIDTH - 120);
      double y = 260 - cpu(results, size) / most * 200;
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
      text(svg, x, y - 8, "middle", Metric.text(cpu(results, size)));
      text(svg, x, 282, "middle", String.format(Locale.ROOT, "%,d", size));
    }
    svg.append(
        "<line x1=\"40\" y1=\"260\" x2=\"" + (WIDTH - 40) + "\" y2=\"260\" stroke=\"#6b7280\"/>\n");
    svg.append("<polyline fill=\"none\" stroke=\"#2563eb\" stroke-width=\"2\" points=\"" + points
        + "\"/>\n");
    Files.writeString(directory.resolve("growth.svg"), svg.append("</svg>\n"));
  }

  private static double cpu(Results results, int size) {
    return results.median(Figure.GROWTH + size, Client.INFORMANT_COMPACT, Metric.CPU_PER_OBJECT.of);
  }

  private static StringBuilder begin(String title, int height) {
    StringBuilder svg = new StringBuilder(String.format(
        Locale.ROOT,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
            + " font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
        WIDTH,
        height));
    text(svg, 12, 22, "start", title);
    return svg;
  }

  private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
    svg.append(String.format(
        Locale.ROOT,
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
        x,
        y,
        anchor,
        text));
  }
}
