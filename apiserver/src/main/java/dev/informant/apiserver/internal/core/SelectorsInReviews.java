package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a real server says of requirements in a question about access that it does not understand. Stateless. */
final class SelectorsInReviews {
  private static final Set<String> ONE_OF = Set.of("In", "NotIn");
  private static final Set<String> KNOWN = Set.of("In", "NotIn", "Exists", "DoesNotExist");

  private SelectorsInReviews() {}

  /** Empty if nothing is ignored. */
  static String ignored(JsonNode attributes) {
    List<String> ignored = new ArrayList<>();
    for (String field : List.of("fieldSelector", "labelSelector")) {
      JsonNode requirements = attributes.path(field).path("requirements");
      int understood = 0;
      for (JsonNode requirement : requirements) {
        understood += understands(requirement, field.equals("labelSelector")) ? 1 : 0;
      }
      if (understood < requirements.size()) {
        ignored.add("spec.resourceAttributes." + field + (understood == 0 ? "" : " partially")
            + " ignored due to parse error");
      }
    }
    return ignored.size() > 1 ? ignored.toString() : String.join("", ignored);
  }

  /** Fields are compared with one value, if at all. */
  private static boolean understands(JsonNode requirement, boolean label) {
    String operator = requirement.path("operator").asText("");
    return label
        ? KNOWN.contains(operator)
        : ONE_OF.contains(operator) && requirement.path("values").size() == 1;
  }
}
