package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.status.ApiStatusException;
import dev.informant.apiserver.storage.Json;
import java.io.IOException;
import java.util.Base64;

/**
 * Where the next page of a list begins.
 *
 * @param revision of the first page; -1 to go on in the latest state
 * @param start the first key that may follow, relative to what is listed
 */
record ContinueToken(long revision, String start) {
  private static final String VERSION = "meta.k8s.io/v1";
  static final long INCONSISTENT = -1;

  /** The page after the one that ended with {@code lastKey}. */
  static ContinueToken after(long revision, String lastKey) {
    return new ContinueToken(revision, lastKey + "\0");
  }

  String encode() {
    ObjectNode token = JsonNodeFactory.instance.objectNode();
    token.put("v", VERSION).put("rv", revision).put("start", "/" + start);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.write(token));
  }

  static ContinueToken decode(String text) {
    JsonNode token;
    try {
      token = Json.read(Base64.getUrlDecoder().decode(text));
    } catch (IllegalArgumentException | IOException malformed) {
      throw invalid("it cannot be decoded");
    }
    String version = token.path("v").asText();
    if (!version.equals(VERSION)) {
      throw invalid("server does not recognize this encoded version " + version);
    }
    long revision = token.path("rv").asLong();
    if (revision == 0) {
      throw invalid("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
    }
    String start = token.path("start").asText();
    if (start.isEmpty()) {
      throw invalid("encoded start key empty (version meta.k8s.io/v1)");
    }
    if (("/" + start + "/").contains("/../") || ("/" + start + "/").contains("/./")) {
      throw invalid(start);
    }
    return new ContinueToken(revision, start.startsWith("/") ? start.substring(1) : start);
  }

  private static ApiStatusException invalid(String why) {
    return ApiStatusException.badRequest(
        "invalid continue token: continue key is not valid: " + why);
  }
}
