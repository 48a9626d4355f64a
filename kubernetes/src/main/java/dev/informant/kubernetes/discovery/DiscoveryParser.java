package dev.informant.kubernetes.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.transport.Resource;
import java.util.ArrayList;
import java.util.List;

/** Reads the documents of the discovery API. Stateless. */
final class DiscoveryParser {
  private DiscoveryParser() {}

  /** Whether the answer is an aggregated one. */
  static boolean isAggregated(JsonNode document) {
    return document.path("kind").asText("").equals("APIGroupDiscoveryList");
  }

  static void aggregated(JsonNode document, DiscoveryResult into) {
    for (JsonNode group : document.path("items")) {
      String name = group.path("metadata").path("name").asText("");
      for (JsonNode version : group.path("versions")) {
        String versionName = version.path("version").asText("");
        if (version.path("freshness").asText("Current").equals("Stale")) {
          into.failed(groupVersion(name, versionName), "the server says its knowledge is stale");
          continue;
        }
        for (JsonNode resource : version.path("resources")) {
          into.add(new DiscoveredKinds.Kind(
              new Resource(
                  name,
                  versionName,
                  resource.path("resource").asText(""),
                  resource.path("responseKind").path("kind").asText(""),
                  resource.path("scope").asText("").equals("Namespaced")),
              resource.path("singularResource").asText(""),
              texts(resource.path("shortNames")),
              texts(resource.path("verbs"))));
        }
      }
    }
  }

  /** The group-versions of {@code /apis}, the preferred one of each group first. */
  static List<String> groupVersions(JsonNode document) {
    List<String> all = new ArrayList<>();
    for (JsonNode group : document.path("groups")) {
      String preferred = group.path("preferredVersion").path("groupVersion").asText("");
      if (!preferred.isEmpty()) {
        all.add(preferred);
      }
      for (JsonNode version : group.path("versions")) {
        String groupVersion = version.path("groupVersion").asText("");
        if (!groupVersion.isEmpty() && !groupVersion.equals(preferred)) {
          all.add(groupVersion);
        }
      }
    }
    return all;
  }

  /** The resources of one group-version; subresources are left out. */
  static void resources(String groupVersion, JsonNode document, DiscoveryResult into) {
    int slash = groupVersion.indexOf('/');
    String group = slash < 0 ? "" : groupVersion.substring(0, slash);
    String version = groupVersion.substring(slash + 1);
    for (JsonNode resource : document.path("resources")) {
      String plural = resource.path("name").asText("");
      if (plural.isEmpty() || plural.indexOf('/') >= 0) {
        continue;
      }
      into.add(new DiscoveredKinds.Kind(
          new Resource(
              group,
              version,
              plural,
              resource.path("kind").asText(""),
              resource.path("namespaced").asBoolean(false)),
          resource.path("singularName").asText(""),
          texts(resource.path("shortNames")),
          texts(resource.path("verbs"))));
    }
  }

  static String groupVersion(String group, String version) {
    return group.isEmpty() ? version : group + '/' + version;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(element -> texts.add(element.asText("")));
    return texts;
  }
}
