package dev.informant.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.cli.Output;
import dev.informant.cli.Text;
import dev.informant.cli.Text.Style;
import dev.informant.informer.Deleted;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.transport.Resource;
import java.time.Instant;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Prints an informer's calls: the initial list as one table, sorted, then each change as it comes. Called by one thread
 * at a time. Exceptions of printing are passed to the consumer, because they end the command.
 */
public final class ChangePrinter implements ResourceEventHandler<JsonNode> {
  private static final int TIME_WIDTH = 10;
  private static final int EVENT_WIDTH = 8;

  private final Output output;
  private final Resource resource;
  private final WatchFormat format;
  private final boolean diff;
  private final boolean showNamespace;
  private final Consumer<RuntimeException> failed;
  private List<JsonNode> initial = new ArrayList<>();
  private boolean synced;
  private int namespaceWidth = "NAMESPACE".length();
  private int nameWidth = "NAME".length();
  private int statusWidth = "STATUS".length();

  public ChangePrinter(
      Output output,
      Resource resource,
      WatchFormat format,
      boolean diff,
      boolean allNamespaces,
      Consumer<RuntimeException> failed) {
    this.output = output;
    this.resource = resource;
    this.format = format;
    this.diff = diff;
    this.showNamespace = allNamespaces && resource.namespaced();
    this.failed = failed;
  }

  @Override
  public void onAdd(JsonNode object, boolean inInitialList) {
    guarded(() -> {
      if (inInitialList && !synced) {
        initial.add(object);
      } else {
        print(inInitialList ? "initial" : "added", object, List.of(), false);
      }
    });
  }

  @Override
  public void onUpdate(JsonNode before, JsonNode after) {
    guarded(
        () -> print("changed", after, diff ? Difference.between(before, after) : List.of(), false));
  }

  @Override
  public void onDelete(Deleted<JsonNode> deleted) {
    guarded(() -> {
      JsonNode last = deleted.object();
      if (last != null) {
        print("deleted", last, List.of(), deleted.finalStateUnknown());
      }
    });
  }

  /** The initial list is complete; called on the handler's thread. */
  public void onSynced(String took) {
    guarded(() -> {
      List<JsonNode> all = initial;
      initial = new ArrayList<>();
      synced = true;
      all.sort(Comparator.comparing((JsonNode object) -> namespace(object))
          .thenComparing(ChangePrinter::name));
      all.forEach(this::widen);
      if (isTable()) {
        header();
      }
      all.forEach(object -> print("initial", object, List.of(), false));
      endOfList(all.size(), took);
    });
  }

  private void guarded(Runnable printing) {
    try {
      printing.run();
    } catch (RuntimeException failure) {
      failed.accept(failure);
    }
  }

  private boolean isTable() {
    return format == WatchFormat.TEXT || format == WatchFormat.WIDE;
  }

  private void header() {
    output.line(Text.of(
        Style.STRONG,
        pad("TIME", TIME_WIDTH)
            + pad("EVENT", EVENT_WIDTH)
            + columns("NAMESPACE", "NAME", "AGE")
            + status("STATUS", "DETAILS")));
  }

  private String columns(String namespace, String name, String age) {
    return "  " + (showNamespace ? pad(namespace, namespaceWidth + 2) : "")
        + pad(name, nameWidth + 2) + pad(age, 6);
  }

  private String status(String status, String details) {
    return format == WatchFormat.WIDE ? pad(status, statusWidth + 2) + details : status;
  }

  private void endOfList(int count, String took) {
    if (format == WatchFormat.JSON) {
      output.jsonLine(
          JsonNodeFactory.instance.objectNode().put("type", "SYNCED").put("objects", count));
    } else if (isTable()) {
      output.line(Text.of(
          Style.FAINT,
          "--- " + count + " " + resource.plural() + " after " + took + "; watching for changes"));
    }
  }

  private void print(
      String event, JsonNode object, List<Difference> differences, boolean stateUnknown) {
    switch (format) {
      case JSON -> output.jsonLine(json(event, object, differences, stateUnknown));
      case NAME ->
        output.line(singular() + "/" + name(object) + (event.equals("deleted") ? " deleted" : ""));
      case TEXT, WIDE -> line(event, object, differences, stateUnknown);
    }
  }

  private void line(
      String event, JsonNode object, List<Difference> differences, boolean stateUnknown) {
    widen(object);
    String time =
        DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.now().truncatedTo(ChronoUnit.SECONDS));
    Style style = switch (event) {
      case "added" -> Style.ADDED;
      case "changed" -> Style.CHANGED;
      case "deleted" -> Style.REMOVED;
      default -> Style.FAINT;
    };
    String unknown = stateUnknown ? "  (last state unknown)" : "";
    String rest = columns(namespace(object), name(object), Details.age(object, Instant.now()))
        + status(Details.status(object), Details.wide(object))
        + unknown;
    output.line(Text.of(pad(time, TIME_WIDTH))
        .plus(style, pad(event, EVENT_WIDTH))
        .plus(rest.stripTrailing()));
    for (Difference difference : differences) {
      String indent = " ".repeat(TIME_WIDTH);
      if (difference.before() != null) {
        output.line(Text.of(
            Style.REMOVED, indent + "- " + difference.path() + ": " + difference.textBefore()));
      }
      if (difference.after() != null) {
        output.line(Text.of(
            Style.ADDED, indent + "+ " + difference.path() + ": " + difference.textAfter()));
      }
    }
  }

  private ObjectNode json(
      String event, JsonNode object, List<Difference> differences, boolean stateUnknown) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put(
        "type",
        switch (event) {
          case "changed" -> "MODIFIED";
          case "deleted" -> "DELETED";
          default -> "ADDED";
        });
    if (event.equals("initial")) {
      json.put("initial", true);
    }
    if (stateUnknown) {
      json.put("finalStateUnknown", true);
    }
    if (!differences.isEmpty()) {
      ArrayNode changes = json.putArray("changes");
      for (Difference difference : differences) {
        ObjectNode change = changes.addObject().put("path", difference.path());
        if (difference.before() != null) {
          change.set("before", difference.before());
        }
        if (difference.after() != null) {
          change.set("after", difference.after());
        }
      }
    }
    json.set("object", object);
    return json;
  }

  private String singular() {
    String kind = resource.kind().toLowerCase(Locale.ROOT);
    return resource.group().isEmpty() ? kind : kind + "." + resource.group();
  }

  private void widen(JsonNode object) {
    namespaceWidth = Math.max(namespaceWidth, namespace(object).length());
    nameWidth = Math.max(nameWidth, name(object).length());
    if (format == WatchFormat.WIDE) {
      statusWidth = Math.max(statusWidth, Details.status(object).length());
    }
  }

  private static String namespace(JsonNode object) {
    return object.path("metadata").path("namespace").asText("");
  }

  private static String name(JsonNode object) {
    return object.path("metadata").path("name").asText("");
  }

  private static String pad(String text, int width) {
    return text.length() >= width ? text : text + " ".repeat(width - text.length());
  }
}
