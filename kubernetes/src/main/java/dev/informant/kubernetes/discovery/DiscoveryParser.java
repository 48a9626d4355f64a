package dev.informant.kubernetes.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.transport.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the documents of the discovery API. What is malformed is a failure of its group or version, and the rest is
 * taken; a document that is none at all is refused, since a cluster without kinds would be believed. Stateless.
 */
final class DiscoveryParser {
  /** The core group has no name, and stands for its only version in failures. */
  static final String CORE = "v1";

  private static final Pattern GROUP = Pattern.compile("[a-z0-9]([a-z0-9.-]*[a-z0-9])?");
  private static final Pattern VERSION = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
  private static final String NAMELESS = "(a group without a name)";

  private DiscoveryParser() {}

  /** Whether the answer is an aggregated one. */
  static boolean isAggregated(JsonNode document) {
    return document.path("kind").asText("").equals("APIGroupDiscoveryList");
  }

  /**
   * An aggregated document, of the core group or of all others.
   *
   * @throws IllegalArgumentException if it has no groups
   */
  static void aggregated(JsonNode document, boolean core, DiscoveryResult into) {
    if (!isListOrAbsent(document, "items")) {
      throw new IllegalArgumentException("the server's list of groups is malformed");
    }
    for (JsonNode group : document.path("items")) {
      String name = group.path("metadata").path("name").asText("");
      if (core ? !name.isEmpty() : !GROUP.matcher(name).matches()) {
        into.failed(name.isEmpty() ? NAMELESS : shown(name), "the group's name is malformed");
      } else if (!isListOrAbsent(group, "versions")) {
        into.failed(core ? CORE : name, "the group's versions are malformed");
      } else {
        group.path("versions").forEach(version -> version(name, version, into));
      }
    }
  }

  private static void version(String group, JsonNode version, DiscoveryResult into) {
    String name = version.path("version").asText("");
    if (!VERSION.matcher(name).matches()) {
      into.failed(group.isEmpty() ? CORE : group, "a version of the group has a malformed name");
      return;
    }
    String groupVersion = groupVersion(group, name);
    if (version.path("freshness").asText("Current").equals("Stale")) {
      into.failed(groupVersion, "the server marked the version as stale");
    } else if (!isListOrAbsent(version, "resources")) {
      into.failed(groupVersion, "the version's resources are malformed");
    } else {
      for (JsonNode resource : version.path("resources")) {
        String plural = resource.path("resource").asText("");
        if (plural.isEmpty() || !resource.path("resource").isTextual()) {
          into.failed(groupVersion, "one of its resources has no name");
          continue;
        }
        into.add(new DiscoveredKinds.Kind(
            new Resource(
                group,
                name,
                plural,
                resource.path("responseKind").path("kind").asText(""),
                resource.path("scope").asText("").equals("Namespaced")),
            resource.path("singularResource").asText(""),
            texts(resource.path("shortNames")),
            texts(resource.path("verbs"))));
      }
    }
  }

  /**
   * The group-versions of {@code /apis}, the preferred one of each group first.
   *
   * @throws IllegalArgumentException if it has no groups
   */
  static List<String> groupVersions(JsonNode document, DiscoveryResult into) {
    if (!document.path("groups").isArray() && !document.path("groups").isNull()) {
      throw new IllegalArgumentException("the server's list of groups is malformed");
    }
    List<String> all = new ArrayList<>();
    for (JsonNode group : document.path("groups")) {
      List<String> ofGroup = new ArrayList<>();
      JsonNode preferred = group.path("preferredVersion");
      if (preferred.hasNonNull("groupVersion")) {
        ofGroup.add(preferred.path("groupVersion").asText(""));
      }
      for (JsonNode version : group.path("versions")) {
        String groupVersion = version.path("groupVersion").asText("");
        if (!ofGroup.contains(groupVersion)) {
          ofGroup.add(groupVersion);
        }
      }
      String name = group.path("name").asText("");
      if (ofGroup.isEmpty()) {
        into.failed(name.isEmpty() ? NAMELESS : shown(name), "the group has no versions");
      }
      for (String groupVersion : ofGroup) {
        if (isGroupVersion(groupVersion)) {
          all.add(groupVersion);
        } else {
          into.failed(
              name.isEmpty() ? NAMELESS : shown(name),
              "a version of the group has a malformed name");
        }
      }
    }
    return all;
  }

  private static boolean isGroupVersion(String text) {
    int slash = text.indexOf('/');
    return slash > 0
        && GROUP.matcher(text.substring(0, slash)).matches()
        && VERSION.matcher(text.substring(slash + 1)).matches();
  }

  /** The resources of one group-version; subresources are left out. */
  static void resources(String groupVersion, JsonNode document, DiscoveryResult into) {
    if (!document.path("resources").isArray() && !document.path("resources").isNull()) {
      into.failed(groupVersion, "the response is not a list of resources");
      return;
    }
    int slash = groupVersion.indexOf('/');
    String group = slash < 0 ? "" : groupVersion.substring(0, slash);
    String version = groupVersion.substring(slash + 1);
    for (JsonNode resource : document.path("resources")) {
      String plural = resource.path("name").asText("");
      if (plural.isEmpty() || !resource.path("name").isTextual()) {
        into.failed(groupVersion, "one of its resources has no name");
      } else if (plural.indexOf('/') < 0) {
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
  }

  private static boolean isListOrAbsent(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return node.isObject() && (value.isArray() || value.isNull() || value.isMissingNode());
  }

  private static String shown(String name) {
    return name.length() > 100 ? name.substring(0, 100) + "…" : name;
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
