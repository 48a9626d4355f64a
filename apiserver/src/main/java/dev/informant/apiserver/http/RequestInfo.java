package dev.informant.apiserver.http;

import dev.informant.apiserver.core.ApiRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a request is about, judged by its method, path and query alone: what an authorizer and a fault
 * rule look at. Parts that do not apply are empty.
 *
 * @param verb get, list, watch, create, update, patch, delete, deletecollection; for other paths the
 *     method in lower case
 */
public record RequestInfo(
    boolean isResource,
    String verb,
    String group,
    String version,
    String namespace,
    String resource,
    String subresource,
    String name,
    String path) {

  public static RequestInfo of(ApiRequest request) {
    List<String> parts = new ArrayList<>();
    for (String part : request.path().split("/", -1)) {
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    String group = "";
    int at;
    if (parts.size() >= 3 && parts.get(0).equals("api")) {
      at = 1;
    } else if (parts.size() >= 4 && parts.get(0).equals("apis")) {
      group = parts.get(1);
      at = 2;
    } else {
      return new RequestInfo(
          false, request.method().toLowerCase(Locale.ROOT), "", "", "", "", "", "", request.path());
    }
    String version = parts.get(at++);
    boolean oldWatch = parts.get(at).equals("watch") && parts.size() > at + 1;
    if (oldWatch) {
      at++;
    }
    String namespace = "";
    if (parts.get(at).equals("namespaces") && parts.size() > at + 1) {
      namespace = parts.get(at + 1);
      boolean inside = parts.size() > at + 2
          && !parts.get(at + 2).equals("status")
          && !parts.get(at + 2).equals("finalize");
      if (inside) {
        at += 2;
      }
    }
    String resource = parts.get(at);
    String name = parts.size() > at + 1 ? parts.get(at + 1) : "";
    String subresource = parts.size() > at + 2 ? parts.get(at + 2) : "";
    String verb = verb(request, name, oldWatch);
    if (name.isEmpty()
        && (verb.equals("list") || verb.equals("watch") || verb.equals("deletecollection"))) {
      name = nameInSelector(request);
    }
    return new RequestInfo(
        true, verb, group, version, namespace, resource, subresource, name, request.path());
  }

  private static String verb(ApiRequest request, String name, boolean oldWatch) {
    switch (request.method()) {
      case "GET":
      case "HEAD":
        if (oldWatch) {
          return "watch";
        }
        if (!name.isEmpty()) {
          return "get";
        }
        return isTrue(request, "watch") ? "watch" : "list";
      case "POST":
        return "create";
      case "PUT":
        return "update";
      case "PATCH":
        return "patch";
      case "DELETE":
        return name.isEmpty() ? "deletecollection" : "delete";
      default:
        return request.method().toLowerCase(Locale.ROOT);
    }
  }

  private static boolean isTrue(ApiRequest request, String parameter) {
    String value = request.parameter(parameter);
    return value != null && !value.equals("0") && !value.equalsIgnoreCase("false");
  }

  private static String nameInSelector(ApiRequest request) {
    String selector = request.parameter("fieldSelector");
    if (selector == null || !selector.startsWith("metadata.name=") || selector.contains(",")) {
      return "";
    }
    return selector.substring(selector.startsWith("metadata.name==") ? 15 : 14);
  }

  /** The resource as messages name it: {@code deployments.apps}. */
  public String qualifiedResource() {
    return group.isEmpty() ? resource : resource + "." + group;
  }
}
