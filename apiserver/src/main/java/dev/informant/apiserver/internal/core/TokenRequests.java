package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.storage.MvccStore;
import dev.informant.apiserver.internal.storage.StoredObject;
import dev.informant.runtime.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The token subresource of service accounts. Thread-safe. */
final class TokenRequests {
  private static final long HOUR = 3600;
  private static final long SHORTEST = 600;
  private static final long LONGEST = 1L << 32;
  private static final ResourceType TYPE = new ResourceType(
      "authentication.k8s.io",
      "v1",
      "TokenRequest",
      "TokenRequestList",
      "serviceaccounts",
      "serviceaccount",
      /* namespaced= */ true,
      List.of(),
      List.of(),
      "serviceaccounts",
      Set.of("create"),
      List.of(),
      "io.k8s.api.authentication.v1.TokenRequest",
      /* custom= */ null);

  private final Clock clock;
  private final MvccStore store;
  private final Tokens tokens;

  TokenRequests(Clock clock, MvccStore store, Tokens tokens) {
    this.clock = clock;
    this.store = store;
    this.tokens = tokens;
  }

  ApiResponse create(Call call, RequestPath path, ResourceType accounts) {
    Representation representation =
        call.negotiation().choose(call.request(), TYPE, Negotiation.Target.OBJECT);
    WriteOptions options = WriteOptions.read(call.request(), "CreateOptions");
    ObjectNode body = Decoding.body(call, TYPE);
    FieldValidation.apply(call, TYPE, body, options);
    Metadata metadata = Metadata.of(body);
    ObjectRules.checkNamespace(TYPE, metadata, path.namespace());
    checkName(metadata.name(), path.name());
    StoredObject stored =
        store.latest(accounts.storage(), StoredObject.key(path.namespace(), path.name()));
    if (stored == null) {
      throw ApiStatusException.notFound(accounts.name(), path.name());
    }
    Tokens.Account account = new Tokens.Account(
        path.namespace(), path.name(), Metadata.of(stored.tree()).uid());
    Instant now = clock.now();
    ObjectNode spec = Json.objectAt(body, "spec");
    List<String> audiences = audiences(spec);
    long seconds = lifetime(spec);
    if (spec.path("boundObjectRef").isObject()) {
      throw ApiStatusException.nothingBehind("tokens that are bound to another object");
    }
    String token = tokens.issue(account, audiences, now, now.plusSeconds(seconds));
    if (token == null) {
      throw ApiStatusException.nothingBehind("serviceaccounts/token");
    }
    metadata.node().put("name", path.name()).put("namespace", path.namespace());
    metadata.node().put("uid", account.uid()).put("creationTimestamp", Metadata.timestamp(now));
    body.putObject("status")
        .put("token", token)
        .put("expirationTimestamp", Metadata.timestamp(now.plusSeconds(seconds)));
    body.remove(List.of("kind", "apiVersion"));
    return call.object(
        201, representation, new ServedObject(TYPE, StoredObject.of(body, Map.of())));
  }

  private static void checkName(String given, String wanted) {
    if (!given.isEmpty() && !given.equals(wanted)) {
      throw ApiStatusException.invalid(
          TYPE.group(),
          TYPE.kind(),
          wanted,
          List.of(Cause.invalid(
              "metadata.name",
              ObjectRules.quoted(given),
              "must match the service account name if specified")));
    }
  }

  private List<String> audiences(ObjectNode spec) {
    List<String> audiences = new ArrayList<>();
    spec.path("audiences").forEach(audience -> audiences.add(audience.asText()));
    if (audiences.isEmpty()) {
      audiences.add(tokens.audience());
      spec.putArray("audiences").add(tokens.audience());
    }
    return audiences;
  }

  private static long lifetime(ObjectNode spec) {
    JsonNode asked = spec.path("expirationSeconds");
    long seconds = asked.isNumber() ? asked.asLong() : HOUR;
    if (seconds < SHORTEST || seconds > LONGEST) {
      throw ApiStatusException.invalid(
          TYPE.group(),
          TYPE.kind(),
          "",
          List.of(Cause.invalid(
              "spec.expirationSeconds",
              Long.toString(seconds),
              seconds < SHORTEST
                  ? "may not specify a duration less than 10 minutes"
                  : "may not specify a duration larger than 2^32 seconds")));
    }
    spec.put("expirationSeconds", seconds);
    if (!spec.has("boundObjectRef")) {
      spec.putNull("boundObjectRef");
    }
    return seconds;
  }
}
