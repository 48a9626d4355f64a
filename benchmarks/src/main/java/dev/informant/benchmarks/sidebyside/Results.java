package dev.informant.benchmarks.sidebyside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The lines of all runs, kept in a file, so that a long series can be taken in pieces. */
final class Results {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final List<JsonNode> lines = new ArrayList<>();

  Results(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        lines.add(JSON.readTree(line));
      }
    }
  }

  void add(Figure figure, Client client, String line) throws IOException {
    ObjectNode node = (ObjectNode) JSON.readTree(line);
    node.put("figure", figure.name()).put("client", client.label);
    node.put("load", Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
    lines.add(node);
    Files.writeString(
        file,
        JSON.writeValueAsString(node) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** The line of a warm start, with what the full sync before it took. */
  static String withFull(String warm, String full) throws IOException {
    ObjectNode line = (ObjectNode) JSON.readTree(warm);
    JsonNode before = JSON.readTree(full);
    for (String field : List.of("cpu_ms_sync", "wall_ms_sync")) {
      line.set("full_" + field, before.path(field));
    }
    return line.toString();
  }

  /** The median over the runs of one figure; NaN if there are none. */
  double median(String figure, Client client, ToDoubleFunction<JsonNode> metric) {
    double[] values = lines.stream()
        .filter(line -> line.path("figure").asText().equals(figure)
            && line.path("client").asText().equals(client.label))
        .mapToDouble(metric)
        .filter(value -> !Double.isNaN(value))
        .sorted()
        .toArray();
    if (values.length == 0) {
      return Double.NaN;
    }
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }

  int runs(String figure, Client client) {
    return (int) lines.stream()
        .filter(line -> line.path("figure").asText().equals(figure)
            && line.path("client").asText().equals(client.label))
        .count();
  }

  List<JsonNode> lines() {
    return lines;
  }
}
