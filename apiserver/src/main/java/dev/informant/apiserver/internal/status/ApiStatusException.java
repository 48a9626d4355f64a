package dev.informant.apiserver.internal.status;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request that ends in a Status of failure. It carries the Status as it goes on the wire; it has no
 * stack trace, because it is an answer and not a defect.
 */
public final class ApiStatusException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final transient ObjectNode status;
  private final int retryAfterSeconds;

  private ApiStatusException(int code, ObjectNode status, int retryAfterSeconds) {
    super(
        status.path("message").asText(),
        null,
        /* enableSuppression= */ false,
        /* writableStackTrace= */ false);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  public int code() {
    return code;
  }

  /** The Status, complete with kind and apiVersion. Do not change it. */
  public ObjectNode status() {
    return status;
  }

  /** Seconds for the Retry-After header; 0 for none. */
  public int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  public static ApiStatusException notFound(ResourceName resource, String name) {
    return named(
        404, "NotFound", resource, name, resource.qualified() + " \"" + name + "\" not found");
  }

  public static ApiStatusException alreadyExists(
      ResourceName resource, String name, boolean beingDeleted) {
    String prefix = beingDeleted ? "object is being deleted: " : "";
    return named(
        409,
        "AlreadyExists",
        resource,
        name,
        prefix + resource.qualified() + " \"" + name + "\" already exists");
  }

  public static ApiStatusException generateNameExhausted(ResourceName resource, String name) {
    return build(
        409,
        "AlreadyExists",
        resource.qualified()
            + " \""
            + name
            + "\" already exists, the server was not able to generate a unique name for the object",
        details(resource.group(), resource.plural(), name),
        List.of(),
        1);
  }

  public static ApiStatusException conflict(ResourceName resource, String name, String why) {
    return named(
        409,
        "Conflict",
        resource,
        name,
        "Operation cannot be fulfilled on " + resource.qualified() + " \"" + name + "\": " + why);
  }

  /** A stale resourceVersion. */
  public static ApiStatusException modified(ResourceName resource, String name) {
    return conflict(
        resource,
        name,
        "the object has been modified; please apply your changes to the latest version and try again");
  }

  public static ApiStatusException forbidden(
      ResourceName resource, String name, String why, List<Cause> causes) {
    String subject =
        resource.qualified() + (name.isEmpty() ? "" : " \"" + name + "\"") + " is forbidden: ";
    return build(
        403,
        "Forbidden",
        subject + why,
        details(resource.group(), resource.plural(), name),
        causes,
        0);
  }

  /** 422; {@code kind} may be qualified by its group, as {@code Deployment.apps}. */
  public static ApiStatusException invalid(
      String group, String kind, String name, List<Cause> causes) {
    List<String> lines = causes.stream().map(Cause::line).distinct().toList();
    String all = lines.size() == 1
        ? lines.get(0)
        : lines.stream().collect(Collectors.joining(", ", "[", "]"));
    String qualified = group.isEmpty() ? kind : kind + "." + group;
    return build(
        422,
        "Invalid",
        qualified + " \"" + name + "\" is invalid: " + all,
        details(group, kind, name),
        causes,
        0);
  }

  /** A server whose WatchList feature is off. */
  public static ApiStatusException watchListOff() {
    return invalid("meta.k8s.io", "ListOptions", "", List.of(Cause.watchListOff()));
  }

  public static ApiStatusException badRequest(String message) {
    return build(400, "BadRequest", message, null, List.of(), 0);
  }

  /** An error that the real server does not map to a Status of its own: code 500, no reason. */
  public static ApiStatusException internal(String message) {
    return build(500, "", message, null, List.of(), 0);
  }

  /** An error that the real server knows to be its own. */
  public static ApiStatusException internalError(String why) {
    return build(
        500,
        "InternalError",
        "Internal error occurred: " + why,
        JsonNodeFactory.instance.objectNode(),
        List.of(new Cause("", why, "")),
        0);
  }

  public static ApiStatusException methodNotAllowed(ResourceName resource, String verb) {
    return build(
        405,
        "MethodNotAllowed",
        verb + " is not supported on resources of kind \"" + resource.qualified() + "\"",
        details(resource.group(), resource.plural(), ""),
        List.of(),
        0);
  }

  /** A method that the path knows of no verb for. */
  public static ApiStatusException methodNotOffered() {
    return build(
        405,
        "MethodNotAllowed",
        "the server does not allow this method on the requested resource",
        JsonNodeFactory.instance.objectNode(),
        List.of(),
        0);
  }

  /** A resource, version or subresource that a known group does not have. */
  public static ApiStatusException noSuchResource() {
    return build(
        404,
        "NotFound",
        "the server could not find the requested resource",
        JsonNodeFactory.instance.objectNode(),
        List.of(),
        0);
  }

  /** 406 of a request that accepts nothing the path has in any form. */
  public static ApiStatusException noRepresentation(String available) {
    return build(
        406,
        "NotAcceptable",
        "406: Not Acceptable\n\nAvailable representations: " + available,
        JsonNodeFactory.instance.objectNode(),
        List.of(),
        0);
  }

  /** 415 of a request whose body is in a form that the path never takes. */
  public static ApiStatusException neverTaken() {
    return build(
        415,
        "UnsupportedMediaType",
        "415: Unsupported Media Type",
        JsonNodeFactory.instance.objectNode(),
        List.of(),
        0);
  }

  public static ApiStatusException notAcceptable(String accepted) {
    return build(
        406,
        "NotAcceptable",
        "only the following media types are accepted: " + accepted,
        null,
        List.of(),
        0);
  }

  /** 406 with a text of its own. */
  public static ApiStatusException notAcceptableBecause(String message) {
    return build(406, "NotAcceptable", message, null, List.of(), 0);
  }

  public static ApiStatusException unsupportedMediaType(String accepted) {
    return build(
        415,
        "UnsupportedMediaType",
        "the body of the request was in an unknown format - accepted media types include: "
            + accepted,
        null,
        List.of(),
        0);
  }

  public static ApiStatusException tooLarge(long limit) {
    return tooLarge("limit is " + limit);
  }

  public static ApiStatusException tooLarge(String why) {
    return build(
        413, "RequestEntityTooLarge", "Request entity too large: " + why, null, List.of(), 0);
  }

  public static ApiStatusException unprocessablePatch() {
    return build(
        422,
        "Invalid",
        "the server rejected our request due to an error in our request",
        JsonNodeFactory.instance.objectNode(),
        List.of(),
        0);
  }

  public static ApiStatusException serviceUnavailable(String message) {
    return build(503, "ServiceUnavailable", message, null, List.of(), 0);
  }

  /** What only this server does not do: a real one would pass the request on. */
  public static ApiStatusException nothingBehind(String what) {
    return build(
        501,
        "NotImplemented",
        "the embedded API server does not serve " + what + ": nothing runs behind it",
        null,
        List.of(),
        0);
  }

  public static ApiStatusException tooManyRequests(
      String message, int retryAfterSeconds, List<Cause> causes) {
    return build(
        429,
        "TooManyRequests",
        message,
        JsonNodeFactory.instance.objectNode(),
        causes,
        retryAfterSeconds);
  }

  /** An exact list or a watch whose resourceVersion is no longer held. */
  public static ApiStatusException expired(String message) {
    return build(410, "Expired", message, null, List.of(), 0);
  }

  /** A continue token whose state is gone, with a token to go on from the present state. */
  public static ApiStatusException expiredContinue(String replacement) {
    ApiStatusException expired = expired(
        "The provided continue parameter is too old to display a consistent list result. You can start a"
            + " new list without the continue parameter, or use the continue token in this response to"
            + " retrieve the remainder of the results. Continuing with the provided token results in an"
            + " inconsistent list - objects that were created, modified, or deleted between the time the"
            + " first chunk was returned and now may show up in the list.");
    ((ObjectNode) expired.status.get("metadata")).put("continue", replacement);
    return expired;
  }

  public static ApiStatusException tooLargeResourceVersion(
      long asked, long current, int retryAfterSeconds) {
    return build(
        504,
        "Timeout",
        "Timeout: Too large resource version: " + Long.toUnsignedString(asked) + ", current: "
            + current,
        JsonNodeFactory.instance.objectNode(),
        List.of(new Cause("ResourceVersionTooLarge", "Too large resource version", "")),
        retryAfterSeconds);
  }

  private static ApiStatusException named(
      int code, String reason, ResourceName resource, String name, String message) {
    return build(
        code, reason, message, details(resource.group(), resource.plural(), name), List.of(), 0);
  }

  private static ObjectNode details(String group, String kind, String name) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    if (!name.isEmpty()) {
      details.put("name", name);
    }
    if (!group.isEmpty()) {
      details.put("group", group);
    }
    if (!kind.isEmpty()) {
      details.put("kind", kind);
    }
    return details;
  }

  private static ApiStatusException build(
      int code,
      String reason,
      String message,
      @Nullable ObjectNode details,
      List<Cause> causes,
      int retryAfterSeconds) {
    if (details != null) {
      for (Cause cause : causes) {
        ObjectNode node = details.withArray("causes").addObject();
        if (!cause.reason().isEmpty()) {
          node.put("reason", cause.reason());
        }
        node.put("message", cause.message());
        if (!cause.field().isEmpty()) {
          node.put("field", cause.field());
        }
      }
      if (retryAfterSeconds > 0) {
        details.put("retryAfterSeconds", retryAfterSeconds);
      }
    }
    ObjectNode status = StatusTree.failure(code, reason, message, details);
    return new ApiStatusException(code, status, retryAfterSeconds);
  }
}
