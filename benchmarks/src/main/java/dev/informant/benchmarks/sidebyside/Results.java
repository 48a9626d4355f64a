package dev.informant.benchmarks.sidebyside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The lines of all runs, kept in a file, so that a long series can be taken in pieces. Each has the JDK of its series; figures are
 * made of the lines of one JDK and of those clients that need none: {@link #of}.
 */
final class Results {
  private static final String JDK = "jdk";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final List<JsonNode> lines;

  private Results(Path file, List<JsonNode> lines) {
    this.file = file;
    this.lines = lines;
  }

  Results(Path file) throws IOException {
    this(file, new ArrayList<>());
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        lines.add(JSON.readTree(line));
      }
    }
  }

  void add(Figure figure, Client client, String line) throws IOException {
    ObjectNode node = (ObjectNode) JSON.readTree(line);
    node.put("figure", figure.name()).put("client", client.label);
    node.put(JDK, thisJdk()).put("java", Runtime.version().toString());
    node.put("load", Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
    lines.add(node);
    Files.writeString(
        file,
        JSON.writeValueAsString(node) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** The one that the clients in Java are run with: they get the JVM that this runs on. */
  static String thisJdk() {
    return Integer.toString(Runtime.version().feature());
  }

  /** The JDKs there are lines of, the oldest first. */
  List<String> jdks() {
    return lines.stream()
        .map(Results::jdk)
        .distinct()
        .sorted(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  /** The lines of one JDK, with all lines of clients that are no Java: a JDK makes no difference to them. */
  Results of(String jdk) {
    return new Results(
        file,
        lines.stream()
            .filter(line ->
                jdk(line).equals(jdk) || !Client.isJava(line.path("client").asText()))
            .toList());
  }

  private static String jdk(JsonNode line) {
    return line.path(JDK).asText();
  }

  /** The last line of a client, if there is one. */
  Optional<JsonNode> last(String figure, Client client) {
    return lines.stream()
        .filter(line -> isOf(line, figure, client))
        .reduce((earlier, later) -> later);
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
        .filter(line -> isOf(line, figure, client))
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
    return (int) lines.stream().filter(line -> isOf(line, figure, client)).count();
  }

  private static boolean isOf(JsonNode line, String figure, Client client) {
    return line.path("figure").asText().equals(figure)
        && line.path("client").asText().equals(client.label);
  }

  List<JsonNode> lines() {
    return lines;
  }
}
