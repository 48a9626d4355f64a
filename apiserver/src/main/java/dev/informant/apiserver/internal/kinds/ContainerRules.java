package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What every container of a pod must be like. Stateless. */
final class ContainerRules {
  private ContainerRules() {}

  static void check(Checks container, Set<String> volumes, boolean neverRestarted) {
    container.requiredLabel("name").required("image");
    container.someOf("terminationMessagePolicy", "File", "FallbackToLogsOnError");
    Set<String> portNames = container.seen();
    container.each("ports", port -> port(port, portNames));
    container.each("env", ContainerRules::variable);
    container.each("envFrom", variables -> variables(container, variables));
    mounts(container, volumes);
    devices(container, volumes);
    container.oneOf("imagePullPolicy", "Always", "IfNotPresent", "Never");
    // where it stands in a template, more comes before the spec
    boolean inPod = container.here().startsWith("spec.containers")
        || container.here().startsWith("spec.initContainers");
    PodResources.check(container.at("resources"), inPod);
    resizePolicies(container, neverRestarted);
    security(container.at("securityContext"));
  }

  private static void port(Checks port, Set<String> names) {
    String name = port.text("name");
    List<String> wrong = name.isEmpty() ? List.of() : NameForms.portName(name);
    if (wrong.isEmpty()) {
      port.unique("name", names);
    }
    port.each(wrong, "name", name);
    if (port.get("containerPort").asLong() == 0) {
      port.add(Cause.required(port.path("containerPort"), ""));
    } else {
      port.port("containerPort");
    }
    if (port.get("hostPort").asLong() != 0) {
      port.port("hostPort");
    }
    if (!port.text("protocol").isEmpty()) {
      port.oneOf("protocol", "SCTP", "TCP", "UDP");
    }
  }

  /** No two containers take one port of the node. */
  static void hostPorts(Checks spec, String field) {
    Set<String> taken = new HashSet<>();
    spec.each(
        field,
        container -> container.each("ports", port -> {
          long number = port.get("hostPort").asLong();
          String protocol = port.text("protocol").isEmpty() ? "TCP" : port.text("protocol");
          String place = protocol + "/" + port.text("hostIP") + "/" + number;
          if (number != 0 && !taken.add(place)) {
            port.add(new Cause(
                "FieldValueDuplicate",
                "Duplicate value: " + Checks.quoted(place),
                port.path("hostPort")));
          }
        }));
  }

  /** Only where the container stands in a pod, not in a template. */
  static void inPod(Checks container) {
    String image = container.text("image");
    if (!image.isEmpty() && !image.equals(image.strip())) {
      container.invalid(
          "image", Checks.quoted(image), "must not have leading or trailing whitespace");
    }
  }

  private static void variable(Checks variable) {
    variable
        .required("name")
        .each(NameForms.variable(variable.text("name")), "name", variable.text("name"));
    if (!variable.present("valueFrom")) {
      return;
    }
    Checks from = variable.at("valueFrom");
    int sources = 0;
    if (from.present("fieldRef")) {
      sources++;
      FieldRefRules.ofVariable(from.at("fieldRef"));
    }
    if (from.present("resourceFieldRef")) {
      sources++;
      FieldRefRules.resource(from.at("resourceFieldRef"), /* inVolume= */ false);
    }
    for (String kind : List.of("configMapKeyRef", "secretKeyRef")) {
      if (from.present(kind)) {
        sources++;
        Checks key = from.at(kind);
        key.each(NameForms.subdomain(key.text("name")), "name", key.text("name"));
        if (key.text("key").isEmpty()) {
          key.required("key");
        } else {
          key.each(NameForms.configKey(key.text("key")), "key", key.text("key"));
        }
      }
    }
    sources += from.present("fileKeyRef") ? 1 : 0;
    if (sources == 0) {
      variable.invalid(
          "valueFrom",
          "\"\"",
          "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef`"
              + " or `fileKeyRef`");
    } else if (!variable.text("value").isEmpty()) {
      variable.invalid("valueFrom", "\"\"", "may not be specified when `value` is not empty");
    } else if (sources > 1) {
      variable.invalid("valueFrom", "\"\"", "may not have more than one field specified at a time");
    }
  }

  private static void variables(Checks container, Checks variables) {
    String prefix = variables.text("prefix");
    variables.each(NameForms.variable(prefix), "prefix", prefix);
    int sources = 0;
    for (String kind : List.of("configMapRef", "secretRef")) {
      if (variables.present(kind)) {
        sources++;
        Checks reference = variables.at(kind);
        reference.required("name").subdomain("name");
      }
    }
    if (sources == 0) {
      container.invalid("envFrom", "\"\"", "must specify one of: `configMapRef` or `secretRef`");
    } else if (sources > 1) {
      container.invalid("envFrom", "\"\"", "may not have more than one field specified at a time");
    }
  }

  private static void mounts(Checks container, Set<String> volumes) {
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
      // these are told of the list, not of its element
      VolumeRules.descending(container, "volumeMounts.subPath", mount.text("subPath"));
      String expression = mount.text("subPathExpr");
      if (!expression.isEmpty() && !mount.text("subPath").isEmpty()) {
        mount.invalid(
            "subPathExpr",
            Checks.quoted(expression),
            "subPathExpr and subPath are mutually exclusive");
      }
      VolumeRules.descending(container, "volumeMounts.subPathExpr", expression);
      propagation(container, mount);
    });
  }

  private static void devices(Checks container, Set<String> volumes) {
    container.each("volumeDevices", device -> {
      device.required("name");
      if (!volumes.contains(device.text("name"))) {
        device.notFound("name");
      }
      device.required("devicePath");
    });
  }

  private static void propagation(Checks container, Checks mount) {
    if (!mount.present("mountPropagation")) {
      return;
    }
    String place = container.path("volumeMounts.mountPropagation");
    String mode = mount.text("mountPropagation");
    if (!List.of("Bidirectional", "HostToContainer", "None").contains(mode)) {
      mount.add(Cause.unsupported(place, mode, "\"Bidirectional\", \"HostToContainer\", \"None\""));
    }
    boolean privileged = container.get("securityContext").path("privileged").asBoolean();
    if (mode.equals("Bidirectional") && !privileged) {
      mount.add(Cause.forbidden(
          place, "Bidirectional mount propagation is available only to privileged containers"));
    }
  }

  private static void resizePolicies(Checks container, boolean neverRestarted) {
    String place = container.path("resizePolicy");
    for (JsonNode policy : container.get("resizePolicy")) {
      String name = policy.path("resourceName").asText("");
      if (!name.equals("cpu") && !name.equals("memory")) {
        container.add(
            name.isEmpty()
                ? Cause.required(place, "")
                : Cause.unsupported(place, name, "\"cpu\", \"memory\""));
      }
      String restart = policy.path("restartPolicy").asText("");
      if (!restart.equals("NotRequired") && !restart.equals("RestartContainer")) {
        container.add(
            restart.isEmpty()
                ? Cause.required(place, "")
                : Cause.unsupported(place, restart, "\"NotRequired\", \"RestartContainer\""));
      }
      if (neverRestarted && !restart.equals("NotRequired")) {
        container.add(Cause.invalid(
            place,
            Checks.quoted(restart),
            "must be 'NotRequired' when pod `restartPolicy` is 'Never'"));
      }
    }
  }

  private static void security(Checks context) {
    identity(context, "runAsUser");
    identity(context, "runAsGroup");
    context.oneOf("procMount", "Default", "Unmasked");
    seccomp(context);
    boolean refused = context.present("allowPrivilegeEscalation")
        && !context.get("allowPrivilegeEscalation").asBoolean();
    if (refused && context.get("privileged").asBoolean()) {
      context.add(Cause.invalid(
          context.here(),
          GoStructs.securityContext(context.node()),
          "cannot set `allowPrivilegeEscalation` to false and `privileged` to true"));
    }
    for (JsonNode capability : context.get("capabilities").path("add")) {
      if (refused && capability.asText().equals("CAP_SYS_ADMIN")) {
        context.add(Cause.invalid(
            context.here(),
            GoStructs.securityContext(context.node()),
            "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN"));
      }
    }
  }

  /** The number of a user or group. */
  static void identity(Checks context, String field) {
    long number = context.get(field).asLong();
    if (number < 0 || number > Integer.MAX_VALUE) {
      context.invalid(field, Long.toString(number), "must be between 0 and 2147483647, inclusive");
    }
  }

  static void seccomp(Checks context) {
    if (!context.present("seccompProfile")) {
      return;
    }
    Checks profile = context.at("seccompProfile");
    String type = profile.text("type");
    if (type.isEmpty()) {
      profile.add(
          Cause.required(profile.path("type"), "type is required when seccompProfile is set"));
    } else {
      profile.oneOf("type", "Localhost", "RuntimeDefault", "Unconfined");
    }
    if (type.equals("Localhost") && !profile.present("localhostProfile")) {
      profile.add(Cause.required(
          profile.path("localhostProfile"), "must be set when seccomp type is Localhost"));
    } else if (type.equals("Localhost")) {
      VolumeRules.descending(profile, "localhostProfile", profile.text("localhostProfile"));
    }
  }
}
