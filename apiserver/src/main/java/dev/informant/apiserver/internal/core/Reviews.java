package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.ReviewRules;
import dev.informant.apiserver.internal.registry.ResourceRegistry;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.storage.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Kinds that are questions: nothing is stored. Thread-safe. */
final class Reviews {
  private final ResourceRegistry registry;
  private final AccessCheck access;
  private final Tokens tokens;

  Reviews(ResourceRegistry registry, AccessCheck access, Tokens tokens) {
    this.registry = registry;
    this.access = access;
    this.tokens = tokens;
  }

  static boolean review(ResourceType type) {
    return type.kind().endsWith("Review");
  }

  ServedObject answer(
      ResourceType type, ApiRequest request, String namespace, ObjectNode body, String now) {
    ObjectRules.checkNamespace(type, Metadata.of(body), namespace);
    JsonNode spec = body.path("spec").deepCopy();
    if (type.kind().endsWith("AccessReview")) {
      List<Cause> wrong = ReviewRules.check(type.kind(), body);
      if (!wrong.isEmpty()) {
        throw ApiStatusException.invalid(type.group(), "", "", wrong);
      }
    }
    ObjectNode status = body.putObject("status");
    switch (type.kind()) {
      case "SelfSubjectReview" -> {
        body.putObject("metadata").put("creationTimestamp", now);
        user(status.putObject("userInfo"), request);
      }
      case "TokenReview" -> token(spec.path("token").asText(), status);
      case "SelfSubjectRulesReview" -> {
        rules(request, spec.path("namespace").asText(), status);
        body.putObject("spec"); // the answer does not repeat the question
      }
      case "SelfSubjectAccessReview" ->
        status.put("allowed", allowed(request.user(), request.groups(), spec));
      default -> status.put("allowed", allowed(spec.path("user").asText(), groups(spec), spec));
    }
    String ignored = SelectorsInReviews.ignored(spec.path("resourceAttributes"));
    if (status.has("allowed") && !ignored.isEmpty()) {
      status.put("evaluationError", ignored);
    }
    return new ServedObject(type, StoredObject.of(body, Map.of()));
  }

  private void token(String token, ObjectNode status) {
    if (token.isEmpty()) {
      throw ApiStatusException.badRequest("token is required for TokenReview in authentication");
    }
    Tokens.Holder holder = tokens.holder(token);
    if (holder == null) {
      status.putObject("user");
      status.put("error", "invalid bearer token");
      return;
    }
    status.put("authenticated", true);
    user(status.putObject("user"), holder.user(), holder.uid(), holder.groups(), Map.of());
    status.putArray("audiences").add(tokens.audience());
  }

  /** Who asks for a certificate is written into the request for it. */
  static void requester(ObjectNode signingRequest, ApiRequest request) {
    ObjectNode spec = Json.objectAt(signingRequest, "spec");
    spec.remove(List.of("uid", "extra"));
    user(spec, request);
  }

  private static void user(ObjectNode into, ApiRequest request) {
    user(into, request.user(), request.uid(), request.groups(), request.extra());
  }

  private static void user(
      ObjectNode into,
      String name,
      String uid,
      List<String> groups,
      Map<String, List<String>> extra) {
    into.put("username", name);
    if (!uid.isEmpty()) {
      into.put("uid", uid);
    }
    groups.forEach(into.putArray("groups")::add);
    extra.forEach(
        (key, values) -> values.forEach(Json.arrayAt(Json.objectAt(into, "extra"), key)::add));
  }

  private static List<String> groups(JsonNode spec) {
    List<String> groups = new ArrayList<>();
    spec.path("groups").forEach(group -> groups.add(group.asText()));
    return groups;
  }

  private boolean allowed(String user, List<String> groups, JsonNode spec) {
    JsonNode resource = spec.path("resourceAttributes");
    JsonNode path = spec.path("nonResourceAttributes");
    return access.allows(new AccessCheck.Access(
        user,
        groups,
        (resource.isObject() ? resource : path).path("verb").asText(),
        resource.path("group").asText(),
        resource.path("resource").asText(),
        resource.path("subresource").asText(),
        resource.path("namespace").asText(),
        resource.path("name").asText(),
        path.path("path").asText()));
  }

  /** The rules of a user to whom something is denied name each resource with the verbs that are left. */
  private void rules(ApiRequest request, String namespace, ObjectNode status) {
    if (namespace.isEmpty()) {
      throw ApiStatusException.badRequest("no namespace on request");
    }
    ArrayNode resources = status.putArray("resourceRules");
    boolean everything = true;
    for (ResourceType type : registry.all()) {
      List<String> verbs = type.verbs().stream()
          .filter(verb -> access.allows(new AccessCheck.Access(
              request.user(),
              request.groups(),
              verb,
              type.group(),
              type.plural(),
              "",
              type.namespaced() ? namespace : "",
              "",
              "")))
          .toList();
      everything &= verbs.size() == type.verbs().size();
      if (!verbs.isEmpty()) {
        rule(resources, verbs, type.group(), type.plural());
      }
    }
    if (everything) {
      resources.removeAll();
      rule(resources, List.of("*"), "*", "*");
    }
    ArrayNode others = status.putArray("nonResourceRules");
    if (access.allows(new AccessCheck.Access(
        request.user(), request.groups(), "get", "", "", "", "", "", "/version"))) {
      ObjectNode other = others.addObject();
      other.putArray("verbs").add(everything ? "*" : "get");
      other.putArray("nonResourceURLs").add("*");
    }
    status.put("incomplete", false);
  }

  private static void rule(ArrayNode rules, List<String> verbs, String group, String resource) {
    ObjectNode rule = rules.addObject();
    verbs.forEach(rule.putArray("verbs")::add);
    rule.putArray("apiGroups").add(group);
    rule.putArray("resources").add(resource);
  }
}
