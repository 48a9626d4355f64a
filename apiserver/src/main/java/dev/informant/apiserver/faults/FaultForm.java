package dev.informant.apiserver.faults;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A fault written as JSON; see {@link AdminEndpoint}. Stateless. */
final class FaultForm {
  private static final List<String> COMMON =
      List.of("effect", "verb", "resource", "namespace", "name", "first", "count", "probability");
  private static final List<String> VERBS =
      List.of("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection");

  /** The effects, and the fields that only they have. */
  static final Map<String, List<String>> EFFECTS = Map.of(
      "delay", List.of("millis"),
      "status", List.of("code", "reason", "message", "retryAfterSeconds"),
      "text", List.of("code", "text", "retryAfterSeconds"),
      "cut", List.of("afterBytes", "reset"),
      "stall", List.of("afterEvents"),
      "end", List.of("afterEvents"),
      "dropBookmarks", List.of(),
      "dropEndBookmark", List.of(),
      "ignoreInitialEvents", List.of(),
      "refuseInitialEvents", List.of());

  private static final long LONGEST_MILLIS = Duration.ofDays(1).toMillis();
  private static final int FIRST_FAILURE = 400;
  private static final int LAST_FAILURE = 599;

  private FaultForm() {}

  static Fault read(JsonNode json) {
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
        body.oneOf("verb", fault.verb(), VERBS),
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
      case "stall" -> Fault.of(new Effect.Stall(events(body))).verb("watch");
      case "end" -> Fault.of(new Effect.End(events(body))).verb("watch");
      case "dropBookmarks" -> Fault.dropBookmarks();
      case "dropEndBookmark" -> Fault.dropEndBookmark();
      case "ignoreInitialEvents" -> Fault.ignoreInitialEvents();
      case "refuseInitialEvents" -> Fault.refuseInitialEvents();
      default -> throw new IllegalStateException("nobody makes the effect " + effect);
    };
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
