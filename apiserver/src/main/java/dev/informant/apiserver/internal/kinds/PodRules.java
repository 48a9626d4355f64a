package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.Addresses;
import dev.informant.apiserver.internal.values.GoPattern;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a pod's spec must be like, alone or in a template. Stateless. */
final class PodRules {
  private static final int LONGEST_SYSCTL = 253;

  private PodRules() {}

  /** {@code object} has a spec. */
  static void pod(Checks object) {
    Checks spec = object.at("spec");
    spec(spec, Set.of());
    spec.each("containers", ContainerRules::inPod);
    spec.each("initContainers", ContainerRules::inPod);
  }

  /** What only a pod that is new may not say. */
  static void created(Checks object) {
    Checks spec = object.at("spec");
    if (!spec.get("ephemeralContainers").isEmpty()) {
      spec.forbidden("ephemeralContainers", "cannot be set on create");
    }
    if (!spec.text("nodeName").isEmpty() && !spec.get("schedulingGates").isEmpty()) {
      spec.forbidden("nodeName", "cannot be set until all schedulingGates have been cleared");
    }
  }

  /** {@code template} has metadata and a spec. */
  static void template(Checks template) {
    template(template, Set.of());
  }

  static void template(Checks template, Set<String> claimed) {
    metadata(template);
    Checks spec = template.at("spec");
    spec(spec, claimed);
    if (!spec.get("ephemeralContainers").isEmpty()) {
      spec.forbidden("ephemeralContainers", "ephemeral containers not allowed in pod template");
    }
  }

  /** Labels and annotations of a template, which are said to stand in the template itself. */
  static void metadata(Checks template) {
    Checks metadata = template.at("metadata").toldAt(template);
    metadata.labels("labels");
    metadata
        .get("annotations")
        .fieldNames()
        .forEachRemaining(
            key -> metadata.each(NameForms.key(key.toLowerCase(Locale.ROOT)), "annotations", key));
  }

  /** {@code claimed} are volumes that come from elsewhere. */
  static void spec(Checks spec, Set<String> claimed) {
    int index = 0;
    for (String name : claimed) {
      String volume = "volumes[" + index++ + "].";
      String place = volume + "name";
      if (name.isEmpty()) {
        spec.add(Cause.required(spec.path(volume + "persistentVolumeClaim.claimName"), ""));
        spec.add(Cause.required(spec.path(place), ""));
      } else {
        spec.each(NameForms.label(name), place, name);
      }
    }
    Set<String> volumes = VolumeRules.check(spec);
    volumes.addAll(claimed);
    containers(spec, volumes);
    if (spec.get("hostNetwork").asBoolean()) {
      spec.each(
          "containers",
          container -> container.each("ports", port -> {
            long host = port.get("hostPort").asLong();
            // one that is not said is filled in
            if (host != 0 && host != port.get("containerPort").asLong()) {
              port.invalid(
                  "hostPort",
                  Long.toString(host),
                  "must match `containerPort` when `hostNetwork` is true");
            }
          }));
    }
    spec.oneOf("restartPolicy", "Always", "OnFailure", "Never");
    spec.oneOf("dnsPolicy", "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    spec.labels("nodeSelector");
    security(spec, spec.at("securityContext"));
    SchedulingRules.affinity(spec.at("affinity"));
    dns(spec);
    SchedulingRules.gates(spec);
    SchedulingRules.spread(spec);
    spec.subdomain("serviceAccountName").subdomain("nodeName");
    long deadline = spec.get("activeDeadlineSeconds").asLong(1);
    if (deadline < 1 || deadline > Integer.MAX_VALUE) {
      spec.invalid(
          "activeDeadlineSeconds",
          Long.toString(deadline),
          "must be between 1 and 2147483647, inclusive");
    }
    spec.label("hostname").label("subdomain");
    spec.each("tolerations", SchedulingRules::toleration);
    spec.each("hostAliases", PodRules::alias);
    spec.each("resourceClaims", PodRules::claim);
    spec.subdomain("priorityClassName").subdomain("runtimeClassName");
    spec.oneOf("preemptionPolicy", "Never", "PreemptLowerPriority");
    spec.get("overhead").properties().forEach(one -> {
      String place = "overhead.limits[" + one.getKey() + "]";
      ResourceNames.ofContainer(spec, place, one.getKey());
      ResourceNames.quantity(spec, place, one.getKey(), one.getValue());
    });
    if (spec.present("os")) {
      system(spec);
    }
  }

  private static void containers(Checks spec, Set<String> volumes) {
    boolean never = spec.text("restartPolicy").equals("Never");
    Set<String> names = spec.seen();
    if (spec.get("containers").isEmpty()) {
      spec.add(Cause.required(spec.path("containers"), ""));
    }
    spec.each("containers", container -> {
      ContainerRules.check(container, volumes, never);
      container.unique("name", names);
      ProbeRules.container(container);
      container.oneOf("restartPolicy", "Always", "Never", "OnFailure");
    });
    ContainerRules.hostPorts(spec, "containers");
    spec.each("initContainers", container -> {
      ContainerRules.check(container, volumes, never);
      container.oneOf("restartPolicy", "Always", "Never", "OnFailure");
      container.unique("name", names);
      if (container.text("restartPolicy").equals("Always")) {
        ProbeRules.container(container);
      } else {
        ProbeRules.initial(container);
      }
    });
  }

  private static void security(Checks spec, Checks context) {
    ContainerRules.identity(context, "fsGroup");
    ContainerRules.identity(context, "runAsUser");
    ContainerRules.identity(context, "runAsGroup");
    int index = 0;
    for (JsonNode group : context.get("supplementalGroups")) {
      String place = "supplementalGroups[" + index++ + "]";
      if (group.asLong() < 0 || group.asLong() > Integer.MAX_VALUE) {
        context.invalid(place, group.asText(), "must be between 0 and 2147483647, inclusive");
      }
    }
    if (spec.get("hostPID").asBoolean() && spec.get("shareProcessNamespace").asBoolean()) {
      context.invalid(
          "shareProcessNamespace",
          "true",
          "ShareProcessNamespace and HostPID cannot both be enabled");
    }
    Set<String> names = spec.seen();
    context.each("sysctls", one -> {
      String name = one.text("name");
      String form = "([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
      one.required("name");
      boolean formed =
          name.length() <= LONGEST_SYSCTL && GoPattern.of("^" + form + "$").matches(name);
      if (!name.isEmpty() && !formed) {
        one.invalid(
            "name",
            Checks.quoted(name),
            "must have at most 253 characters and match regex ^" + form + "$");
      } else {
        one.unique("name", names);
      }
    });
    context.oneOf("fsGroupChangePolicy", "Always", "OnRootMismatch");
    ContainerRules.seccomp(context);
  }

  private static void dns(Checks spec) {
    Checks config = spec.at("dnsConfig");
    if (spec.text("dnsPolicy").equals("None")) {
      if (!spec.present("dnsConfig")) {
        spec.add(Cause.required(
            spec.path("dnsConfig"), "must provide `dnsConfig` when `dnsPolicy` is None"));
        return;
      }
      if (config.get("nameservers").isEmpty()) {
        config.required(
            "nameservers", "must provide at least one DNS nameserver when `dnsPolicy` is None");
        return;
      }
    }
    int index = 0;
    for (JsonNode server : config.get("nameservers")) {
      address(config, "nameservers[" + index++ + "]", server.asText());
    }
    index = 0;
    for (JsonNode search : config.get("searches")) {
      String name = search.asText().replaceFirst("\\.$", "");
      if (!search.asText().equals(".")) {
        config.each(NameForms.underscored(name), "searches[" + index + "]", name);
      }
      index++;
    }
    index = 0;
    for (JsonNode option : config.get("options")) {
      if (option.path("name").asText("").isEmpty()) {
        config.add(Cause.required(config.path("options[" + index + "]"), "must not be empty"));
      }
      index++;
    }
  }

  private static void claim(Checks claim) {
    claim.requiredLabel("name");
    boolean direct = claim.present("resourceClaimName");
    boolean template = claim.present("resourceClaimTemplateName");
    if (direct == template) {
      String shown = "{\"Name\":" + Checks.quoted(claim.text("name"))
          + ",\"ResourceClaimName\":" + orNull(claim, "resourceClaimName")
          + ",\"ResourceClaimTemplateName\":" + orNull(claim, "resourceClaimTemplateName") + "}";
      claim.add(Cause.invalid(
          claim.here(),
          shown,
          (direct ? "at most one of" : "must specify one of:")
              + " `resourceClaimName`, `resourceClaimTemplateName`"
              + (direct ? " may be specified" : "")));
    }
  }

  private static String orNull(Checks part, String field) {
    return part.present(field) ? Checks.quoted(part.text(field)) : "null";
  }

  private static void alias(Checks alias) {
    address(alias, "ip", alias.text("ip"));
    int index = 0;
    for (JsonNode name : alias.get("hostnames")) {
      alias.each(NameForms.subdomain(name.asText()), "hostnames[" + index++ + "]", name.asText());
    }
  }

  private static void address(Checks checks, String place, String address) {
    if (!Addresses.address(address, /* sloppy= */ true)) {
      checks.invalid(
          place,
          Checks.quoted(address),
          "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }
  }

  private static void system(Checks spec) {
    String name = spec.get("os").path("name").asText("");
    if (name.isEmpty()) {
      spec.at("os").required("name");
    } else if (!List.of("linux", "windows").contains(name)) {
      spec.add(Cause.unsupported(spec.path("os"), name, "\"linux\", \"windows\""));
    }
  }

  /** A template in a controller whose pods are always restarted. */
  static void alwaysRestarted(Checks template, String kind) {
    JsonNode spec = template.get("spec");
    template(template);
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
