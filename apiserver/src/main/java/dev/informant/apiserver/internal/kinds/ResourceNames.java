package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.values.NameForms;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;

/** What can be asked for, had or counted, and in which amounts. Stateless. */
final class ResourceNames {
  private static final Set<String> OF_CONTAINERS = Set.of("cpu", "memory", "ephemeral-storage");

  private static final Set<String> COUNTED = Set.of(
      "pods",
      "resourcequotas",
      "services",
      "replicationcontrollers",
      "secrets",
      "configmaps",
      "persistentvolumeclaims",
      "services.nodeports",
      "services.loadbalancers");

  private static final Set<String> OTHERS = Set.of(
      "requests.cpu",
      "requests.memory",
      "requests.ephemeral-storage",
      "limits.cpu",
      "limits.memory",
      "limits.ephemeral-storage",
      "storage",
      "requests.storage");

  private ResourceNames() {}

  /** Any resource. */
  static boolean any(Checks checks, String place, String name) {
    List<String> wrong = NameForms.key(name);
    checks.each(wrong, place, name);
    if (!wrong.isEmpty()) {
      return false;
    }
    boolean known = OF_CONTAINERS.contains(name)
        || COUNTED.contains(name)
        || OTHERS.contains(name)
        || name.startsWith("hugepages-")
        || name.startsWith("requests.hugepages-");
    if (name.indexOf('/') < 0 && !known) {
      checks.invalid(
          place, Checks.quoted(name), "must be a standard resource type or fully qualified");
      return false;
    }
    return true;
  }

  /** One that a container can have. */
  static void ofContainer(Checks checks, String place, String name) {
    any(checks, place, name);
    if (name.indexOf('/') < 0) {
      if (!OF_CONTAINERS.contains(name) && !name.startsWith("hugepages-")) {
        checks.invalid(place, Checks.quoted(name), "must be a standard resource for containers");
      }
    } else if (!nativeName(name) && name.startsWith("requests.")) {
      checks.invalid(place, Checks.quoted(name), "doesn't follow extended resource name standard");
    }
  }

  /** One that a quota can count. */
  static void ofQuota(Checks checks, String place, String name) {
    any(checks, place, name);
    boolean known = OF_CONTAINERS.contains(name)
        || COUNTED.contains(name)
        || OTHERS.contains(name) && !name.equals("storage")
        || name.startsWith("hugepages-")
        || name.startsWith("requests.hugepages-");
    if (name.indexOf('/') < 0 && !known) {
      checks.invalid(place, Checks.quoted(name), "must be a standard resource for quota");
    }
  }

  /** An amount of it. */
  static void quantity(Checks checks, String place, String name, JsonNode quantity) {
    BigDecimal amount = PodResources.amount(quantity);
    if (amount == null) {
      return;
    }
    String shown = Checks.quoted(quantity.asText());
    if (amount.signum() < 0) {
      checks.invalid(place, shown, "must be greater than or equal to 0");
    }
    boolean whole = COUNTED.contains(name) || !nativeName(name) && !name.startsWith("requests.");
    if (whole && amount.stripTrailingZeros().scale() > 0) {
      checks.invalid(place, shown, "must be an integer");
    }
  }

  private static boolean nativeName(String name) {
    return name.indexOf('/') < 0 || name.contains("kubernetes.io/");
  }
}
