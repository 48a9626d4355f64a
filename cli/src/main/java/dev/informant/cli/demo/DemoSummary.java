package dev.informant.cli.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.cli.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What came of a demo. Immutable once made. */
public final class DemoSummary {
  private record Row(
      Comparison.Result result, long events, long relists, long failures, long skipped) {}

  private final List<Row> rows = new ArrayList<>();
  private final Duration ran;
  private final long changes;
  private final Duration syncTook;
  private final double heapPerObject;

  private DemoSummary(DemoCluster cluster, Duration ran, List<Comparison.Result> results) {
    this.ran = ran;
    this.changes = cluster.changes();
    this.syncTook = cluster.syncTook();
    this.heapPerObject = cluster.heapPerObject();
    for (int i = 0; i < results.size(); i++) {
      WatchedKind<?> kind = cluster.kinds().get(i);
      rows.add(new Row(
          results.get(i),
          kind.statistics().events(),
          kind.statistics().relists(),
          kind.statistics().failures(),
          kind.informer().skippedCount()));
    }
  }

  /** Stops the cluster, lets the informers catch up, and compares. */
  public static DemoSummary of(DemoCluster cluster, DemoFaults faults, Duration ran) {
    faults.clear();
    cluster.stopChanges();
    return new DemoSummary(cluster, ran, new Comparison(cluster, Duration.ofSeconds(60)).run());
  }

  /** Whether every cache, and every handler, has exactly what the server has. */
  public boolean isEqual() {
    return rows.stream().allMatch(row -> row.result().differences().isEmpty());
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(String.format(
        Locale.ROOT,
        "%-12s %7s %7s %7s %8s %7s %6s %7s  %s",
        "KIND",
        "SERVER",
        "CACHE",
        "HANDLER",
        "EVENTS",
        "RELISTS",
        "FAILED",
        "SKIPPED",
        "EQUAL"));
    for (Row row : rows) {
      Comparison.Result result = row.result();
      lines.add(String.format(
          Locale.ROOT,
          "%-12s %,7d %,7d %,7d %,8d %,7d %,6d %,7d  %s",
          result.kind(),
          result.server(),
          result.cache(),
          result.handler(),
          row.events(),
          row.relists(),
          row.failures(),
          row.skipped(),
          result.differences().isEmpty() ? "yes" : "NO"));
    }
    for (Row row : rows) {
      row.result().differences().forEach(what -> lines.add(row.result().kind() + ": " + what));
    }
    lines.add("");
    lines.add("ran " + Words.time(ran) + ", " + Words.count(changes, "change") + "; first sync "
        + Words.time(syncTook)
        + (heapPerObject == 0 ? "" : ", " + Words.bytes(heapPerObject) + " of heap per object"));
    lines.add(
        isEqual()
            ? "the caches equal the server, object by object"
            : "the caches DIFFER from the server");
    return lines;
  }

  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("equal", isEqual());
    json.put("seconds", ran.toMillis() / 1000.0);
    json.put("changes", changes);
    json.put("syncMillis", syncTook.toMillis());
    if (heapPerObject > 0) {
      json.put("heapBytesPerObject", Math.round(heapPerObject));
    }
    ArrayNode kinds = json.putArray("kinds");
    for (Row row : rows) {
      ObjectNode kind = kinds.addObject();
      kind.put("kind", row.result().kind());
      kind.put("server", row.result().server());
      kind.put("cache", row.result().cache());
      kind.put("handler", row.result().handler());
      kind.put("events", row.events());
      kind.put("relists", row.relists());
      kind.put("failures", row.failures());
      kind.put("skipped", row.skipped());
      ArrayNode differences = kind.putArray("differences");
      row.result().differences().forEach(differences::add);
    }
    return json;
  }
}
