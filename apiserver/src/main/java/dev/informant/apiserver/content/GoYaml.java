package dev.informant.apiserver.content;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.scanner.ScannerException;

/** What Go's YAML reader says where SnakeYAML complains: both have one ancestor, and other words. Stateless. */
final class GoYaml {
  private static final List<Map.Entry<String, String>> WORDS = List.of(
      Map.entry("expected the node content", "did not find expected node content"),
      Map.entry("expected ',' or ']'", "did not find expected ',' or ']'"),
      Map.entry("expected ',' or '}'", "did not find expected ',' or '}'"),
      Map.entry("expected '<document start>'", "did not find expected <document start>"),
      Map.entry("mapping values are not allowed", "mapping values are not allowed in this context"),
      Map.entry("found undefined tag handle", "found undefined tag handle"),
      Map.entry("that cannot start any token", "found character that cannot start any token"),
      Map.entry("found unexpected end of stream", "found unexpected end of stream"),
      Map.entry("could not find expected ':'", "could not find expected ':'"),
      Map.entry("found duplicate anchor", "found duplicate anchor"));

  private GoYaml() {}

  static String complaint(Throwable malformed) {
    for (Throwable cause = malformed; cause != null; cause = cause.getCause()) {
      if (cause instanceof MarkedYAMLException marked) {
        return "yaml: " + place(marked) + words(marked);
      }
    }
    return "yaml: "
        + String.valueOf(malformed.getMessage()).lines().findFirst().orElse("malformed");
  }

  /** Go counts lines from 0, leaves a 0 out, and counts from 1 where its scanner complains. */
  private static String place(MarkedYAMLException marked) {
    int line = line(marked.getContextMark());
    line = line == 0 ? line(marked.getProblemMark()) : line;
    if (line == 0) {
      return "";
    }
    return "line " + (marked instanceof ScannerException ? line + 1 : line) + ": ";
  }

  private static int line(@Nullable Mark mark) {
    return mark == null ? 0 : mark.getLine();
  }

  private static String words(MarkedYAMLException marked) {
    String problem = String.valueOf(marked.getProblem());
    if (problem.startsWith("expected <block end>")) {
      return String.valueOf(marked.getContext()).contains("mapping")
          ? "did not find expected key"
          : "did not find expected '-' indicator";
    }
    return WORDS.stream()
        .filter(word -> problem.contains(word.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(problem);
  }
}
