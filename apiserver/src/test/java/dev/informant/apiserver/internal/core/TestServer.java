package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.runtime.EngineRuntime;
import dev.informant.testing.VirtualRuntime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A core on virtual time, and the few calls that make tests read like exchanges. */
final class TestServer {
  /** What the spec of a Deployment must have: a selector, and a template that fits it. */
  static final String TEMPLATE = "\"selector\":{\"matchLabels\":{\"a\":\"b\"}},"
      + "\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},"
      + "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}";

  final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  final KubernetesCore core;

  TestServer() {
    this(CoreOptions.DEFAULT);
  }

  TestServer(CoreOptions options) {
    this(options, runtime -> runtime);
  }

  /** {@code seen} is what the core sees of the runtime. */
  TestServer(CoreOptions options, UnaryOperator<EngineRuntime> seen) {
    core = KubernetesCore.create(seen.apply(runtime), options, new JsonNegotiation());
  }

  /** A response with its whole body. */
  record Reply(int status, Map<String, String> headers, String text) {
    JsonNode json() {
      try {
        return Json.read(text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException malformed) {
        throw new UncheckedIOException(text, malformed);
      }
    }

    String at(String pointer) {
      return json().at(pointer).asText();
    }

    String message() {
      return at("/message");
    }

    String reason() {
      return at("/reason");
    }

    long resourceVersion() {
      return json().at("/metadata/resourceVersion").asLong();
    }

    List<String> names() {
      List<String> names = new ArrayList<>();
      json().path("items").forEach(item -> names.add(item.at("/metadata/name").asText()));
      return names;
    }
  }

  CompletableFuture<ApiResponse> send(
      String method, String url, Map<String, String> headers, String body) {
    int query = url.indexOf('?');
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    if (query >= 0) {
      for (String pair : url.substring(query + 1).split("&")) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        String value =
            equals < 0 ? "" : URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
        parameters.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
      }
    }
    return core.handle(new ApiRequest(
        method,
        query < 0 ? url : url.substring(0, query),
        parameters,
        headers,
        body.getBytes(StandardCharsets.UTF_8),
        "tester",
        List.of()));
  }

  static Reply reply(ApiResponse response) {
    if (response instanceof ApiResponse.Complete complete) {
      return new Reply(
          complete.status(),
          complete.headers(),
          new String(complete.body(), StandardCharsets.UTF_8));
    }
    if (response instanceof ApiResponse.Chunked chunked) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      chunked.chunks().forEachRemaining(body::writeBytes);
      return new Reply(chunked.status(), chunked.headers(), body.toString(StandardCharsets.UTF_8));
    }
    throw new AssertionError("a watch came where a body was expected");
  }

  /** Sends and runs what is ready; fails if the answer needs time to pass. */
  Reply call(String method, String url, Map<String, String> headers, String body) {
    CompletableFuture<ApiResponse> answer = send(method, url, headers, body);
    runtime.runUntilIdle();
    assertThat(answer).as(method + " " + url + " answers at once").isDone();
    return reply(answer.join());
  }

  Reply get(String url) {
    return call("GET", url, Map.of(), "");
  }

  Reply post(String url, String body) {
    return call("POST", url, Map.of(), body);
  }

  Reply put(String url, String body) {
    return call("PUT", url, Map.of(), body);
  }

  Reply delete(String url) {
    return call("DELETE", url, Map.of(), "");
  }

  Reply delete(String url, String body) {
    return call("DELETE", url, Map.of(), body);
  }

  Reply patch(String url, String type, String body) {
    return call("PATCH", url, Map.of("content-type", "application/" + type), body);
  }

  /** Creates a ConfigMap in the default namespace and returns it. */
  Reply configMap(String name) {
    return configMap(name, "{}");
  }

  Reply configMap(String name, String labels) {
    Reply created = post(
        "/api/v1/namespaces/default/configmaps",
        "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":" + labels
            + "},\"data\":{\"k\":\"v\"}}");
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    return created;
  }

  /** A watch being read. */
  final class Watching {
    final ApiResponse.Watch response;

    Watching(ApiResponse.Watch response) {
      this.response = response;
    }

    /** All events there are now. */
    List<JsonNode> events() {
      runtime.runUntilIdle();
      List<JsonNode> events = new ArrayList<>();
      byte[] frame = response.stream().poll();
      while (frame != null) {
        String text = new String(frame, StandardCharsets.UTF_8);
        assertThat(text).endsWith("}\n");
        events.add(new Reply(200, Map.of(), text).json());
        frame = response.stream().poll();
      }
      return events;
    }

    /** All events there are now, as {@code TYPE name}. */
    List<String> summary() {
      return events().stream()
          .map(event -> event.path("type").asText()
              + " "
              + event.at("/object/metadata/name").asText())
          .map(String::strip)
          .toList();
    }

    boolean ended() {
      return response.stream().ended();
    }
  }

  Watching watch(String url) {
    CompletableFuture<ApiResponse> answer = send("GET", url, Map.of(), "");
    runtime.runUntilIdle();
    assertThat(answer).isDone();
    ApiResponse response = answer.join();
    assertThat(response).as(() -> reply(response).text()).isInstanceOf(ApiResponse.Watch.class);
    return new Watching((ApiResponse.Watch) response);
  }

  void advance(long seconds) {
    runtime.advance(Duration.ofSeconds(seconds));
  }
}
