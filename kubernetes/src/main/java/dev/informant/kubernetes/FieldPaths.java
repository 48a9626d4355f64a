package dev.informant.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A set of fields to keep, as a tree; a node without children keeps everything below it. Immutable. */
final class FieldPaths {
  private static final List<String> ALWAYS = List.of(
      "apiVersion",
      "kind",
      "metadata.name",
      "metadata.namespace",
      "metadata.uid",
      "metadata.resourceVersion");

  /** A name behind a dot or at the start, or any text in brackets and quotes. */
  private static final Pattern STEP =
      Pattern.compile("(?:^|(?<!^)\\.)([^.\\[\\]]+)|\\['([^']+)'\\]");

  private final Map<String, FieldPaths> children = new LinkedHashMap<>();
  private boolean whole;

  private FieldPaths() {}

  static FieldPaths of(String... paths) {
    FieldPaths root = new FieldPaths();
    List<String> all = new ArrayList<>(ALWAYS);
    all.addAll(List.of(paths));
    for (String path : all) {
      FieldPaths node = root;
      for (String step : steps(path)) {
        node = node.children.computeIfAbsent(step, name -> new FieldPaths());
      }
      node.whole = true;
    }
    return root;
  }

  private static List<String> steps(String path) {
    List<String> steps = new ArrayList<>();
    Matcher step = STEP.matcher(path).useAnchoringBounds(false);
    int end = 0;
    while (step.region(end, path.length()).lookingAt()) {
      steps.add(step.group(1) == null ? step.group(2) : step.group(1));
      end = step.end();
    }
    if (end < path.length() || steps.isEmpty()) {
      throw new IllegalArgumentException("not a path of field names: \"" + path + "\"");
    }
    return steps;
  }

  void prune(ObjectNode object) {
    object.retain(children.keySet());
    for (Map.Entry<String, FieldPaths> child : children.entrySet()) {
      if (!child.getValue().whole) {
        child.getValue().pruneValue(object.path(child.getKey()));
      }
    }
  }

  private void pruneValue(JsonNode value) {
    if (value instanceof ObjectNode object) {
      prune(object);
    } else {
      value.forEach(this::pruneValue);
    }
  }
}
