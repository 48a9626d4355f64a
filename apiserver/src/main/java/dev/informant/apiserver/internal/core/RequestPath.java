package dev.informant.apiserver.internal.core;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A path under {@code /api} or {@code /apis}, taken apart. Immutable.
 *
 * @param namespace empty if the path has none
 * @param resource the plural; empty if the path ends at the version, a slash if a part of the path is empty
 * @param name empty for a collection
 * @param subresource empty if there is none; what follows a proxy is left out
 * @param legacyWatch whether the path has the old {@code watch/} prefix
 * @param noNamespace whether the path has a place for a namespace, and nothing there
 */
public record RequestPath(
    String group,
    String version,
    String namespace,
    String resource,
    String name,
    String subresource,
    boolean legacyWatch,
    boolean noNamespace) {

  /** Null if the path is none of a group's version or below it. Slashes at its end do not count, others do. */
  public static @Nullable RequestPath parse(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    List<String> parts = Arrays.asList(path.substring(0, end).split("/", -1));
    int version = parts.size() > 2 && parts.get(1).equals("api")
        ? 2
        : parts.size() > 3 && parts.get(1).equals("apis") ? 3 : 0;
    if (version == 0 || !parts.get(0).isEmpty() || parts.subList(1, version + 1).contains("")) {
      return null;
    }
    String group = version == 2 ? "" : parts.get(2);
    List<String> rest = parts.subList(version + 1, parts.size());
    return rest.contains("") && !noNamespace(rest)
        ? new RequestPath(group, parts.get(version), "", "/", "", "", false, false)
        : below(group, parts.get(version), rest);
  }

  private static boolean noNamespace(List<String> parts) {
    int at = parts.get(0).equals("watch") ? 1 : 0;
    return parts.size() > at + 2
        && parts.get(at).equals("namespaces")
        && parts.indexOf("") == at + 1
        && parts.lastIndexOf("") == at + 1;
  }

  private static RequestPath below(String group, String version, List<String> parts) {
    boolean watch = !parts.isEmpty() && parts.get(0).equals("watch");
    List<String> rest = watch ? parts.subList(1, parts.size()) : parts;
    String namespace = "";
    boolean namespaceItself = rest.size() == 3
        && group.isEmpty()
        && !rest.get(1).isEmpty()
        && (rest.get(2).equals("status") || rest.get(2).equals("finalize"));
    boolean within = rest.size() >= 3 && rest.get(0).equals("namespaces") && !namespaceItself;
    if (within) {
      namespace = rest.get(1);
      rest = rest.subList(2, rest.size());
    }
    String subresource = rest.size() > 3 && !rest.get(2).equals("proxy")
        ? String.join("/", rest.subList(2, rest.size()))
        : part(rest, 2);
    return new RequestPath(
        group,
        version,
        namespace,
        part(rest, 0),
        part(rest, 1),
        subresource,
        watch,
        within && namespace.isEmpty());
  }

  /**
   * What a request with this path asks for: get, list, watch, create, update, patch, delete, deletecollection; with another
   * method that in lower case. Whether the path takes it is not looked at.
   */
  public String verb(ApiRequest request) {
    boolean named = !name.isEmpty();
    return switch (request.method()) {
      case "GET", "HEAD" ->
        legacyWatch ? "watch" : named ? "get" : request.flag("watch") ? "watch" : "list";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> named ? "delete" : "deletecollection";
      default -> request.method().toLowerCase(Locale.ROOT);
    };
  }

  private static String part(List<String> parts, int index) {
    return index < parts.size() ? parts.get(index) : "";
  }
}
