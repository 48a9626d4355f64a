package dev.informant.apiserver.internal.kinds;

import static dev.informant.apiserver.internal.kinds.Column.NAME;
import static dev.informant.apiserver.internal.kinds.Column.column;
import static dev.informant.apiserver.internal.kinds.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind.Deletion;
import dev.informant.apiserver.internal.kinds.Kind.Trait;
import dev.informant.apiserver.internal.status.Cause;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Events, which two groups serve in different forms. Stateless. */
final class Events {
  private static final String NEWER = "events.k8s.io";
  private static final List<String> INVOLVED =
      List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath");

  private Events() {}

  static List<Kind> kinds() {
    Kind events = Kind.of("events")
        .traits(Trait.CREATED_BY_UPDATE, Trait.UNCACHED, Trait.ANY_METADATA)
        .deletion(Deletion.WITHOUT_DEPENDENTS)
        .form(NEWER + "/v1", EventForms::toCore, EventForms::toEvents)
        .selectBy("reason", "type", "reportingComponent")
        .selectAs("source", "source.component|reportingComponent", "")
        .checks(object -> {})
        .checksOfNewBeforeMetadata(Events::check)
        .checksOfNewFirst(Events::strict)
        .columns(Events::columns);
    Map<String, String> names = new LinkedHashMap<>(Map.of("reason", "reason", "type", "type"));
    names.put("reportingController", "reportingComponent");
    for (String field : INVOLVED) {
      events.selectBy("involvedObject." + field);
      names.put("regarding." + field, "involvedObject." + field);
    }
    return List.of(events.selectNames(NEWER, names));
  }

  private static void check(Checks event) {
    boolean core = event.present("involvedObject");
    String namespace = event.get("metadata").path("namespace").asText("");
    String other = event.at(core ? "involvedObject" : "regarding").text("namespace");
    boolean stamped = event.present("eventTime");
    boolean fits = other.isEmpty()
        ? namespace.equals("default") || stamped && namespace.equals("kube-system")
        : stamped || namespace.equals(other);
    if (!fits) {
      event.add(Cause.invalid(
          "involvedObject.namespace", Checks.quoted(other), "does not match event.namespace"));
    }
    if (stamped) {
      event
          .requiredQualified(core ? "reportingComponent" : "reportingController")
          .required("reportingInstance")
          .required("action")
          .required("reason");
    }
  }

  /** The newer form has no place for what the older one says in other words. */
  private static void strict(Checks checks) {
    if (checks.present("involvedObject")) {
      return;
    }
    boolean stamped = checks.present("eventTime");
    if (checks.present("series")) {
      if (checks.get("series").path("count").asLong() < 2) {
        checks.invalid("series.count", "\"\"", "should be at least 2");
      }
      if (!checks.get("series").hasNonNull("lastObservedTime")) {
        checks.add(Cause.required("series.lastObservedTime", ""));
      }
    }
    if (!stamped) {
      checks.add(Cause.required("eventTime", ""));
    }
    String kind = checks.text("type");
    if (!kind.equals("Normal") && !kind.equals("Warning")) {
      checks.invalid("type", "\"\"", "has invalid value: " + kind);
    }
    for (String[] old : new String[][] {
      {"deprecatedFirstTimestamp", "firstTimestamp"},
      {"deprecatedLastTimestamp", "lastTimestamp"},
      {"deprecatedCount", "count"},
      {"deprecatedSource", "source"}
    }) {
      boolean set = checks.present(old[0])
          && !(checks.get(old[0]).isContainerNode() && checks.get(old[0]).isEmpty())
          && !checks.get(old[0]).asText("").equals("0");
      if (set) {
        checks.invalid(old[1], "\"\"", "needs to be unset");
      }
    }
  }

  private static List<Column> columns() {
    return List.of(
        column(
            "Last Seen",
            (event, now) -> event.path("series").hasNonNull("lastObservedTime")
                ? Cells.age(event, now, "series", "lastObservedTime")
                : seen(event, now, "lastTimestamp", "deprecatedLastTimestamp")),
        text("Type", "type"),
        text("Reason", "reason"),
        column("Object", (event, now) -> {
          JsonNode about = about(event);
          String kind = Cells.text(about, "kind").toLowerCase(Locale.ROOT);
          return kind + "/" + Cells.text(about, "name");
        }),
        column("Subobject", (event, now) -> about(event).path("fieldPath").asText(""))
            .wide(),
        column("Source", (event, now) -> {
              JsonNode source = event.has("deprecatedSource")
                  ? event.path("deprecatedSource")
                  : event.path("source");
              String reporter = event.has("reportingController")
                  ? Cells.text(event, "reportingController")
                  : Cells.text(event, "reportingComponent");
              String component = Cells.textOr(reporter, source, "component");
              String host = Cells.textOr(Cells.text(event, "reportingInstance"), source, "host");
              return host.isEmpty() ? component : component + ", " + host;
            })
            .wide(),
        column(
            "Message",
            (event, now) ->
                Cells.textOr(Cells.text(event, "note"), event, "message").strip()),
        column(
                "First Seen",
                (event, now) -> seen(event, now, "firstTimestamp", "deprecatedFirstTimestamp"))
            .wide(),
        new Column(
            "Count",
            "string",
            "",
            "",
            1,
            (event, now) -> event.has("series")
                ? Cells.number(event, "series", "count")
                : Math.max(
                    1, Cells.number(event, event.has("count") ? "count" : "deprecatedCount"))),
        NAME.wide());
  }

  private static JsonNode about(ObjectNode event) {
    return event.path(event.has("regarding") ? "regarding" : "involvedObject");
  }

  /** Since the first of these times that is there, or the event's own. */
  private static String seen(ObjectNode event, Instant now, String... fields) {
    for (String field : fields) {
      if (event.hasNonNull(field)) {
        return Cells.age(event, now, field);
      }
    }
    return Cells.age(event, now, "eventTime");
  }
}
