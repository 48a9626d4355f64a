package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import java.util.ArrayList;
import java.util.List;

/** A service keeps its addresses. Nobody gives it any here, so one that it did not bring may be set once. Stateless. */
final class ServiceUpdates {
  private static final String ONCE = "may not change once set";

  private ServiceUpdates() {}

  static void check(JsonNode before, JsonNode after, List<Cause> causes) {
    JsonNode was = before.path("spec");
    JsonNode is = after.path("spec");
    if (!type(was).equals("ExternalName") && !type(is).equals("ExternalName")) {
      addresses(was, is, causes);
    }
    boolean balanced = type(was).equals("LoadBalancer") && type(is).equals("LoadBalancer");
    if (balanced
        && !was.path("loadBalancerClass")
            .asText("")
            .equals(is.path("loadBalancerClass").asText(""))) {
      causes.add(Cause.invalid(
          "spec.loadBalancerClass", UpdateRule.shown(is.path("loadBalancerClass"), "null"), ONCE));
    }
  }

  private static void addresses(JsonNode was, JsonNode is, List<Cause> causes) {
    List<String> before = addresses(was);
    List<String> after = addresses(is);
    String first = is.path("clusterIP").asText("");
    if (!first.isEmpty() && after.equals(before)) {
      after.set(0, first); // whoever changes only the one means the other too
    }
    if (before.isEmpty() || after.isEmpty()) {
      return;
    }
    String shown = "[\"" + String.join("\",\"", after) + "\"]";
    int compared = before.size() == after.size() ? before.size() : 1;
    for (int i = 0; i < compared; i++) {
      if (!before.get(i).equals(after.get(i))) {
        causes.add(Cause.invalid("spec.clusterIPs[" + i + "]", shown, ONCE));
      }
    }
  }

  private static List<String> addresses(JsonNode spec) {
    List<String> addresses = new ArrayList<>();
    spec.path("clusterIPs").forEach(address -> addresses.add(address.asText()));
    String first = spec.path("clusterIP").asText("");
    if (addresses.isEmpty() && !first.isEmpty()) {
      addresses.add(first);
    }
    return addresses;
  }

  private static String type(JsonNode spec) {
    return spec.path("type").asText("ClusterIP");
  }
}
