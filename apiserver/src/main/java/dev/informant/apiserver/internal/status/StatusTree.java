package dev.informant.apiserver.internal.status;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** {@code Status} objects with their fields in the order of a kube-apiserver. Stateless. */
public final class StatusTree {
  private StatusTree() {}

  public static ObjectNode success() {
    return begun("Success");
  }

  /** One that says no more than that something failed. */
  public static ObjectNode failure() {
    return begun("Failure");
  }

  public static ObjectNode failure(
      int code, String reason, String message, @Nullable ObjectNode details) {
    ObjectNode status = failure().put("message", message);
    if (!reason.isEmpty()) {
      status.put("reason", reason);
    }
    if (details != null) {
      status.set("details", details);
    }
    return status.put("code", code);
  }

  private static ObjectNode begun(String outcome) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    return status.put("status", outcome);
  }
}
