package dev.informant.apiserver;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.Negotiation;
import dev.informant.apiserver.internal.core.Representation;
import dev.informant.apiserver.internal.http.Backend;
import dev.informant.apiserver.internal.http.RequestInfo;
import dev.informant.apiserver.internal.http.StatusResponse;
import dev.informant.apiserver.internal.storage.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Asks the authorizer first, and refuses with the words of a real server. Whoever may impersonate a user is served as
 * that one, with the groups, the uid and the rest that is asked for. Thread-safe.
 */
final class AuthorizedBackend implements Backend {
  private final Authorizer authorizer;
  private final Negotiation negotiation;
  private final Backend next;

  AuthorizedBackend(Authorizer authorizer, Negotiation negotiation, Backend next) {
    this.authorizer = authorizer;
    this.negotiation = negotiation;
    this.next = next;
  }

  @Override
  public CompletableFuture<Answer> answer(ApiRequest request) {
    ImpersonatedUser wanted = ImpersonatedUser.of(request);
    if (wanted == null) {
      return answerAs(request);
    }
    if (wanted.name().isEmpty()) {
      return now(inForm(request, nameless(wanted)));
    }
    try {
      return answerAs(Impersonation.of(authorizer, request, wanted));
    } catch (Impersonation.Refused refused) {
      return now(inForm(request, refusal(refused.access(), refused.reason())));
    }
  }

  private static CompletableFuture<Answer> now(ApiResponse response) {
    return CompletableFuture.completedFuture(new Answer(response));
  }

  private static ApiResponse nameless(ImpersonatedUser wanted) {
    ApiResponse.Complete answer = (ApiResponse.Complete) StatusResponse.of(
        400, "BadRequest", "requested " + wanted.shown() + " without impersonating a user name");
    Map<String, String> headers = new LinkedHashMap<>(answer.headers());
    headers.put("X-Content-Type-Options", "nosniff");
    return new ApiResponse.Complete(answer.status(), headers, answer.body());
  }

  private CompletableFuture<Answer> answerAs(ApiRequest request) {
    RequestInfo info = RequestInfo.of(request);
    Authorizer.Access access = new Authorizer.Access(
        request.user(),
        request.groups(),
        info.verb(),
        info.group(),
        info.resource(),
        info.subresource(),
        info.namespace(),
        info.name(),
        info.path());
    return authorizer.allows(access)
        ? next.answer(request)
        : now(inForm(request, refusal(access, "")));
  }

  @Override
  public ApiResponse inForm(ApiRequest request, ApiResponse refusal) {
    try {
      if (refusal instanceof ApiResponse.Complete json
          && Json.read(json.body()) instanceof ObjectNode status) {
        Representation form = negotiation.forStatus(request);
        Map<String, String> headers = new LinkedHashMap<>(json.headers());
        headers.put("Content-Type", form.contentType());
        return new ApiResponse.Complete(json.status(), headers, form.status(status));
      }
      return refusal;
    } catch (IOException impossible) {
      throw new UncheckedIOException("a Status of our own is no JSON", impossible);
    }
  }

  private static ApiResponse refusal(Authorizer.Access access, String reason) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    String who = "User \"" + access.user() + "\" cannot " + access.verb();
    String why = reason.isEmpty() ? "" : ": " + reason;
    if (access.resource().isEmpty()) {
      return StatusResponse.of(
          403, "Forbidden", "forbidden: " + who + " path \"" + access.path() + "\"" + why, details);
    }
    String group = access.group();
    String subject = group.isEmpty() ? access.resource() : access.resource() + "." + group;
    if (!access.name().isEmpty()) {
      details.put("name", access.name());
      subject += " \"" + access.name() + "\"";
    }
    if (!group.isEmpty()) {
      details.put("group", group);
    }
    details.put("kind", access.resource());
    String resource = access.subresource().isEmpty()
        ? access.resource()
        : access.resource() + "/" + access.subresource();
    String where = access.namespace().isEmpty()
        ? "at the cluster scope"
        : "in the namespace \"" + access.namespace() + "\"";
    return StatusResponse.of(
        403,
        "Forbidden",
        subject + " is forbidden: " + who + " resource \"" + resource + "\" in API group \"" + group
            + "\" " + where + why,
        details);
  }
}
