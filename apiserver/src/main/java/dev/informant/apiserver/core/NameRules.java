package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.Cause;
import dev.informant.apiserver.values.Addresses;
import dev.informant.apiserver.values.NameForms;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Which names the kinds take, and which beginnings of names, in the words of a kube-apiserver. Stateless. */
final class NameRules {
  /** Kinds that look at the name that was made, not at what it was made from. */
  private static final Set<String> MADE_NAME_ONLY =
      Set.of("replicationcontrollers", "deviceclasses.resource.k8s.io");

  private static final Cause NAMELESS =
      Cause.required("metadata.name", "name or generateName is required");

  private NameRules() {}

  /** Whether the kind has a rule for names: of requests to sign, any will do that can stand in a path. */
  static boolean checkedByKind(ResourceType type) {
    return !type.storage().equals("certificatesigningrequests.certificates.k8s.io");
  }

  /** What is wrong with the name of a new object. */
  static List<Cause> complaints(ResourceType type, ObjectNode tree) {
    Metadata metadata = Metadata.of(tree);
    List<Cause> causes = new ArrayList<>();
    String prefix = metadata.text("generateName");
    if (!prefix.isEmpty() && !(type.builtIn() && MADE_NAME_ONLY.contains(type.storage()))) {
      add("generateName", prefix, wrong(type, tree, prefix, /* prefix= */ true), causes);
    }
    if (metadata.name().isEmpty()) {
      causes.add(NAMELESS);
    } else {
      add("name", metadata.name(), wrong(type, tree, metadata.name(), /* prefix= */ false), causes);
    }
    return causes;
  }

  /** A name that begins with what generateName says; of an address there is only the beginning. */
  static String generated(ResourceType type, String prefix, RandomGenerator random) {
    return type.storage().equals("ipaddresses.networking.k8s.io")
        ? prefix
        : Metadata.generatedName(prefix, random);
  }

  /** What keeps names of any kind from being steps of a path. */
  static List<Cause> asSteps(Metadata metadata) {
    List<Cause> causes = new ArrayList<>();
    String prefix = metadata.text("generateName");
    add("generateName", prefix, segment(prefix, /* prefix= */ true), causes);
    if (metadata.name().isEmpty()) {
      causes.add(NAMELESS);
    }
    add("name", metadata.name(), segment(metadata.name(), /* prefix= */ false), causes);
    return causes;
  }

  private static void add(String field, String shown, List<String> wrong, List<Cause> causes) {
    wrong.forEach(
        one -> causes.add(Cause.invalid("metadata." + field, ObjectRules.quoted(shown), one)));
  }

  private static List<String> wrong(
      ResourceType type, ObjectNode tree, String name, boolean prefix) {
    String masked = prefix ? masked(name) : name;
    return switch (type.builtIn() ? type.storage() : "") {
      case "namespaces", "services", "statefulsets.apps" -> NameForms.label(masked);
      case "roles.rbac.authorization.k8s.io",
          "rolebindings.rbac.authorization.k8s.io",
          "clusterroles.rbac.authorization.k8s.io",
          "clusterrolebindings.rbac.authorization.k8s.io" -> segment(name, prefix);
      case "replicationcontrollers", "deviceclasses.resource.k8s.io" -> NameForms.longName(name);
      case "certificatesigningrequests.certificates.k8s.io" -> List.of();
      case "ipaddresses.networking.k8s.io" -> address(name);
      case "apiservices.apiregistration.k8s.io" -> service(tree.path("spec"), name);
      case CustomResources.STORAGE -> definition(tree.path("spec"), name, masked);
      default -> NameForms.subdomain(masked);
    };
  }

  /** A dash at the end will be followed by something; a kube-apiserver forgets the letter before it, too. */
  private static String masked(String prefix) {
    return prefix.length() > 1 && prefix.endsWith("-")
        ? prefix.substring(0, prefix.length() - 2) + "a"
        : prefix;
  }

  private static List<String> segment(String name, boolean prefix) {
    if (!prefix && (name.equals(".") || name.equals(".."))) {
      return List.of("may not be '" + name + "'");
    }
    List<String> wrong = new ArrayList<>();
    for (String illegal : List.of("/", "%")) {
      if (name.contains(illegal)) {
        wrong.add("may not contain '" + illegal + "'");
      }
    }
    return wrong;
  }

  private static List<String> address(String name) {
    return Addresses.address(name, /* sloppy= */ false)
        ? List.of()
        : List.of("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
  }

  private static List<String> service(JsonNode spec, String name) {
    List<String> wrong = segment(name, /* prefix= */ false);
    String expected = spec.path("version").asText("") + "." + spec.path("group").asText("");
    return wrong.isEmpty() && !name.equals(expected)
        ? List.of("must be `spec.version+\".\"+spec.group`: " + ObjectRules.quoted(expected))
        : wrong;
  }

  private static List<String> definition(JsonNode spec, String name, String masked) {
    List<String> wrong = new ArrayList<>(NameForms.subdomain(masked));
    String expected =
        spec.path("names").path("plural").asText("") + "." + spec.path("group").asText("");
    if (!name.equals(expected)) {
      wrong.add("must be spec.names.plural+\".\"+spec.group");
    }
    return wrong;
  }
}
