package dev.informant.benchmarks.sidebyside;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Figures and bars as tables in Markdown, and as JSON. */
final class Report {
  private final Results all;

  Report(Results all) {
    this.all = all;
  }

  /** The figures of each JDK, and after them the bars. */
  String markdown(List<Figure> figures) {
    StringBuilder text = new StringBuilder();
    for (String jdk : all.jdks()) {
      text.append("\n**JDK ").append(jdk).append("**\n");
      tables(text, all.of(jdk), figures);
    }
    return text.append('\n').append(bars()).toString();
  }

  /** What each JDK reaches of each bar. */
  String bars() {
    List<String> jdks = all.jdks();
    StringBuilder text = new StringBuilder("| bar | against |");
    jdks.forEach(jdk -> text.append(" JDK ").append(jdk).append(" | |"));
    text.append(" bar |\n|---|---|").append("---|---|".repeat(jdks.size())).append("---|\n");
    for (Bar bar : Bar.ALL) {
      text.append("| ").append(bar.what());
      text.append(" | ").append(bar.peer() == null ? "" : bar.peer().label);
      for (String jdk : jdks) {
        double reached = bar.reached(all.of(jdk));
        text.append(" | ").append(Metric.text(reached));
        text.append(" | ").append(bar.verdict(reached));
      }
      text.append(" | ").append(Double.isNaN(bar.most()) ? "report" : "≤ " + bar.most());
      text.append(" |\n");
    }
    return text.toString();
  }

  private static void tables(StringBuilder text, Results results, List<Figure> figures) {
    for (Figure figure : figures) {
      List<Client> measured = figure.clients().stream()
          .filter(client -> results.runs(figure.name(), client) > 0)
          .toList();
      if (measured.stream().noneMatch(client -> Client.isJava(client.label))) {
        continue; // those that are no Java are beside every JDK
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
  }

  void json(Path file, List<Figure> figures) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode whole = mapper.createObjectNode();
    whole.put("processors", Runtime.getRuntime().availableProcessors());
    ArrayNode medians = whole.putArray("medians");
    ArrayNode bars = whole.putArray("bars");
    for (String jdk : all.jdks()) {
      medians(medians, jdk, figures);
      bars(bars, jdk);
    }
    ArrayNode runs = whole.putArray("runs");
    all.lines().forEach(runs::add);
    Files.writeString(
        file, mapper.writerWithDefaultPrettyPrinter().writeValueAsString(whole) + "\n");
  }

  private void medians(ArrayNode rows, String jdk, List<Figure> figures) {
    Results results = all.of(jdk);
    for (Figure figure : figures) {
      for (Client client : figure.clients()) {
        if (results.runs(figure.name(), client) > 0) {
          ObjectNode row = rows.addObject().put("jdk", jdk);
          row.put("figure", figure.name()).put("client", client.label);
          for (Metric metric : figure.metrics()) {
            row.put(metric.label, results.median(figure.name(), client, metric.of));
          }
        }
      }
    }
  }

  private void bars(ArrayNode rows, String jdk) {
    Results results = all.of(jdk);
    for (Bar bar : Bar.ALL) {
      double reached = bar.reached(results);
      ObjectNode row = rows.addObject().put("jdk", jdk).put("what", bar.what());
      row.put("against", bar.peer() == null ? "" : bar.peer().label);
      row.put("ratio", reached).put("bar", bar.most()).put("verdict", bar.verdict(reached));
    }
  }
}
