package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.StatusTree;
import dev.informant.apiserver.internal.storage.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A request on its way, and the answers to it with the headers that every one has. Used by one thread at a time. */
final class Call {
  private static final int WARNINGS_LENGTH = 4096;
  private static final int CUT_WARNING_LENGTH = 256;

  /** There is no room for more in a header. */
  private static final int MOST_WARNINGS = WARNINGS_LENGTH;

  private final ApiRequest request;
  private final Negotiation negotiation;
  private final String auditId;
  private final Set<String> warnings = new LinkedHashSet<>();

  Call(ApiRequest request, Negotiation negotiation, String auditId) {
    this.request = request;
    this.negotiation = negotiation;
    this.auditId = AnsweredText.cut(auditId);
  }

  ApiRequest request() {
    return request;
  }

  Negotiation negotiation() {
    return negotiation;
  }

  ApiResponse object(int code, Representation representation, ServedObject object) {
    Iterator<byte[]> pieces = representation.pieces(object);
    byte[] first = pieces.next();
    Map<String, String> headers = headers(representation.contentType());
    return pieces.hasNext()
        ? new ApiResponse.Chunked(
            code, headers, new JoinedPieces(List.of(first).iterator(), pieces))
        : new ApiResponse.Complete(code, headers, first);
  }

  ApiResponse list(Representation representation, ServedList list) {
    return new ApiResponse.Chunked(
        200, headers(representation.contentType()), representation.list(list));
  }

  ApiResponse watch(String contentType, WatchStream stream) {
    return new ApiResponse.Watch(200, headers(contentType), stream);
  }

  /** A Status that is not a failure. */
  ApiResponse success(int code, ObjectNode status) {
    Representation representation = negotiation.forStatus(request);
    return new ApiResponse.Complete(
        code, headers(representation.contentType()), representation.status(status));
  }

  ApiResponse failure(ApiStatusException failure) {
    Representation representation = negotiation.forStatus(request);
    Map<String, String> headers = headers(representation.contentType());
    if (failure.retryAfterSeconds() > 0) {
      headers.put("Retry-After", Integer.toString(failure.retryAfterSeconds()));
    }
    return new ApiResponse.Complete(
        failure.code(), headers, representation.status(failure.status()));
  }

  /** What a client is told that did not want to wait: a Status that does not say so, and not that it is JSON. */
  ApiResponse timedOut() {
    ObjectNode status = StatusTree.failure(
        504,
        "Timeout",
        "Timeout: request did not complete within the allotted timeout",
        JsonNodeFactory.instance.objectNode());
    status.remove(List.of("kind", "apiVersion"));
    byte[] json = Json.write(status);
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return new ApiResponse.Complete(504, headers("text/plain; charset=utf-8"), line);
  }

  /** A JSON document that is not an object of a resource. */
  ApiResponse document(JsonNode tree) {
    byte[] json = Json.write(tree);
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return new ApiResponse.Complete(200, headers("application/json"), line);
  }

  /** The same in the form that Accept asks for, or 406. */
  ApiResponse negotiated(ObjectNode tree) {
    Representation representation = negotiation.forDocument(request);
    return new ApiResponse.Complete(
        200, headers(representation.contentType()), representation.status(tree));
  }

  /** The same, always for people. */
  ApiResponse indented(ObjectNode tree) {
    return new ApiResponse.Complete(
        200, headers("application/json"), JsonRepresentation.PRETTY.status(tree));
  }

  /** A document with an ETag, which is not sent again to a client that has it. */
  ApiResponse tagged(String contentType, JsonNode tree, String tag) {
    Map<String, String> headers = headers(contentType);
    headers.put("Cache-Control", "public");
    headers.put("Vary", "Accept");
    headers.put("ETag", "\"" + tag + "\"");
    String known = request.header("if-none-match");
    if (known != null && known.contains(tag)) {
      headers.remove("Content-Type");
      return new ApiResponse.Complete(304, headers, new byte[0]);
    }
    return new ApiResponse.Complete(200, headers, Json.write(tree));
  }

  /** The same for a document that is not JSON alone, and is not kept by caches. */
  ApiResponse specification(String contentType, byte[] document, String tag) {
    Map<String, String> headers = headers(contentType);
    headers.put("Vary", "Accept-Encoding, Accept");
    headers.put("ETag", "\"" + tag + "\"");
    String known = request.header("if-none-match");
    if (known != null && known.contains(tag)) {
      headers.remove("Content-Type");
      return new ApiResponse.Complete(304, headers, new byte[0]);
    }
    return new ApiResponse.Complete(200, headers, document);
  }

  /** The same in no form that the request takes. */
  ApiResponse unspecified() {
    Map<String, String> headers = headers("");
    headers.remove("Content-Type");
    headers.put("Vary", "Accept-Encoding, Accept");
    return new ApiResponse.Complete(406, headers, new byte[0]);
  }

  /** A list of documents. A real server does not say that it is JSON, and then it is plain text. */
  ApiResponse index(JsonNode tree) {
    return new ApiResponse.Complete(200, headers("text/plain; charset=utf-8"), Json.write(tree));
  }

  /** A document at an address that names its content by {@code tag}. */
  ApiResponse immutable(JsonNode tree, String tag, boolean addressed) {
    Map<String, String> headers = headers("application/json");
    headers.put("Vary", "Accept");
    headers.put("ETag", "\"" + tag + "\"");
    if (addressed) {
      headers.put("Cache-Control", "public, immutable");
    }
    return new ApiResponse.Complete(200, headers, Json.write(tree));
  }

  ApiResponse redirect(String location) {
    Map<String, String> headers = headers("text/plain; charset=utf-8");
    headers.put("Location", location);
    return new ApiResponse.Complete(301, headers, new byte[0]);
  }

  ApiResponse text(int code, String text) {
    Map<String, String> headers = headers("text/plain; charset=utf-8");
    headers.put("X-Content-Type-Options", "nosniff");
    return new ApiResponse.Complete(code, headers, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A resource that a group of the server itself does not have; groups of others answer in text. */
  ApiResponse noSuchResource(boolean builtInGroup) {
    return builtInGroup ? failure(ApiStatusException.noSuchResource()) : pageNotFound();
  }

  /** A path nobody serves. */
  ApiResponse pageNotFound() {
    Map<String, String> headers = headers("text/plain; charset=utf-8");
    headers.put("X-Content-Type-Options", "nosniff");
    return new ApiResponse.Complete(
        404, headers, "404 page not found\n".getBytes(StandardCharsets.UTF_8));
  }

  ApiResponse empty(int code) {
    Map<String, String> headers = headers("");
    headers.remove("Content-Type");
    return new ApiResponse.Complete(code, headers, new byte[0]);
  }

  ApiResponse bytes(int code, String contentType, byte[] body) {
    return new ApiResponse.Complete(code, headers(contentType), body);
  }

  private Map<String, String> headers(String contentType) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Audit-Id", auditId);
    headers.put("Cache-Control", "no-cache, private");
    headers.put("Content-Type", contentType);
    String warning = warningHeader();
    if (!warning.isEmpty()) {
      headers.put("Warning", warning);
    }
    return headers;
  }

  /** Adds a Warning header to the response. */
  void warn(String warning) {
    if (warnings.size() < MOST_WARNINGS) {
      warnings.add(warning);
    }
  }

  /** Warnings with line ends or the like are left out, long ones cut if there is too much of them in all. */
  private String warningHeader() {
    int all = 0;
    for (String warning : warnings) {
      all += warning.codePointCount(0, warning.length());
    }
    boolean cut = all > WARNINGS_LENGTH;
    StringBuilder header = new StringBuilder();
    int written = 0;
    for (String warning : warnings) {
      String shown = cut && warning.length() > CUT_WARNING_LENGTH
          ? warning.substring(0, CUT_WARNING_LENGTH)
          : warning;
      if (shown.chars().anyMatch(Character::isISOControl) || written >= WARNINGS_LENGTH) {
        continue;
      }
      written += shown.length();
      header.append(header.isEmpty() ? "" : ", ").append("299 - \"");
      header.append(shown.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
    }
    return header.toString();
  }
}
