package dev.informant.apiserver.internal.core;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request as the core sees it. Immutable.
 *
 * @param method upper case
 * @param path decoded by the front, without query
 * @param query decoded parameters, in order, values in order
 * @param headers by lower-case name, first value only; those of Accept are joined by commas, those of
 *     Impersonate-Group and Impersonate-Extra-… by line ends
 * @param body empty if there is none
 * @param user who asks
 * @param groups the user's groups
 * @param uid the user's uid; empty if it has none
 * @param extra what else is known of the user
 */
public record ApiRequest(
    String method,
    String path,
    Map<String, List<String>> query,
    Map<String, String> headers,
    byte[] body,
    String user,
    List<String> groups,
    String uid,
    Map<String, List<String>> extra) {

  /** A request of a user of whom nothing more is known. */
  public ApiRequest(
      String method,
      String path,
      Map<String, List<String>> query,
      Map<String, String> headers,
      byte[] body,
      String user,
      List<String> groups) {
    this(method, path, query, headers, body, user, groups, "", Map.of());
  }

  /** The same with another query. */
  public ApiRequest withQuery(Map<String, List<String>> other) {
    return new ApiRequest(method, path, other, headers, body, user, groups, uid, extra);
  }

  /** The same of another user. */
  public ApiRequest by(
      String otherUser,
      List<String> otherGroups,
      String otherUid,
      Map<String, List<String>> otherExtra) {
    return new ApiRequest(
        method, path, query, headers, body, otherUser, otherGroups, otherUid, otherExtra);
  }

  /** The first value of a query parameter; null if it is absent. */
  public @Nullable String parameter(String name) {
    List<String> values = query.get(name);
    return values == null || values.isEmpty() ? null : values.get(0);
  }

  /** A header by its lower-case name; null if it is absent. */
  public @Nullable String header(String lowerCaseName) {
    return headers.get(lowerCaseName);
  }

  /** A flag of the query: present and neither 0 nor false; an empty value counts as true. */
  public boolean flag(String parameter) {
    String value = parameter(parameter);
    return value != null && !value.equals("0") && !value.equalsIgnoreCase("false");
  }
}
