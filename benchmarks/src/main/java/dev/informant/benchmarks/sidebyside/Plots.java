package dev.informant.benchmarks.sidebyside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Draws figures as SVG: a bar for each client, or a line over the number of objects. */
final class Plots {
  private static final int WIDTH = 640;
  private static final int LABELS = 190;
  private static final int ROW = 28;

  private final Path directory;
  private final Results results;
  private final String jdk;
  private final StringBuilder links = new StringBuilder();

  private Plots(Path directory, Results results, String jdk) {
    this.directory = directory;
    this.results = results;
    this.jdk = jdk;
  }

  /** Draws those there are results for. Returns them as a page beside the directory shows them. */
  static String write(Path directory, Results results, String jdk) throws IOException {
    Files.createDirectories(directory);
    Plots plots = new Plots(directory, results, jdk);
    plots.all();
    return plots.links.toString();
  }

  private void all() throws IOException {
    bars(Figure.SYNC, Metric.CPU_PER_OBJECT, "CPU per object, sync of 100k pods, µs");
    bars(Figure.SYNC, Metric.HEAP_PER_OBJECT, "Heap per object, 100k pods, bytes");
    bars(Figure.EVENTS_1, Metric.CPU_PER_EVENT, "CPU per watch event, 1 handler, µs");
    bars(Figure.EVENTS_10, Metric.CPU_PER_EVENT, "CPU per watch event, 10 handlers, µs");
    bars(Figure.SYNC, Metric.PEAK_RSS, "Peak resident size, sync of 100k pods, MB");
    bars(
        Figure.LEAST_HEAP,
        Metric.LEAST_HEAP,
        "Smallest heap that completes a sync of 50k pods, MB");
    growth();
  }

  private void bars(String figure, Metric metric, String title) throws IOException {
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
    write(name, title, svg);
  }

  private void growth() throws IOException {
    growth(
        "growth.svg",
        Metric.CPU_PER_OBJECT,
        "CPU for each object over the number of objects, compact cache, µs (JVM start included)");
    growth(
        "growth-heap.svg",
        Metric.HEAP_PER_OBJECT,
        "Heap for each object over the number of objects, compact cache, bytes");
  }

  /** Both axes are logarithmic; the values stand beside their points. */
  private void growth(String name, Metric metric, String title) throws IOException {
    List<Integer> sizes = Figure.GROWTH_SIZES.stream()
        .filter(size -> results.runs(Figure.GROWTH + size, Client.INFORMANT_COMPACT) > 0)
        .toList();
    if (sizes.size() < 2) {
      return;
    }
    StringBuilder svg = begin(title, 330);
    double most = sizes.stream().mapToDouble(size -> of(metric, size)).max().orElseThrow();
    double least = sizes.stream().mapToDouble(size -> of(metric, size)).min().orElseThrow();
    double low = Math.floor(Math.log10(least));
    double high = Math.max(low + 1, Math.ceil(Math.log10(most)));
    for (double power = low; power <= high; power++) {
      double y = 280 - (power - low) / (high - low) * 220;
      svg.append(String.format(
          Locale.ROOT,
          "<line x1=\"70\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#d1d5db\"/>%n",
          y,
          WIDTH - 30,
          y));
      text(svg, 62, y + 4, "end", String.format(Locale.ROOT, "%,.0f", Math.pow(10, power)));
    }
    StringBuilder points = new StringBuilder();
    for (int size : sizes) {
      double value = of(metric, size);
      double x = 110 + (Math.log10(size) - 3) / 3 * (WIDTH - 190);
      double y = 280 - (Math.log10(value) - low) / (high - low) * 220;
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
      svg.append(String.format(
          Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#2563eb\"/>%n", x, y));
      text(svg, x + 8, y - 8, "start", Metric.text(value));
      text(svg, x, 302, "middle", String.format(Locale.ROOT, "%,d", size));
    }
    text(svg, WIDTH / 2.0, 322, "middle", "objects");
    svg.append("<polyline fill=\"none\" stroke=\"#2563eb\" stroke-width=\"2\" points=\"" + points
        + "\"/>\n");
    write(name, title, svg);
  }

  private void write(String name, String title, StringBuilder svg) throws IOException {
    Files.writeString(directory.resolve(name), svg.append("</svg>\n"));
    links.append("![" + title + "](" + directory.getFileName() + "/" + name + ")\n");
  }

  private double of(Metric metric, int size) {
    return results.median(Figure.GROWTH + size, Client.INFORMANT_COMPACT, metric.of);
  }

  private StringBuilder begin(String title, int height) {
    StringBuilder svg = new StringBuilder(String.format(
        Locale.ROOT,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
            + " font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
        WIDTH,
        height));
    text(svg, 12, 22, "start", title + ", JDK " + jdk);
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
