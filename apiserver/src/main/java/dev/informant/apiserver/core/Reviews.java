package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.storage.StoredObject;
import java.util.Map;

/** Kinds that are questions: nothing is stored, everything is allowed. Stateless. */
final class Reviews {
  private Reviews() {}

  static boolean review(ResourceType type) {
    return type.kind().endsWith("Review");
  }

  static ServedObject answer(ResourceType type, ApiRequest request, ObjectNode body) {
    ObjectNode status = body.putObject("status");
    switch (type.kind()) {
      case "SelfSubjectReview" -> {
        ObjectNode user = status.putObject("userInfo").put("username", request.user());
        ArrayNode groups = user.putArray("groups");
        request.groups().forEach(groups::add);
      }
      case "TokenReview" -> status.put("authenticated", false);
      case "SelfSubjectRulesReview" -> {
        ObjectNode rule = status.putArray("resourceRules").addObject();
        rule.putArray("verbs").add("*");
        rule.putArray("apiGroups").add("*");
        rule.putArray("resources").add("*");
        ObjectNode other = status.putArray("nonResourceRules").addObject();
        other.putArray("verbs").add("*");
        other.putArray("nonResourceURLs").add("*");
        status.put("incomplete", false);
      }
      default -> status.put("allowed", true);
    }
    return new ServedObject(type, StoredObject.of(body, Map.of()));
  }
}
