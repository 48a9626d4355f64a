package dev.informant.apiserver.warnings;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pods and templates of pods. Stateless. */
final class PodWarnings {
  private static final String SYSCTLS =
      "non-functional in v1.11+; use the \"sysctls\" field instead";
  private static final List<Map.Entry<String, String>> ANNOTATIONS = List.of(
      Map.entry(
          "scheduler.alpha.kubernetes.io/critical-pod",
          "non-functional in v1.16+; use the \"priorityClassName\" field instead"),
      Map.entry("security.alpha.kubernetes.io/sysctls", SYSCTLS),
      Map.entry("security.alpha.kubernetes.io/unsafe-sysctls", SYSCTLS));
  private static final String UNSELECTIVE = "a null labelSelector results in matching no pod";
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private PodWarnings() {}

  /** {@code pod} has metadata and spec; {@code template} is whether it is part of something else. */
  static void look(Place pod, boolean template) {
    Place spec = pod.at("spec");
    Place annotations = pod.at("metadata", "annotations");
    NodeLabels.selector(spec.at("nodeSelector"));
    Place nodes = spec.at("affinity", "nodeAffinity");
    nodes.at(REQUIRED).each("nodeSelectorTerms", term -> NodeLabels.term(term, false));
    nodes.each(PREFERRED, term -> NodeLabels.term(term.at("preference"), true));
    spec.each("topologySpreadConstraints", constraint -> {
      NodeLabels.named(constraint.at("topologyKey"));
      selective(constraint);
    });
    for (Map.Entry<String, String> deprecated : ANNOTATIONS) {
      Place annotation = annotations.key(deprecated.getKey());
      if (annotation.present()) {
        annotation.warn(deprecated.getValue());
      }
    }
    VolumeWarnings.look(spec.at("volumes"));
    duplicates(spec.at("hostAliases"), "ip");
    duplicates(spec.at("imagePullSecrets"), "name");
    spec.each("imagePullSecrets", secret -> {
      if (secret.text("name").isEmpty()) {
        secret.at("name").warn("invalid empty name \"\"");
      }
    });
    Amounts.wholeBytes(spec.at("overhead").key("memory"));
    Amounts.wholeBytes(spec.at("overhead").key("ephemeral-storage"));
    if (!spec.at("securityContext").has("seccompProfile")) {
      seccomp(annotations.key("seccomp.security.alpha.kubernetes.io/pod"));
    }
    List<Place> containers = containers(spec);
    containers.forEach(container -> container(container, spec, annotations, template));
    PortWarnings.look(containers);
    Place grace = spec.at("terminationGracePeriodSeconds");
    if (grace.node().asLong() < 0) {
      grace.warn("must be >= 0; negative values are invalid and will be treated as 1");
    }
    for (String affinity : List.of("podAffinity", "podAntiAffinity")) {
      Place pods = spec.at("affinity", affinity);
      pods.each(REQUIRED, PodWarnings::selective);
      pods.each(PREFERRED, term -> selective(term.at("podAffinityTerm")));
    }
    spec.at("dnsConfig").each("nameservers", AddressWarnings::address);
    spec.each("hostAliases", alias -> AddressWarnings.address(alias.at("ip")));
  }

  private static List<Place> containers(Place spec) {
    List<Place> containers = spec.at("initContainers").elements();
    containers.addAll(spec.at("containers").elements());
    containers.addAll(spec.at("ephemeralContainers").elements());
    return containers;
  }

  private static void selective(Place term) {
    if (!term.has("labelSelector")) {
      term.at("labelSelector").warn(UNSELECTIVE);
    }
  }

  private static void duplicates(Place list, String field) {
    Set<String> seen = new HashSet<>();
    for (Place element : list.elements()) {
      if (!seen.add(element.text(field))) {
        element.at(field).warn("duplicate " + field + " " + Place.quoted(element.text(field)));
      }
    }
  }

  private static void seccomp(Place annotation) {
    if (annotation.present()) {
      annotation.warn("non-functional in v1.27+; use the \"seccompProfile\" field instead");
    }
  }

  private static void container(Place container, Place spec, Place annotations, boolean template) {
    String name = container.text("name");
    Place context = container.at("securityContext");
    if (!context.has("seccompProfile")) {
      seccomp(annotations.key("container.seccomp.security.alpha.kubernetes.io/" + name));
    }
    Place armor = annotations.key("container.apparmor.security.beta.kubernetes.io/" + name);
    boolean other =
        !context.has("appArmorProfile") && !spec.at("securityContext").has("appArmorProfile");
    if (template && armor.present() && other) {
      armor.warn("deprecated since v1.30; use the \"appArmorProfile\" field instead");
    }
    for (String amount : List.of("memory", "ephemeral-storage")) {
      Amounts.wholeBytes(container.at("resources", "limits").key(amount));
      Amounts.wholeBytes(container.at("resources", "requests").key(amount));
    }
    variables(container.at("env"));
  }

  /** The same name twice hides the first, unless the second builds on it. */
  private static void variables(Place variables) {
    Set<String> seen = new HashSet<>();
    for (Place variable : variables.elements()) {
      String name = variable.text("name");
      String reference = "$(" + name + ")";
      String value = variable.text("value");
      boolean hides =
          variable.has("valueFrom") || value.equals(reference) || !value.contains(reference);
      if (!seen.add(name) && hides) {
        variable.warn("hides previous definition of " + Place.quoted(name)
            + ", which may be dropped when using apply");
      }
    }
  }
}
