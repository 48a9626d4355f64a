package dev.informant.verification.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.queue.Delta;
import dev.informant.queue.DeltaFifo;
import dev.informant.queue.InOrderQueue;
import dev.informant.queue.KnownObjects;
import dev.informant.queue.Queue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plays a script of queue operations and compares what each step gives with what the file says. */
final class QueueScript {
  private static final ObjectMapper JSON = new ObjectMapper();

  private QueueScript() {}

  /** An object of a script: its key is its name. */
  private record Thing(String name, String version) {
    static Thing parse(String text) {
      int colon = text.indexOf(':');
      return new Thing(text.substring(0, colon), text.substring(colon + 1));
    }

    @Override
    public String toString() {
      return name + ":" + version;
    }
  }

  /** The consumer's store: what is popped is applied to it. */
  private static final class Known implements KnownObjects<Thing> {
    private final TreeMap<String, Thing> things = new TreeMap<>();

    @Override
    public Collection<String> keys() {
      return List.copyOf(things.keySet());
    }

    @Override
    public @Nullable Thing get(String key) {
      return things.get(key);
    }
  }

  /** Returns the differences; none means the script passed. */
  static List<String> play(Path file) throws IOException {
    JsonNode script = JSON.readTree(file.toFile());
    Known known = new Known();
    script.path("known").forEach(item -> put(known, Thing.parse(item.asText())));
    String kind = script.path("queue").asText();
    try (Queue<Thing> queue = queue(kind, known)) {
      List<String> found = new ArrayList<>();
      int index = 0;
      if (script.path("steps").isEmpty()) {
        found.add("the script has no steps");
      }
      for (JsonNode step : script.path("steps")) {
        JsonNode gives = execute(queue, known, step);
        JsonNode expected = step.path("gives");
        if (!gives.equals(expected)) {
          found.add("step " + index + " (" + step.path("do").asText() + ")\n  - " + expected
              + "\n  + " + gives);
        }
        index++;
      }
      return found;
    }
  }

  private static Queue<Thing> queue(String kind, Known known) {
    return switch (kind) {
      case "delta-fifo" -> new DeltaFifo<>(Thing::name, known);
      case "in-order" -> new InOrderQueue<>(Thing::name);
      default -> throw new IllegalArgumentException("unknown queue \"" + kind + "\"");
    };
  }

  /** What a step gives; missing if it gives nothing. */
  private static JsonNode execute(Queue<Thing> queue, Known known, JsonNode step) {
    String operation = step.path("do").asText();
    switch (operation) {
      case "add" -> queue.add(item(step));
      case "update" -> queue.update(item(step));
      case "delete" -> queue.delete(item(step));
      case "delete-tombstone" -> queue.deleteFinalStateUnknown(item(step).name(), item(step));
      case "replace" -> {
        List<Thing> things = new ArrayList<>();
        step.path("items").forEach(text -> things.add(Thing.parse(text.asText())));
        queue.replace(things, step.path("rv").asText());
      }
      case "resync" -> queue.resync();
      case "bookmark" -> queue.bookmark(step.path("rv").asText());
      case "synced" -> {
        return BooleanNode.valueOf(queue.hasSynced());
      }
      case "pop" -> {
        ArrayNode popped = JSON.createArrayNode();
        queue.poll((deltas, initial) -> append(popped, known, deltas, initial));
        return popped.path(0);
      }
      case "pop-all" -> {
        queue.close();
        ArrayNode popped = JSON.createArrayNode();
        while (queue.poll((deltas, initial) -> append(popped, known, deltas, initial))) {
          // until it is empty
        }
        return popped;
      }
      default -> throw new IllegalArgumentException("unknown step \"" + operation + "\"");
    }
    return MissingNode.getInstance();
  }

  /**
   * A batch of the in-order queue stands for as many single pops: they differ only in how many changes are
   * handed over at once.
   */
  private static void append(
      ArrayNode popped, Known known, List<Delta<Thing>> deltas, boolean initial) {
    boolean sameKey = deltas.stream().map(QueueScript::keyOf).distinct().count() == 1;
    if (sameKey) {
      popped.add(entry(known, deltas, initial));
    } else {
      deltas.forEach(delta -> popped.add(entry(known, List.of(delta), initial)));
    }
  }

  private static String keyOf(Delta<Thing> delta) {
    return delta instanceof Delta.Keyed<Thing> keyed ? keyed.key() : "";
  }

  private static ObjectNode entry(Known known, List<Delta<Thing>> deltas, boolean initial) {
    ObjectNode entry = JSON.createObjectNode();
    ArrayNode described = entry.putArray("deltas");
    deltas.forEach(delta -> described.add(describe(known, delta)));
    entry.put("initial", initial);
    return entry;
  }

  /** Describes a delta and applies it to the consumer's store. */
  private static String describe(Known known, Delta<Thing> delta) {
    if (delta instanceof Delta.Deleted<Thing> deleted) {
      known.things.remove(deleted.key());
      return "Deleted " + (deleted.finalStateUnknown() ? "tombstone " : "") + deleted.object();
    }
    if (delta instanceof Delta.Added<Thing> added) {
      return "Added " + put(known, added.object());
    }
    if (delta instanceof Delta.Updated<Thing> updated) {
      return "Updated " + put(known, updated.object());
    }
    if (delta instanceof Delta.Replaced<Thing> replaced) {
      return "Replaced " + put(known, replaced.object());
    }
    if (delta instanceof Delta.Sync<Thing> sync) {
      return "Sync " + put(known, sync.object());
    }
    if (delta instanceof Delta.ReplacedAll<Thing> all) {
      known.things.clear();
      all.objects().forEach(thing -> put(known, thing));
      return "ReplacedAll @"
          + all.resourceVersion()
          + " ["
          + all.objects().stream().map(Thing::toString).collect(Collectors.joining(" "))
          + "]";
    }
    if (delta instanceof Delta.Bookmark<Thing> bookmark) {
      return "Bookmark @" + bookmark.resourceVersion();
    }
    return "SyncAll";
  }

  private static Thing put(Known known, Thing thing) {
    known.things.put(thing.name(), thing);
    return thing;
  }

  private static Thing item(JsonNode step) {
    return Thing.parse(step.path("item").asText());
  }
}
