package dev.informant.apiserver.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.Cause;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Checks objects of built-in kinds by the tables of this package. Stateless. */
public final class SpecRules {
  private static final Map<String, Consumer<Checks>> KINDS = tables();

  private SpecRules() {}

  private static Map<String, Consumer<Checks>> tables() {
    Map<String, Consumer<Checks>> kinds = new HashMap<>();
    WorkloadRules.addTo(kinds);
    OtherRules.addTo(kinds);
    RequiredRules.addTo(kinds);
    return Map.copyOf(kinds);
  }

  /** What is wrong with a new object, or with what is to replace one; metadata apart. */
  public static List<Cause> check(ResourceType type, ObjectNode object) {
    Checks checks = Checks.of(object);
    if (type.builtIn()) {
      KINDS.getOrDefault(type.storage(), nothing -> {}).accept(checks);
    }
    return checks.causes();
  }

  /** As {@link #check}, with what only a new object may not say. */
  public static List<Cause> checkNew(ResourceType type, ObjectNode object) {
    Checks checks = Checks.of(object);
    if (type.builtIn() && type.storage().equals("jobs.batch")) {
      JobRules.created(checks);
    }
    checks.causes().addAll(check(type, object));
    if (type.builtIn() && type.storage().equals("pods")) {
      PodRules.created(checks);
    }
    return checks.causes();
  }

  /** What is wrong with a new event; its versions ask for different things. */
  public static List<Cause> checkEvent(ResourceType type, ObjectNode event) {
    Checks checks = Checks.of(event);
    boolean core = type.group().isEmpty();
    String namespace = event.path("metadata").path("namespace").asText("");
    Checks about = checks.at(core ? "involvedObject" : "regarding");
    String other = about.text("namespace");
    boolean stamped = checks.present("eventTime");
    boolean fits = other.isEmpty()
        ? namespace.equals("default") || stamped && namespace.equals("kube-system")
        : stamped || namespace.equals(other);
    if (!fits) {
      checks.add(Cause.invalid(
          "involvedObject.namespace", Checks.quoted(other), "does not match event.namespace"));
    }
    if (stamped) {
      checks
          .requiredQualified(core ? "reportingComponent" : "reportingController")
          .required("reportingInstance")
          .required("action")
          .required("reason");
    }
    return checks.causes();
  }

  /** What is wrong besides with an event of the newer version. */
  public static List<Cause> checkStrictly(ResourceType type, ObjectNode event) {
    Checks checks = Checks.of(event);
    if (type.apiVersion().equals("events.k8s.io/v1")) {
      strict(checks, checks.present("eventTime"));
    }
    return checks.causes();
  }

  private static void strict(Checks checks, boolean stamped) {
    if (checks.present("series")) {
      if (checks.get("series").path("count").asLong() < 2) {
        checks.invalid("series.count", "\"\"", "should be at least 2");
      }
      if (!checks.get("series").hasNonNull("lastObservedTime")) {
        checks.add(Cause.required("series.lastObservedTime", ""));
      }
    }
    if (!stamped) {
      checks.add(Cause.required("eventTime", ""));
    }
    String kind = checks.text("type");
    if (!kind.equals("Normal") && !kind.equals("Warning")) {
      checks.invalid("type", "\"\"", "has invalid value: " + kind);
    }
    for (String[] old : new String[][] {
      {"deprecatedFirstTimestamp", "firstTimestamp"},
      {"deprecatedLastTimestamp", "lastTimestamp"},
      {"deprecatedCount", "count"},
      {"deprecatedSource", "source"}
    }) {
      boolean set = checks.present(old[0])
          && !(checks.get(old[0]).isContainerNode() && checks.get(old[0]).isEmpty())
          && !checks.get(old[0]).asText("").equals("0");
      if (set) {
        checks.invalid(old[1], "\"\"", "needs to be unset");
      }
    }
  }
}
