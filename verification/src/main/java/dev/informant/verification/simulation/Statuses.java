package dev.informant.verification.simulation;

/** What a server says when it refuses. */
final class Statuses {
  private Statuses() {}

  /** A failure as JSON, without a line break. */
  static String json(int code, String reason, String message) {
    return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
        + "\"message\":\"" + message + "\",\"reason\":\"" + reason + "\",\"code\":" + code + "}";
  }
}
