package dev.informant.apiserver;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.core.AccessCheck;
import dev.informant.apiserver.core.ApiRequest;
import dev.informant.apiserver.core.ApiResponse;
import dev.informant.apiserver.http.Backend;
import dev.informant.apiserver.http.RequestInfo;
import dev.informant.apiserver.http.StatusResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Asks the authorizer first, and refuses with the words of a real server. Whoever may {@code impersonate} a user
 * is served as that one, with the groups and the uid asked for. Thread-safe.
 */
final class AuthorizedBackend implements Backend {
  private static final String AUTHENTICATED = "system:authenticated";

  private final Authorizer authorizer;
  private final Backend next;

  AuthorizedBackend(Authorizer authorizer, Backend next) {
    this.authorizer = authorizer;
    this.next = next;
  }

  @Override
  public CompletableFuture<Answer> answer(ApiRequest request) {
    String other = request.header("impersonate-user");
    String uid = header(request, "impersonate-uid");
    String asked = header(request, "impersonate-group");
    if (other == null || other.isEmpty()) {
      return uid.isEmpty() && asked.isEmpty()
          ? answerAs(request)
          : CompletableFuture.completedFuture(new Answer(nameless(uid, asked)));
    }
    if (!authorizer.allows(new AccessCheck.Access(
        request.user(), request.groups(), "impersonate", "", "users", "", "", other, ""))) {
      return CompletableFuture.completedFuture(
          new Answer(
              StatusResponse.of(
                  403,
                  "Forbidden",
                  "users \"" + other + "\" is forbidden: User \"" + request.user()
                      + "\" cannot impersonate resource \"users\" in API group \"\" at the cluster scope")));
    }
    List<String> groups = new ArrayList<>();
    if (!asked.isEmpty()) {
      groups.addAll(List.of(asked.split("\n")));
    }
    if (!groups.contains(AUTHENTICATED)) {
      groups.add(AUTHENTICATED);
    }
    return answerAs(request.by(other, List.copyOf(groups), uid));
  }

  private static String header(ApiRequest request, String name) {
    String value = request.header(name);
    return value == null ? "" : value;
  }

  private static ApiResponse nameless(String uid, String groups) {
    String listed = groups.isEmpty() ? "(nil)" : "{\"" + groups.replace("\n", "\", \"") + "\"}";
    ApiResponse.Complete answer = (ApiResponse.Complete) StatusResponse.of(
        400,
        "BadRequest",
        "requested &user.DefaultInfo{Name:\"\", UID:\"" + uid + "\", Groups:[]string" + listed
            + ", Extra:map[string][]string(nil)} without impersonating a user name");
    Map<String, String> headers = new LinkedHashMap<>(answer.headers());
    headers.put("X-Content-Type-Options", "nosniff");
    return new ApiResponse.Complete(answer.status(), headers, answer.body());
  }

  private CompletableFuture<Answer> answerAs(ApiRequest request) {
    RequestInfo info = RequestInfo.of(request);
    boolean allowed = authorizer.allows(new AccessCheck.Access(
        request.user(),
        request.groups(),
        info.verb(),
        info.group(),
        info.resource(),
        info.subresource(),
        info.namespace(),
        info.name(),
        info.path()));
    return allowed
        ? next.answer(request)
        : CompletableFuture.completedFuture(new Answer(refusal(request.user(), info)));
  }

  private static ApiResponse refusal(String user, RequestInfo info) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    String who = "User \"" + user + "\" cannot " + info.verb();
    if (!info.isResource()) {
      return StatusResponse.of(
          403, "Forbidden", "forbidden: " + who + " path \"" + info.path() + "\"", details);
    }
    String subject = info.qualifiedResource();
    if (!info.name().isEmpty()) {
      details.put("name", info.name());
      subject += " \"" + info.name() + "\"";
    }
    if (!info.group().isEmpty()) {
      details.put("group", info.group());
    }
    details.put("kind", info.resource());
    String resource =
        info.subresource().isEmpty() ? info.resource() : info.resource() + "/" + info.subresource();
    String where = info.namespace().isEmpty()
        ? "at the cluster scope"
        : "in the namespace \"" + info.namespace() + "\"";
    return StatusResponse.of(
        403,
        "Forbidden",
        subject + " is forbidden: " + who + " resource \"" + resource + "\" in API group \""
            + info.group() + "\" " + where,
        details);
  }
}
