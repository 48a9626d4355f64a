package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Values as the real server prints its structs without JSON names into a message. Stateless. */
final class GoStructs {
  private GoStructs() {}

  static String securityContext(JsonNode context) {
    StringBuilder text = new StringBuilder("{");
    for (String field : List.of(
        "capabilities",
        "privileged",
        "seLinuxOptions",
        "windowsOptions",
        "runAsUser",
        "runAsGroup",
        "runAsNonRoot",
        "readOnlyRootFilesystem",
        "allowPrivilegeEscalation",
        "procMount",
        "seccompProfile",
        "appArmorProfile")) {
      JsonNode value = context.path(field);
      text.append(text.length() > 1 ? "," : "").append('"').append(name(field)).append("\":");
      text.append(
          field.equals("capabilities") && value.isObject()
              ? "{\"Add\":" + orNull(value.path("add")) + ",\"Drop\":" + orNull(value.path("drop"))
                  + "}"
              : orNull(value));
    }
    return text.append('}').toString();
  }

  private static String name(String field) {
    return switch (field) {
      case "seLinuxOptions" -> "SELinuxOptions";
      default -> Character.toUpperCase(field.charAt(0)) + field.substring(1);
    };
  }

  private static String orNull(JsonNode value) {
    return value.isMissingNode() ? "null" : value.toString();
  }
}
