package dev.informant.apiserver.internal.http;

import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.RequestPath;
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
    RequestPath path = RequestPath.parse(request.path());
    if (path == null || path.resource().isEmpty() || path.resource().equals("/")) {
      return new RequestInfo(
          false, request.method().toLowerCase(Locale.ROOT), "", "", "", "", "", "", request.path());
    }
    String name = path.name();
    boolean namespaceItself = path.group().isEmpty() && path.resource().equals("namespaces");
    String namespace = namespaceItself ? name : path.namespace();
    int slash = path.subresource().indexOf('/');
    String subresource = slash < 0 ? path.subresource() : path.subresource().substring(0, slash);
    String verb = path.verb(request);
    if (name.isEmpty()
        && (verb.equals("list") || verb.equals("watch") || verb.equals("deletecollection"))) {
      name = nameInSelector(request);
    }
    return new RequestInfo(
        true,
        verb,
        path.group(),
        path.version(),
        namespace,
        path.resource(),
        subresource,
        name,
        request.path());
  }

  private static String nameInSelector(ApiRequest request) {
    String selector = request.parameter("fieldSelector");
    if (selector == null || !selector.startsWith("metadata.name=") || selector.contains(",")) {
      return "";
    }
    return selector.substring(selector.startsWith("metadata.name==") ? 15 : 14);
  }
}
