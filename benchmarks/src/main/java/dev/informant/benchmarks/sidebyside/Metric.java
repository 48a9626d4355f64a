package dev.informant.benchmarks.sidebyside;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What is read off a line. */
enum Metric {
  CPU_PER_OBJECT("CPU µs/object", line -> 1000 * value(line, "cpu_ms_sync") / value(line, "n")),
  WALL("wall s", line -> value(line, "wall_ms_sync") / 1000),
  HEAP_PER_OBJECT("heap B/object", line -> value(line, "heap_bytes_per_object")),
  PEAK_RSS("peak RSS MB", line -> value(line, "peak_rss_mb_sync")),
  CPU_PER_EVENT(
      "CPU µs/event", line -> 1000 * value(line, "cpu_ms_events") / value(line, "events")),
  EVENTS_PER_SECOND(
      "events/s", line -> 1000 * value(line, "events") / value(line, "wall_ms_events")),
  HEAP_AFTER_EVENTS("heap B/object after", line -> value(line, "heap_bytes_per_object_after")),
  RELIST_CALLS("handler calls", line -> value(line, "relist_calls")),
  RELIST_CPU("CPU µs/object", line -> 1000 * value(line, "relist_cpu_ms") / value(line, "n")),
  RELIST_PEAK("live heap, peak/steady", line -> value(line, "relist_peak_over_steady")),
  JOIN("join ms", line -> value(line, "join_ms")),
  JOIN_GAP("longest pause of others, ms", line -> value(line, "join_gap_ms")),
  USUAL_GAP("without a join, ms", line -> value(line, "usual_gap_ms")),
  JOIN_GAP_MOST("worst of all joins, ms", line -> value(line, "join_gap_most_ms")),
  USUAL_GAP_MOST("worst without, ms", line -> value(line, "usual_gap_most_ms")),
  JOIN_OVER_USUAL(
      "pause, join/without", line -> value(line, "join_gap_ms") / value(line, "usual_gap_ms")),
  RESTART_CPU(
      "CPU, warm/full", line -> value(line, "cpu_ms_sync") / value(line, "full_cpu_ms_sync")),
  RESTART_WALL(
      "wall, warm/full", line -> value(line, "wall_ms_sync") / value(line, "full_wall_ms_sync")),
  FULL_CPU_PER_OBJECT(
      "CPU µs/object, full", line -> 1000 * value(line, "full_cpu_ms_sync") / value(line, "n")),
  LEAST_HEAP("smallest -Xmx MB", line -> value(line, "least_heap_mb"));

  final String label;
  final ToDoubleFunction<JsonNode> of;

  Metric(String label, ToDoubleFunction<JsonNode> of) {
    this.label = label;
    this.of = of;
  }

  private static double value(JsonNode line, String field) {
    return line.path(field).isNumber() ? line.path(field).asDouble() : Double.NaN;
  }

  static String text(double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    return String.format(
        Locale.ROOT, value >= 100 || value == 0 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f", value);
  }
}
