package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.schema.BuiltInSchemas;
import dev.informant.apiserver.internal.schema.TypeMistakes;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How to delete. Immutable.
 *
 * @param gracePeriodSeconds null if not given
 * @param policy empty if not given
 * @param uid of the precondition, which may be an empty text that nothing fulfils; null if there is none
 * @param resourceVersion of the precondition; null if there is none
 * @param orphanDependentsFalse whether the deprecated flag asked for dependents to go too
 */
record DeleteOptions(
    @Nullable Long gracePeriodSeconds,
    String policy,
    @Nullable String uid,
    @Nullable String resourceVersion,
    boolean dryRun,
    boolean orphanDependentsFalse) {
  private static final Set<String> POLICIES = Set.of("Background", "Foreground", "Orphan");

  static DeleteOptions read(ApiRequest request, Negotiation negotiation) {
    if (request.body().length == 0) {
      return of(fromQuery(request));
    }
    ObjectNode body = negotiation.decode(request, /* type= */ null);
    String kind = body.path("kind").asText("DeleteOptions");
    if (!kind.isEmpty() && !kind.equals("DeleteOptions")) {
      throw ApiStatusException.badRequest("no kind \"" + kind + "\" is registered for version \""
          + body.path("apiVersion").asText("meta.k8s.io/v1")
          + "\" in scheme \"pkg/runtime/scheme.go:111\"");
    }
    String mistake = TypeMistakes.find(body, BuiltInSchemas.DELETE_OPTIONS);
    if (mistake != null) {
      throw ApiStatusException.badRequest(mistake);
    }
    return of(body);
  }

  static DeleteOptions of(JsonNode body) {
    check(body);
    return unchecked(body);
  }

  private static void check(JsonNode body) {
    List<Cause> causes = new ArrayList<>();
    JsonNode policy = body.path("propagationPolicy");
    if (body.path("orphanDependents").isBoolean() && policy.isTextual()) {
      causes.add(Cause.invalid(
          "propagationPolicy",
          ObjectRules.quoted(policy.asText()),
          "orphanDependents and deletionPropagation cannot be both set"));
    }
    if (policy.isTextual() && !POLICIES.contains(policy.asText())) {
      causes.add(Cause.unsupported(
          "propagationPolicy",
          policy.asText(),
          "\"Foreground\", \"Background\", \"Orphan\", \"nil\""));
    }
    List<String> dryRun = dryRun(body);
    if (!dryRun.stream().allMatch("All"::equals)) {
      causes.add(Cause.unsupportedList("dryRun", ObjectRules.quoted(dryRun), "\"All\""));
    }
    if (!causes.isEmpty()) {
      throw ApiStatusException.invalid("meta.k8s.io", "DeleteOptions", "", causes);
    }
  }

  /** As {@link #of}, for one whose options are looked at only later. */
  static DeleteOptions unchecked(JsonNode body) {
    JsonNode grace = body.path("gracePeriodSeconds");
    JsonNode orphan = body.path("orphanDependents");
    String policy = body.path("propagationPolicy").asText("");
    if (orphan.isBoolean()) {
      policy = orphan.asBoolean() ? "Orphan" : "Background";
    }
    return new DeleteOptions(
        grace.isNumber() ? grace.asLong() : null,
        policy,
        body.path("preconditions").path("uid").asText(null),
        body.path("preconditions").path("resourceVersion").asText(null),
        !dryRun(body).isEmpty(),
        orphan.isBoolean() && !orphan.asBoolean());
  }

  static List<String> dryRun(JsonNode body) {
    List<String> values = new ArrayList<>();
    body.path("dryRun").forEach(value -> values.add(value.asText()));
    return values;
  }

  private static ObjectNode fromQuery(ApiRequest request) {
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    if (request.parameter("gracePeriodSeconds") != null) {
      options.put("gracePeriodSeconds", ListParameters.number(request, "gracePeriodSeconds"));
    }
    String policy = request.parameter("propagationPolicy");
    if (policy != null) {
      options.put("propagationPolicy", policy);
    }
    if (request.parameter("orphanDependents") != null) {
      options.put("orphanDependents", request.flag("orphanDependents"));
    }
    request.query().getOrDefault("dryRun", List.of()).forEach(options.withArray("dryRun")::add);
    return options;
  }
}
