package dev.informant.apiserver.internal.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.faults.Effect;
import dev.informant.apiserver.faults.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A fault written as JSON; see {@link AdminEndpoint}. Stateless. */
final class FaultForm {
  private static final List<String> COMMON =
      List.of("effect", "verb", "resource", "namespace", "name", "first", "count", "probability");

  /** The effects, and the fields that only they have. */
  static final Map<String, List<String>> EFFECTS = Map.ofEntries(
      Map.entry("delay", List.of("millis")),
      Map.entry("status", List.of("code", "reason", "message", "retryAfterSeconds")),
      Map.entry("text", List.of("code", "text", "retryAfterSeconds")),
      Map.entry("cut", List.of("afterBytes", "reset")),
      Map.entry("stall", List.of("afterEvents")),
      Map.entry("end", List.of("afterEvents")),
      Map.entry("sendUnknownEventType", List.of("afterEvents")),
      Map.entry("sendOtherKind", List.of("afterEvents")),
      Map.entry("sendUndecodableObject", List.of("afterEvents", "objectNamespace", "objectName")),
      Map.entry("dropBookmarks", List.of()),
      Map.entry("dropEndBookmark", List.of()),
      Map.entry("ignoreInitialEvents", List.of()),
      Map.entry("refuseInitialEvents", List.of()));

  private static final long LONGEST_MILLIS = Duration.ofDays(1).toMillis();
  private static final int FIRST_FAILURE = 400;
  private static final int LAST_FAILURE = 599;

  private FaultForm() {}

  static Fault read(JsonNode json) {
    AdminBody.requireObject(json);
    String effect = json.path("effect").asText("");
    List<String> own = EFFECTS.get(effect);
    if (own == null) {
      throw new IllegalArgumentException("effect: must be one of "
          + String.join(", ", new TreeSet<>(EFFECTS.keySet()))
          + (json.has("effect") ? "; it is " + json.get("effect") : "; it is missing"));
    }
    List<String> allowed = new ArrayList<>(own);
    allowed.addAll(COMMON);
    AdminBody body = AdminBody.of(json, "the effect " + effect, allowed);
    Fault fault = fault(effect, body);
    return new Fault(
        fault.effect(),
        body.oneOf("verb", fault.verb(), Fault.VERBS),
        body.text("resource", ""),
        body.text("namespace", ""),
        body.text("name", ""),
        body.whole("first", 1, Long.MAX_VALUE, 1),
        body.whole("count", 1, Long.MAX_VALUE, Long.MAX_VALUE),
        body.share("probability", 1));
  }

  private static Fault fault(String effect, AdminBody body) {
    return switch (effect) {
      case "delay" ->
        Fault.delay(Duration.ofMillis(body.requiredWhole("millis", 0, LONGEST_MILLIS)));
      case "status" -> {
        Effect.Status usual =
            (Effect.Status) Fault.status(code(body, 500), retryAfter(body)).effect();
        yield Fault.of(new Effect.Status(
            usual.code(),
            body.text("reason", usual.reason()),
            body.text("message", usual.message()),
            usual.retryAfterSeconds()));
      }
      case "text" -> {
        Effect.Text usual = (Effect.Text) Fault.overloaded(1).effect();
        yield Fault.of(
            new Effect.Text(code(body, usual.code()), body.text("text", usual.text()), (int)
                body.whole("retryAfterSeconds", 0, Integer.MAX_VALUE, usual.retryAfterSeconds())));
      }
      case "cut" ->
        Fault.of(
            new Effect.Cut(body.whole("afterBytes", -1, Long.MAX_VALUE, -1), body.flag("reset")));
      case "stall" -> Fault.stallWatchAfter(events(body));
      case "end" -> Fault.endWatchAfter(events(body));
      case "sendUnknownEventType" -> Fault.sendUnknownEventTypeAfter(events(body));
      case "sendOtherKind" -> Fault.sendOtherKindAfter(events(body));
      case "sendUndecodableObject" ->
        Fault.sendUndecodableObjectAfter(
            events(body),
            body.text("objectNamespace", "default"),
            body.text("objectName", "broken"));
      case "dropBookmarks" -> Fault.dropBookmarks();
      case "dropEndBookmark" -> Fault.dropEndBookmark();
      case "ignoreInitialEvents" -> Fault.ignoreInitialEvents();
      case "refuseInitialEvents" -> Fault.refuseInitialEvents();
      default -> throw new IllegalStateException("nobody makes the effect " + effect);
    };
  }

  /** What {@link #read} would read as this fault; what is as usual is left out. */
  static ObjectNode write(Fault fault) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    write(fault.effect(), json);
    put(json, "verb", fault.verb());
    put(json, "resource", fault.resource());
    put(json, "namespace", fault.namespace());
    put(json, "name", fault.name());
    if (fault.first() != 1) {
      json.put("first", fault.first());
    }
    if (fault.count() != Long.MAX_VALUE) {
      json.put("count", fault.count());
    }
    if (fault.probability() != 1) {
      json.put("probability", fault.probability());
    }
    return json;
  }

  private static void put(ObjectNode json, String field, String value) {
    if (!value.isEmpty()) {
      json.put(field, value);
    }
  }

  private static void write(Effect effect, ObjectNode json) {
    if (effect instanceof Effect.Delay delay) {
      json.put("effect", "delay").put("millis", delay.time().toMillis());
    } else if (effect instanceof Effect.Status status) {
      json.put("effect", "status").put("code", status.code());
      json.put("reason", status.reason()).put("message", status.message());
      json.put("retryAfterSeconds", status.retryAfterSeconds());
    } else if (effect instanceof Effect.Text text) {
      json.put("effect", "text").put("code", text.code()).put("text", text.text());
      json.put("retryAfterSeconds", text.retryAfterSeconds());
    } else if (effect instanceof Effect.Cut cut) {
      json.put("effect", "cut").put("afterBytes", cut.afterBytes()).put("reset", cut.reset());
    } else if (effect instanceof Effect.Stall stall) {
      json.put("effect", "stall").put("afterEvents", stall.afterEvents());
    } else if (effect instanceof Effect.End end) {
      json.put("effect", "end").put("afterEvents", end.afterEvents());
    } else if (effect instanceof Effect.SendUnknownEventType odd) {
      json.put("effect", "sendUnknownEventType").put("afterEvents", odd.afterEvents());
    } else if (effect instanceof Effect.SendOtherKind odd) {
      json.put("effect", "sendOtherKind").put("afterEvents", odd.afterEvents());
    } else if (effect instanceof Effect.SendUndecodableObject odd) {
      json.put("effect", "sendUndecodableObject").put("afterEvents", odd.afterEvents());
      json.put("objectNamespace", odd.namespace()).put("objectName", odd.name());
    } else {
      // The others have no fields, and the names of their types.
      String type = effect.getClass().getSimpleName();
      json.put("effect", Character.toLowerCase(type.charAt(0)) + type.substring(1));
    }
  }

  private static int code(AdminBody body, int usual) {
    return (int) body.whole("code", FIRST_FAILURE, LAST_FAILURE, usual);
  }

  private static int retryAfter(AdminBody body) {
    return (int) body.whole("retryAfterSeconds", 0, Integer.MAX_VALUE, 0);
  }

  private static int events(AdminBody body) {
    return (int) body.whole("afterEvents", 0, Integer.MAX_VALUE, 0);
  }
}
