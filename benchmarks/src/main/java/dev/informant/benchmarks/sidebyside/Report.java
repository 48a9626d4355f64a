package dev.informant.benchmarks.sidebyside;

import static dev.informant.benchmarks.sidebyside.Metric.*;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The tables in Markdown, and the same as JSON. */
final class Report {
  private static final List<Metric> SYNC = List.of(CPU_PER_OBJECT, WALL, HEAP_PER_OBJECT, PEAK_RSS);
  private static final List<Metric> EVENTS = List.of(CPU_PER_EVENT, EVENTS_PER_SECOND);

  private final Results results;

  Report(Results results) {
    this.results = results;
  }

  private static List<Metric> metrics(String figure) {
    return switch (figure) {
      case Figure.EVENTS_1, Figure.EVENTS_10 -> EVENTS;
      case Figure.TLS -> List.of(CPU_PER_OBJECT, WALL, CPU_PER_EVENT, EVENTS_PER_SECOND);
      case Figure.REAL -> List.of(CPU_PER_OBJECT, WALL, HEAP_PER_OBJECT, PEAK_RSS, CPU_PER_EVENT);
      case Figure.RELIST -> List.of(RELIST_CALLS, RELIST_CPU);
      case Figure.RELIST_HEAP -> List.of(RELIST_PEAK);
      case Figure.JOIN -> List.of(JOIN, JOIN_GAP, USUAL_GAP);
      case Figure.RESTART ->
        List.of(CPU_PER_OBJECT, FULL_CPU_PER_OBJECT, RESTART_CPU, RESTART_WALL);
      case Figure.LEAST_HEAP -> List.of(LEAST_HEAP);
      default -> SYNC;
    };
  }

  String markdown(List<Figure> figures) {
    StringBuilder text = new StringBuilder();
    for (Figure figure : figures) {
      List<Client> measured = figure.clients().stream()
          .filter(client -> results.runs(figure.name(), client) > 0)
          .toList();
      if (measured.isEmpty()) {
        continue;
      }
      List<Metric> metrics = metrics(figure.name());
      text.append("\n| ").append(figure.name());
      metrics.forEach(metric -> text.append(" | ").append(metric.label));
      text.append(" | runs |\n|---|").append("---|".repeat(metrics.size() + 1)).append('\n');
      for (Client client : measured) {
        text.append("| ").append(client.label);
        metrics.forEach(metric -> text.append(" | ")
            .append(Metric.text(results.median(figure.name(), client, metric.of))));
        text.append(" | ").append(results.runs(figure.name(), client)).append(" |\n");
      }
    }
    text.append("\n| bar | against | ratio | bar | |\n|---|---|---|---|---|\n");
    for (Bar bar : Bar.ALL) {
      double reached = bar.reached(results);
      text.append("| ").append(bar.what());
      text.append(" | ").append(bar.peer() == null ? "" : bar.peer().label);
      text.append(" | ").append(Metric.text(reached));
      text.append(" | ").append(Double.isNaN(bar.most()) ? "report" : "≤ " + bar.most());
      text.append(" | ").append(bar.verdict(reached)).append(" |\n");
    }
    return text.toString();
  }

  void json(Path file, List<Figure> figures) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode all = mapper.createObjectNode();
    all.put("processors", Runtime.getRuntime().availableProcessors());
    all.put("java", Runtime.version().toString());
    ArrayNode medians = all.putArray("medians");
    for (Figure figure : figures) {
      for (Client client : figure.clients()) {
        if (results.runs(figure.name(), client) > 0) {
          ObjectNode row = medians.addObject();
          row.put("figure", figure.name()).put("client", client.label);
          for (Metric metric : metrics(figure.name())) {
            row.put(metric.label, results.median(figure.name(), client, metric.of));
          }
        }
      }
    }
    ArrayNode bars = all.putArray("bars");
    for (Bar bar : Bar.ALL) {
      double reached = bar.reached(results);
      ObjectNode row = bars.addObject().put("what", bar.what());
      row.put("against", bar.peer() == null ? "" : bar.peer().label);
      row.put("ratio", reached).put("bar", bar.most()).put("verdict", bar.verdict(reached));
    }
    ArrayNode runs = all.putArray("runs");
    results.lines().forEach(runs::add);
    Files.writeString(file, mapper.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n");
  }
}
