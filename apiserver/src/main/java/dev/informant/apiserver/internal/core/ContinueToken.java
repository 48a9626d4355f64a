package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.GoJson;
import java.io.IOException;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the next page of a list begins.
 *
 * @param revision of the first page; -1 to go on in the latest state
 * @param start the first key that may follow, relative to what is listed
 * @param given as the token spells it
 */
record ContinueToken(long revision, String start, String given) {
  private static final String VERSION = "meta.k8s.io/v1";
  private static final Pattern NOT_BASE64 = Pattern.compile("[^A-Za-z0-9_-]");
  static final long INCONSISTENT = -1;

  /** The page after the one that ended with {@code lastKey}. */
  static ContinueToken after(long revision, String lastKey, boolean cached) {
    // the watch cache writes a slash that etcd's pages do not have
    return new ContinueToken(revision, lastKey + "\0", (cached ? "/" : "") + lastKey + "\0");
  }

  /** The same place in whatever is latest. */
  ContinueToken inconsistent() {
    return new ContinueToken(INCONSISTENT, start, given);
  }

  String encode() {
    ObjectNode token = JsonNodeFactory.instance.objectNode();
    token.put("v", VERSION).put("rv", revision).put("start", given);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.write(token));
  }

  static ContinueToken decode(String text) {
    Matcher wrong = NOT_BASE64.matcher(text);
    if (wrong.find()) {
      throw invalid("illegal base64 data at input byte " + wrong.start());
    }
    if (text.length() % 4 == 1) {
      throw invalid("illegal base64 data at input byte " + (text.length() - 1));
    }
    byte[] json = Base64.getUrlDecoder().decode(text);
    JsonNode token;
    try {
      token = Json.read(json);
    } catch (IOException malformed) {
      throw invalid(GoJson.complaint(json));
    }
    if (!token.isObject() && !token.isNull()) {
      throw invalid("json: cannot unmarshal " + GoJson.word(token)
          + " into Go value of type storage.continueToken");
    }
    token.properties().forEach(ContinueToken::checkType);
    String version = token.path("v").asText("");
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
    return new ContinueToken(revision, start.startsWith("/") ? start.substring(1) : start, start);
  }

  /** As Go reads the token into a struct. */
  private static void checkType(Map.Entry<String, JsonNode> member) {
    JsonNode value = member.getValue();
    boolean number = member.getKey().equals("rv");
    boolean fits = switch (member.getKey()) {
      case "rv" -> value.isIntegralNumber() && value.canConvertToLong();
      case "v", "start" -> value.isTextual();
      default -> true;
    };
    if (!fits && !value.isNull()) {
      throw invalid("json: cannot unmarshal " + GoJson.word(value)
          + (number && value.isNumber() ? " " + value.asText() : "")
          + " into Go struct field continueToken." + member.getKey() + " of type "
          + (number ? "int64" : "string"));
    }
  }

  private static ApiStatusException invalid(String why) {
    return ApiStatusException.badRequest(
        "invalid continue token: continue key is not valid: " + why);
  }
}
