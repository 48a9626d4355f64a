package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;

/** How a container is asked how it is, and what it is told. Stateless. */
final class ProbeRules {
  private ProbeRules() {}

  static void container(Checks container) {
    Checks lifecycle = container.at("lifecycle");
    for (String moment : new String[] {"postStart", "preStop"}) {
      if (lifecycle.present(moment)) {
        handler(lifecycle.at(moment));
      }
    }
    probe(container, "livenessProbe", /* once= */ true);
    probe(container, "readinessProbe", /* once= */ false);
    if (container.get("readinessProbe").hasNonNull("terminationGracePeriodSeconds")) {
      Checks probe = container.at("readinessProbe");
      probe.invalid(
          "terminationGracePeriodSeconds",
          probe.get("terminationGracePeriodSeconds").asText(),
          "must not be set for readinessProbes");
    }
    probe(container, "startupProbe", /* once= */ true);
  }

  /** A container that runs before the others and is done with is asked nothing. */
  static void initial(Checks container) {
    for (String field :
        new String[] {"lifecycle", "livenessProbe", "readinessProbe", "startupProbe"}) {
      if (container.present(field)) {
        container.forbidden(
            field, "may not be set for init containers without restartPolicy=Always");
      }
    }
  }

  private static void probe(Checks container, String field, boolean once) {
    if (!container.present(field)) {
      return;
    }
    Checks probe = container.at(field);
    handler(probe);
    probe.nonNegative(
        "initialDelaySeconds",
        "timeoutSeconds",
        "periodSeconds",
        "successThreshold",
        "failureThreshold");
    probe.positive("terminationGracePeriodSeconds");
    long successes = probe.get("successThreshold").asLong(1);
    if (once && successes != 1 && successes != 0) {
      probe.invalid("successThreshold", Long.toString(successes), "must be 1");
    }
  }

  private static void handler(Checks place) {
    boolean some = false;
    for (String kind : new String[] {"exec", "httpGet", "tcpSocket", "grpc", "sleep"}) {
      if (!place.present(kind)) {
        continue;
      }
      if (some) {
        place.forbidden(kind, "may not specify more than 1 handler type");
      } else {
        some = true;
        handler(kind, place.at(kind));
      }
    }
    if (!some) {
      place.add(Cause.required(place.here(), "must specify a handler type"));
    }
  }

  private static void handler(String kind, Checks handler) {
    switch (kind) {
      case "exec" -> {
        JsonNode command = handler.get("command");
        if (command.isEmpty()) {
          handler.add(Cause.required(handler.path("command"), ""));
        }
      }
      case "httpGet" -> {
        handler.portOrName("port");
        if (!handler.text("scheme").isEmpty()) {
          handler.oneOf("scheme", "HTTP", "HTTPS");
        }
      }
      case "tcpSocket", "grpc" -> handler.portOrName("port");
      default -> {}
    }
  }
}
