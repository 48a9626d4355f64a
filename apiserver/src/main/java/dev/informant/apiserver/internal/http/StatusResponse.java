package dev.informant.apiserver.internal.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.StatusTree;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Failures the front answers itself, as the {@code Status} objects an API server sends. */
public final class StatusResponse {
  private StatusResponse() {}

  public static ApiResponse of(int code, String reason, String message) {
    return of(code, reason, message, null);
  }

  /** A failure; {@code details.retryAfterSeconds} becomes the header too. */
  public static ApiResponse of(
      int code, String reason, String message, @Nullable ObjectNode details) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    if (code == 403) {
      headers.put("X-Content-Type-Options", "nosniff");
    }
    if (details != null && details.path("retryAfterSeconds").asInt() > 0) {
      headers.put("Retry-After", details.path("retryAfterSeconds").asText());
    }
    byte[] body = (StatusTree.failure(code, reason, message, details) + "\n")
        .getBytes(StandardCharsets.UTF_8);
    return new ApiResponse.Complete(code, headers, body);
  }

  /** What the core would answer. */
  public static ApiResponse of(ApiStatusException failure) {
    byte[] body = (failure.status() + "\n").getBytes(StandardCharsets.UTF_8);
    return new ApiResponse.Complete(
        failure.code(), Map.of("Content-Type", "application/json"), body);
  }

  public static ApiResponse text(int code, String text) {
    return new ApiResponse.Complete(
        code,
        Map.of("Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff"),
        text.getBytes(StandardCharsets.UTF_8));
  }
}
