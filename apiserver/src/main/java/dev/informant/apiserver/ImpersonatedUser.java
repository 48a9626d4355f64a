package dev.informant.apiserver;

import dev.informant.apiserver.internal.core.ApiRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whom a request asks to be served as, as its headers say; the name may be missing. Immutable.
 *
 * @param extra by lower-case key
 */
record ImpersonatedUser(
    String name, String uid, List<String> groups, Map<String, List<String>> extra) {
  /** The longest name that a pattern looks at. */
  private static final int LONGEST = "system:serviceaccount:".length() + 63 + 1 + 253;

  private static final int LONGEST_SUBDOMAIN = 253;
  private static final String EXTRA = "impersonate-extra-";
  private static final String LABEL = "[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?";
  private static final String SUBDOMAIN =
      "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*";
  private static final Pattern ACCOUNT =
      Pattern.compile("system:serviceaccount:(" + LABEL + "):(" + SUBDOMAIN + ")");
  private static final Pattern NODE = Pattern.compile("system:node:(" + SUBDOMAIN + ")");

  /** Null if the request asks for nobody else. */
  static @Nullable ImpersonatedUser of(ApiRequest request) {
    Map<String, List<String>> extra = new TreeMap<>();
    request.headers().forEach((header, values) -> {
      if (header.startsWith(EXTRA)) {
        extra
            .computeIfAbsent(unescaped(header.substring(EXTRA.length())), key -> new ArrayList<>())
            .addAll(List.of(values.split("\n", -1)));
      }
    });
    String group = request.header("impersonate-group");
    ImpersonatedUser asked = new ImpersonatedUser(
        text(request, "impersonate-user"),
        text(request, "impersonate-uid"),
        group == null ? List.of() : List.of(group.split("\n", -1)),
        extra);
    return asked.name.isEmpty() && asked.nameOnly() ? null : asked;
  }

  private static String text(ApiRequest request, String header) {
    String value = request.header(header);
    return value == null ? "" : value;
  }

  private static String unescaped(String key) {
    try {
      return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return key;
    }
  }

  /** Whether nothing but a name is asked for. */
  boolean nameOnly() {
    return uid.isEmpty() && groups.isEmpty() && extra.isEmpty();
  }

  /** Namespace and name of a service account; null if this is none. */
  @Nullable
  List<String> account() {
    Matcher matcher = ACCOUNT.matcher(name);
    return name.length() <= LONGEST
            && matcher.matches()
            && matcher.group(2).length() <= LONGEST_SUBDOMAIN
        ? List.of(matcher.group(1), matcher.group(2))
        : null;
  }

  /** The name of a node; null if this is none. */
  @Nullable
  String node() {
    Matcher matcher = NODE.matcher(name);
    return name.length() <= LONGEST
            && matcher.matches()
            && matcher.group(1).length() <= LONGEST_SUBDOMAIN
        ? matcher.group(1)
        : null;
  }

  /** The same in these groups. */
  ImpersonatedUser in(List<String> others) {
    return new ImpersonatedUser(name, uid, others, extra);
  }

  /** In the syntax of Go. */
  String shown() {
    List<String> entries = new ArrayList<>();
    extra.forEach((key, values) -> entries.add("\"" + key + "\":[]string" + shown(values)));
    return "&user.DefaultInfo{Name:\"" + name + "\", UID:\"" + uid + "\", Groups:[]string"
        + shown(groups) + ", Extra:map[string][]string"
        + (entries.isEmpty() ? "(nil)" : "{" + String.join(", ", entries) + "}") + "}";
  }

  private static String shown(List<String> texts) {
    return texts.isEmpty() ? "(nil)" : "{\"" + String.join("\", \"", texts) + "\"}";
  }
}
