package dev.informant.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.status.Cause;
import java.util.HashSet;
import java.util.Set;

/** What a pod's spec must be like, alone or in a template. Stateless. */
final class PodRules {
  private PodRules() {}

  /** {@code object} has a spec. */
  static void pod(Checks object) {
    spec(object.at("spec"));
  }

  static void spec(Checks spec) {
    spec(spec, Set.of());
  }

  /** {@code claimed} are volumes that come from elsewhere. */
  static void spec(Checks spec, Set<String> claimed) {
    Set<String> volumes = volumes(spec);
    volumes.addAll(claimed);
    Set<String> names = spec.seen();
    if (spec.get("containers").isEmpty()) {
      spec.add(Cause.required(spec.path("containers"), ""));
    }
    spec.each("containers", container -> {
      container(container, volumes);
      container.unique("name", names);
    });
    spec.each("initContainers", container -> {
      container(container, volumes);
      container.unique("name", names);
    });
    spec.oneOf("restartPolicy", "Always", "OnFailure", "Never");
    spec.oneOf("dnsPolicy", "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    spec.each("tolerations", PodRules::toleration);
    long deadline = spec.get("activeDeadlineSeconds").asLong(1);
    if (deadline < 1 || deadline > Integer.MAX_VALUE) {
      spec.invalid(
          "activeDeadlineSeconds",
          Long.toString(deadline),
          "must be between 1 and 2147483647, inclusive");
    }
  }

  private static void toleration(Checks toleration) {
    String operator = toleration.text("operator");
    if (toleration.text("key").isEmpty() && !operator.equals("Exists")) {
      toleration.invalid(
          "operator",
          Checks.quoted(operator),
          "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
    }
  }

  private static Set<String> volumes(Checks spec) {
    Set<String> names = new HashSet<>();
    spec.each("volumes", volume -> {
      int before = volume.causes().size();
      volume.requiredLabel("name").unique("name", new HashSet<>(names));
      if (volume.causes().size() == before) {
        names.add(volume.text("name"));
      }
    });
    return names;
  }

  private static void container(Checks container, Set<String> volumes) {
    container.requiredLabel("name").required("image");
    container.oneOf("terminationMessagePolicy", "File", "FallbackToLogsOnError");
    Set<String> portNames = container.seen();
    container.each("ports", port -> {
      port.unique("name", portNames);
      if (port.get("containerPort").asLong() == 0) {
        port.add(Cause.required(port.path("containerPort"), ""));
      } else {
        port.port("containerPort");
      }
      if (port.get("hostPort").asLong() != 0) {
        port.port("hostPort");
      }
      port.oneOf("protocol", "SCTP", "TCP", "UDP");
    });
    container.each("env", variable -> variable.required("name"));
    Set<String> mounted = container.seen();
    container.each("volumeMounts", mount -> {
      mount.required("name");
      if (!volumes.contains(mount.text("name"))) {
        mount.notFound("name");
      }
      mount.required("mountPath");
      if (!mounted.add(mount.text("mountPath"))) {
        mount.invalid("mountPath", Checks.quoted(mount.text("mountPath")), "must be unique");
      }
    });
    container.oneOf("imagePullPolicy", "Always", "IfNotPresent", "Never");
    PodResources.check(container.at("resources"));
  }

  /** A template in a controller whose pods are always restarted. */
  static void alwaysRestarted(Checks template, String kind) {
    JsonNode spec = template.get("spec");
    spec(template.at("spec"));
    String policy = spec.path("restartPolicy").asText("Always");
    if (!policy.equals("Always")) {
      template.add(Cause.unsupported(template.path("spec.restartPolicy"), policy, "\"Always\""));
    }
    if (spec.has("activeDeadlineSeconds")) {
      template.add(Cause.forbidden(
          template.path("spec.activeDeadlineSeconds"),
          "activeDeadlineSeconds in " + kind + " is not Supported"));
    }
  }
}
