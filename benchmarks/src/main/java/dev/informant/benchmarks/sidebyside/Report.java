package dev.informant.benchmarks.sidebyside;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The tables in Markdown, and the same as JSON. */
final class Report {
  private final Results results;

  Report(Results results) {
    this.results = results;
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
      List<Metric> metrics = figure.metrics();
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
          for (Metric metric : figure.metrics()) {
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
