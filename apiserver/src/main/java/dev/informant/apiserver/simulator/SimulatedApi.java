package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.core.ApiCore;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.storage.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The few calls the simulator makes. Writes are answered at once by a core in memory. What users have deleted or changed
 * makes calls fail; that is no failure here. Confined to the simulator.
 */
final class SimulatedApi {
  static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";

  private static final byte[] AT_ONCE =
      "{\"gracePeriodSeconds\":0}".getBytes(java.nio.charset.StandardCharsets.UTF_8);

  /** Not there, or changed meanwhile. */
  private static final Set<Integer> MEANWHILE = Set.of(404, 409);

  /** In a namespace that is being deleted, or not allowed beside what a user has made of it. */
  private static final Set<Integer> REFUSED = Set.of(403, 422);

  private final ApiCore core;
  private boolean shared;
  private long refusals;

  SimulatedApi(ApiCore core) {
    this.core = core;
  }

  /** From now on users may be about. */
  void share() {
    shared = true;
  }

  boolean isShared() {
    return shared;
  }

  /** How often something was refused that would not have been if nobody else had been about. */
  long refusals() {
    return refusals;
  }

  /** Creates an object and returns its uid; empty if it could not be created. */
  String create(String path, ObjectNode object) {
    JsonNode created = call("POST", path, Json.write(object), 201);
    return created == null ? "" : created.path("metadata").path("uid").asText();
  }

  void replace(String path, ObjectNode object) {
    call("PUT", path, Json.write(object), 200);
  }

  void delete(String path) {
    call("DELETE", path, AT_ONCE, 200);
  }

  /** The objects of one kind. */
  JsonNode list(String path) {
    ObjectNode list = call("GET", path, new byte[0], 200);
    return list == null ? Json.object() : list.path("items");
  }

  @Nullable
  ObjectNode read(String path) {
    return call("GET", path, new byte[0], 200);
  }

  /** The object answered; null if a user stands in the way. */
  private @Nullable ObjectNode call(String method, String path, byte[] body, int expected) {
    CompletableFuture<ApiResponse> answer = core.handle(new ApiRequest(
        method,
        path,
        Map.of(),
        Map.of("user-agent", "simulator", "content-type", "application/json"),
        body,
        "system:simulator",
        List.of("system:masters")));
    if (!answer.isDone()) {
      // The pipeline must not be held up; a core in memory answers these requests at once.
      throw new IllegalStateException("no answer yet to " + method + " " + path);
    }
    ApiResponse response = answer.join();
    boolean refused = REFUSED.contains(response.status()) && shared;
    refusals += refused ? 1 : 0;
    boolean borne = refused || MEANWHILE.contains(response.status());
    if (response.status() != expected && !borne) {
      throw new IllegalStateException(
          "the simulated cluster got " + response.status() + " for " + method + " " + path);
    }
    if (response.status() != expected) {
      return null;
    }
    try {
      return Json.read(body(response)) instanceof ObjectNode object ? object : null;
    } catch (IOException malformed) {
      throw new UncheckedIOException("the core answered something that is not JSON", malformed);
    }
  }

  /** All of an answer's body; empty for a watch. */
  static byte[] body(ApiResponse response) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    if (response instanceof ApiResponse.Complete complete) {
      content.writeBytes(complete.body());
    } else if (response instanceof ApiResponse.Chunked chunked) {
      chunked.chunks().forEachRemaining(content::writeBytes);
    }
    return content.toByteArray();
  }
}
