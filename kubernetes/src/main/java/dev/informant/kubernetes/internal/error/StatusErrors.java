package dev.informant.kubernetes.internal.error;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.source.SourceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Converts a server's description of a failure into a {@link SourceException}. Stateless.
 *
 * <p>The {@code Retry-After} header takes precedence over {@code details.retryAfterSeconds} of the body, even if it is
 * shorter: it is the value that client-go waits for, and that a proxy on the way can change. API servers send the same
 * value in both. The body counts where there is no header, as in ERROR events, or where the header is not a number of
 * seconds.
 */
public final class StatusErrors {
  private static final String TOO_LARGE = "Too large resource version";
  private static final int MESSAGE_LIMIT = 1024;

  private StatusErrors() {}

  /**
   * An HTTP answer that is not a success.
   *
   * @param what was asked, for the message
   * @param retryAfter the header; null if there was none. Only its form with seconds is used.
   */
  public static SourceException ofAnswer(
      String what,
      int code,
      byte[] body,
      @Nullable String contentType,
      @Nullable String retryAfter) {
    Duration wait = seconds(retryAfter);
    JsonNode status = tree(body);
    if (status != null && status.path("kind").asText("").equals("Status")) {
      return ofStatus(what, code, status, wait);
    }
    return SourceException.status(
        code,
        /* reason= */ "",
        what + ": " + code + text(code, body, contentType),
        /* tooLargeResourceVersion= */ false,
        wait);
  }

  /**
   * A Status object, from the body of an answer or from an ERROR event.
   *
   * @param retryAfter the value of the header, which takes precedence over that of the Status; null if there was none
   */
  public static SourceException ofStatus(
      String what, int httpCode, JsonNode status, @Nullable Duration retryAfter) {
    int code = status.path("code").asInt(httpCode);
    String reason = status.path("reason").asText("");
    String message = status.path("message").asText("");
    JsonNode details = status.path("details");
    Duration wait = retryAfter;
    if (wait == null && details.path("retryAfterSeconds").asLong(0) > 0) {
      wait = Duration.ofSeconds(details.path("retryAfterSeconds").asLong());
    }
    return SourceException.status(
        code,
        reason,
        what + ": " + code + (reason.isEmpty() ? "" : " " + reason) + ": " + shortened(message),
        isTooLarge(reason, message, details.path("causes")),
        wait);
  }

  /** Three generations of servers say it in three ways. */
  private static boolean isTooLarge(String reason, String message, JsonNode causes) {
    for (JsonNode cause : causes) {
      if (cause.path("reason").asText("").equals("ResourceVersionTooLarge")) {
        return true;
      }
    }
    if (!reason.equals("Timeout")) {
      return false;
    }
    for (JsonNode cause : causes) {
      if (cause.path("message").asText("").contains(TOO_LARGE)) {
        return true;
      }
    }
    return message.contains(TOO_LARGE);
  }

  public static @Nullable JsonNode tree(byte[] body) {
    try {
      return JsonTrees.read(body);
    } catch (IOException notJson) {
      return null;
    }
  }

  private static @Nullable Duration seconds(@Nullable String header) {
    if (header == null || header.isEmpty() || header.length() > 9) {
      return null;
    }
    for (char c : header.toCharArray()) {
      if (c < '0' || c > '9') {
        return null;
      }
    }
    return Duration.ofSeconds(Long.parseLong(header));
  }

  private static String text(int code, byte[] body, @Nullable String contentType) {
    if (code == 404) {
      return ": the server does not have this resource";
    }
    if (contentType == null || !contentType.startsWith("text/plain") || body.length == 0) {
      return contentType == null || contentType.isEmpty() ? "" : " (" + contentType + ")";
    }
    return ": "
        + shortened(new String(body, StandardCharsets.UTF_8).lines().findFirst().orElse(""));
  }

  private static String shortened(String message) {
    return message.length() <= MESSAGE_LIMIT ? message : message.substring(0, MESSAGE_LIMIT) + "…";
  }
}
