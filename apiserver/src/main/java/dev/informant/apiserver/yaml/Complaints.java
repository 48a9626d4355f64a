package dev.informant.apiserver.yaml;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.scanner.ScannerException;

/** What Go's YAML reader says where SnakeYAML complains: both have one ancestor, and other words. Stateless. */
final class Complaints {
  private static final List<Map.Entry<String, String>> WORDS = List.of(
      Map.entry("expected the node content", "did not find expected node content"),
      Map.entry("expected ',' or ']'", "did not find expected ',' or ']'"),
      Map.entry("expected ',' or '}'", "did not find expected ',' or '}'"),
      Map.entry("expected '<document start>'", "did not find expected <document start>"),
      Map.entry("mapping values are not allowed", "mapping values are not allowed in this context"),
      Map.entry("found undefined tag handle", "found undefined tag handle"),
      Map.entry("(TAB)", "found a tab character that violates indentation"),
      Map.entry("that cannot start any token", "found character that cannot start any token"),
      Map.entry("found unexpected end of stream", "found unexpected end of stream"),
      Map.entry("could not find expected ':'", "could not find expected ':'"),
      Map.entry("found unexpected document separator", "found unexpected document indicator"),
      Map.entry(
          "sequence entries are not allowed",
          "block sequence entries are not allowed in this context"),
      Map.entry("mapping keys are not allowed", "mapping keys are not allowed in this context"),
      Map.entry(
          "unexpected character found", "did not find expected alphabetic or numeric character"),
      Map.entry("found duplicate anchor", "found duplicate anchor"));

  private Complaints() {}

  /** {@code text} is what was read. */
  static String complaint(Throwable malformed, String text) {
    for (Throwable cause = malformed; cause != null; cause = cause.getCause()) {
      if (cause instanceof ReaderException) {
        return "yaml: control characters are not allowed";
      }
      if (cause instanceof MarkedYAMLException marked) {
        return "yaml: " + place(marked, text) + words(marked);
      }
    }
    return "yaml: "
        + String.valueOf(malformed.getMessage()).lines().findFirst().orElse("malformed");
  }

  /**
   * Go counts lines from 0, leaves a 0 out, and counts from 1 where its scanner complains. At the end of a text it
   * takes a line that is not ended for one that is.
   */
  private static String place(MarkedYAMLException marked, String text) {
    boolean cutOff = String.valueOf(marked.getProblem()).contains("unexpected end of stream");
    int line = line(marked.getProblemMark(), cutOff ? null : text);
    if (line > 0 && marked instanceof ScannerException) {
      line++;
    }
    line = line == 0 ? line(marked.getContextMark(), null) : line;
    return line == 0 ? "" : "line " + line + ": ";
  }

  private static int line(@Nullable Mark mark, @Nullable String text) {
    if (mark == null) {
      return 0;
    }
    boolean atEnd = text != null && mark.getIndex() >= text.codePointCount(0, text.length());
    return mark.getLine() + (atEnd && mark.getColumn() > 0 ? 1 : 0);
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
