package dev.informant.apiserver.faults;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Set;

/** A fault written as JSON; see {@link AdminEndpoint}. */
final class FaultForm {
  private static final Set<String> KNOWN = Set.of(
      "effect",
      "millis",
      "code",
      "reason",
      "message",
      "text",
      "retryAfterSeconds",
      "afterBytes",
      "reset",
      "afterEvents",
      "verb",
      "resource",
      "namespace",
      "name",
      "first",
      "count",
      "probability");

  private FaultForm() {}

  static Fault read(JsonNode json) {
    json.properties().forEach(field -> {
      if (!KNOWN.contains(field.getKey())) {
        throw new IllegalArgumentException("unknown field: " + field.getKey());
      }
    });
    Fault fault = fault(json);
    return new Fault(
        fault.effect(),
        json.path("verb").asText(fault.verb()),
        json.path("resource").asText(""),
        json.path("namespace").asText(""),
        json.path("name").asText(""),
        json.path("first").asLong(1),
        json.path("count").asLong(Long.MAX_VALUE),
        json.path("probability").asDouble(1));
  }

  private static Fault fault(JsonNode json) {
    int retryAfter = json.path("retryAfterSeconds").asInt();
    int events = json.path("afterEvents").asInt();
    String effect = json.path("effect").asText();
    return switch (effect) {
      case "delay" -> Fault.delay(Duration.ofMillis(json.path("millis").asLong()));
      case "status" -> {
        Effect.Status usual = (Effect.Status)
            Fault.status(json.path("code").asInt(500), retryAfter).effect();
        yield Fault.of(new Effect.Status(
            usual.code(),
            json.path("reason").asText(usual.reason()),
            json.path("message").asText(usual.message()),
            retryAfter));
      }
      case "text" ->
        Fault.of(
            new Effect.Text(json.path("code").asInt(429), json.path("text").asText(), retryAfter));
      case "cut" ->
        Fault.of(new Effect.Cut(
            json.path("afterBytes").asLong(-1), json.path("reset").asBoolean()));
      case "stall" -> Fault.of(new Effect.Stall(events)).verb("watch");
      case "end" -> Fault.of(new Effect.End(events)).verb("watch");
      case "dropBookmarks" -> Fault.dropBookmarks();
      case "dropEndBookmark" -> Fault.dropEndBookmark();
      case "ignoreInitialEvents" -> Fault.ignoreInitialEvents();
      case "refuseInitialEvents" -> Fault.refuseInitialEvents();
      default -> throw new IllegalArgumentException("unknown effect: " + effect);
    };
  }
}
