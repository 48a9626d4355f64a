package dev.informant.verification.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a real kube-apiserver answered, one line per step; {@code verification/conformance/run --record} writes it.
 * Immutable.
 */
public final class Recorded {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String FILE = "recorded.jsonl";

  private final Map<String, Map<String, JsonNode>> scripts;

  /** The answers by script and step. */
  Recorded(Map<String, Map<String, JsonNode>> scripts) {
    this.scripts = scripts;
  }

  public static Recorded load() throws IOException {
    Map<String, Map<String, JsonNode>> scripts = new LinkedHashMap<>();
    InputStream stream = Recorded.class.getResourceAsStream(FILE);
    if (stream == null) {
      return new Recorded(scripts);
    }
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        JsonNode entry = MAPPER.readTree(line);
        scripts
            .computeIfAbsent(entry.path("script").asText(), id -> new LinkedHashMap<>())
            .put(entry.path("step").asText(), entry.path("result"));
      }
    }
    return new Recorded(scripts);
  }

  /** By step; empty if the script was never recorded. */
  public Map<String, JsonNode> of(ConformanceScript script) {
    return scripts.getOrDefault(script.id(), Map.of());
  }

  /** The labels of the recorded steps by script, also of steps that are in no script any more. */
  Map<String, Set<String>> labels() {
    Map<String, Set<String>> labels = new LinkedHashMap<>();
    scripts.forEach((script, answers) -> labels.put(script, answers.keySet()));
    return labels;
  }

  static void write(Path directory, Map<String, Map<String, JsonNode>> scripts) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, Map<String, JsonNode>> script : scripts.entrySet()) {
      for (Map.Entry<String, JsonNode> step : script.getValue().entrySet()) {
        ObjectNode line = MAPPER.createObjectNode().put("script", script.getKey());
        line.put("step", step.getKey()).set("result", step.getValue());
        lines.add(MAPPER.writeValueAsString(line));
      }
    }
    Files.write(directory.resolve(FILE), lines);
  }
}
