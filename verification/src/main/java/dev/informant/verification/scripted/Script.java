package dev.informant.verification.scripted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.verification.scripted.ScriptedConnection.Exchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps of one scenario, executed strictly one after another on one thread. */
final class Script {
  private static final int NOT_IMPLEMENTED = 501;

  private final ScriptedServer server;
  private final Scenario scenario;

  /** The watch stream, or the request left hanging, that steps talk about. */
  private @Nullable Exchange current;

  Script(ScriptedServer server) {
    this.server = server;
    this.scenario = server.scenario();
  }

  /** The outcome. */
  String play() {
    List<Scenario.Step> steps = scenario.script();
    for (int index = 0; index < steps.size(); index++) {
      String why = executed(index, steps.get(index));
      if (why != null) {
        return "step " + index + " (" + steps.get(index).action() + "): " + why;
      }
    }
    int left = server.unanswered();
    return left == 0 ? "completed" : "end: " + left + " request(s) nobody expected";
  }

  private @Nullable String executed(int index, Scenario.Step step) {
    try {
      return step.isClientSide() ? server.execute(index, step) : serve(step);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return "interrupted";
    } catch (IOException failure) {
      return "I/O: " + failure.getMessage();
    }
  }

  /** Null if the step has ended as it should, otherwise why it has not. */
  private @Nullable String serve(Scenario.Step step) throws IOException, InterruptedException {
    switch (step.action()) {
      case "list", "watch":
        return answer(step);
      case "event":
        return write("{\"type\":" + JsonNodeFactory.instance.textNode(step.type()) + ",\"object\":"
            + step.object() + "}\n");
      case "raw":
        return write(String.valueOf(step.text()));
      case "close", "cut":
        return end(step.action().equals("close"));
      case "closed":
        return awaitClosed();
      case "pause":
        server.pause(Duration.ofMillis(step.millis()));
        return null;
      case "down":
        server.down();
        current = null;
        return null;
      case "up":
        server.up();
        return null;
      default:
        return "unknown step";
    }
  }

  private @Nullable String answer(Scenario.Step step) throws InterruptedException {
    Exchange exchange = server.takeRequest();
    if (exchange == null) {
      return "timeout: no request arrived";
    }
    if (!exchange.request.verb().equals(step.action())) {
      exchange.respond(NOT_IMPLEMENTED, "text/plain", 0, new byte[0], 0);
      return "mismatch: got " + exchange.request.verb() + " " + exchange.request.path();
    }
    Scenario.Answer answer = step.respond();
    if (answer == null) {
      return "no answer is given";
    }
    if (answer.fault().equals("hang")) {
      current = exchange;
    } else if (answer.fault().equals("reset")) {
      exchange.reset();
    } else if (answer.stream()) {
      exchange.openStream();
      current = exchange;
    } else {
      byte[] body = body(answer).getBytes(StandardCharsets.UTF_8);
      int code = code(answer);
      boolean text = answer.text() != null && code >= 400;
      exchange.respond(
          code,
          text ? "text/plain; charset=utf-8" : "application/json",
          answer.retryAfter(),
          body,
          answer.fault().equals("truncate") ? body.length / 2 : body.length);
    }
    return null;
  }

  private static int code(Scenario.Answer answer) {
    JsonNode status = answer.status();
    if (answer.code() != 0) {
      return answer.code();
    }
    return status == null ? 200 : status.path("code").asInt(200);
  }

  private String body(Scenario.Answer answer) {
    Scenario.ListBody list = answer.list();
    JsonNode status = answer.status();
    JsonNode json = answer.json();
    if (list != null) {
      return list(list).toString();
    }
    if (status != null) {
      ObjectNode full = JsonNodeFactory.instance.objectNode();
      full.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
      full.put("status", "Failure");
      status.properties().forEach(field -> full.set(field.getKey(), field.getValue()));
      return full.toString();
    }
    return json == null ? String.valueOf(answer.text()) : json.toString();
  }

  private ObjectNode list(Scenario.ListBody list) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("kind", scenario.resource().kind() + "List");
    body.put("apiVersion", scenario.resource().apiVersion());
    ObjectNode metadata = body.putObject("metadata");
    if (!list.resourceVersion().isEmpty()) {
      metadata.put("resourceVersion", list.resourceVersion());
    }
    if (!list.continueToken().isEmpty()) {
      metadata.put("continue", list.continueToken());
    }
    Long remaining = list.remainingItemCount();
    if (remaining != null) {
      metadata.put("remainingItemCount", remaining);
    }
    body.putArray("items").addAll(list.items());
    return body;
  }

  private @Nullable String write(String text) {
    Exchange open = current;
    if (open == null) {
      return "no open stream";
    }
    return open.writeChunk(text.getBytes(StandardCharsets.UTF_8))
        ? null
        : "mismatch: the client has closed the stream";
  }

  private @Nullable String end(boolean properly) {
    Exchange open = current;
    current = null;
    if (open == null) {
      return "no open stream";
    }
    if (properly) {
      open.endStream();
    } else {
      open.cut();
    }
    return null;
  }

  private @Nullable String awaitClosed() throws InterruptedException {
    Exchange open = current;
    if (open == null) {
      return "no open request";
    }
    current = null;
    return server.await(open.gone) ? null : "timeout: the client keeps the request open";
  }
}
