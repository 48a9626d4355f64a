package dev.informant.apiserver.internal.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.registry.ServedResources;
import java.util.Collection;
import java.util.List;

/** The discovery documents, made anew each time from what is served. Stateless. */
public final class DiscoveryDocuments {
  private DiscoveryDocuments() {}

  /** {@code /api}. */
  public static ObjectNode coreVersions(String serverAddress) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("kind", "APIVersions").putArray("versions").add("v1");
    document
        .putArray("serverAddressByClientCIDRs")
        .addObject()
        .put("clientCIDR", "0.0.0.0/0")
        .put("serverAddress", serverAddress);
    return document;
  }

  /** {@code /apis}. */
  public static ObjectNode groupList(ServedResources served) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("kind", "APIGroupList").put("apiVersion", "v1");
    ArrayNode groups = document.putArray("groups");
    for (String group : served.groups()) {
      if (!group.isEmpty()) {
        describe(served, group, groups.addObject());
      }
    }
    return document;
  }

  /** {@code /apis/group}. */
  public static ObjectNode group(ServedResources served, String group) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("kind", "APIGroup").put("apiVersion", "v1");
    describe(served, group, document);
    return document;
  }

  private static void describe(ServedResources served, String group, ObjectNode into) {
    into.put("name", group);
    List<String> versions = served.versions(group);
    ArrayNode array = into.putArray("versions");
    for (String version : versions) {
      array.addObject().put("groupVersion", group + "/" + version).put("version", version);
    }
    into.putObject("preferredVersion")
        .put("groupVersion", group + "/" + versions.get(0))
        .put("version", versions.get(0));
  }

  /** {@code /api/v1} or {@code /apis/group/version}. */
  public static ObjectNode resourceList(ServedResources served, String group, String version) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("kind", "APIResourceList");
    if (!group.isEmpty()) {
      document.put("apiVersion", "v1"); // the oldest of these documents does without
    }
    document.put("groupVersion", group.isEmpty() ? version : group + "/" + version);
    ArrayNode resources = document.putArray("resources");
    for (ResourceType type : served.in(group, version)) {
      ObjectNode resource = resources.addObject();
      resource.put("name", type.plural()).put("singularName", type.singular());
      resource.put("namespaced", type.namespaced()).put("kind", type.kind());
      texts(resource.putArray("verbs"), type.shownVerbs());
      optional(resource, "shortNames", type.shortNames());
      optional(resource, "categories", type.categories());
      String stored = type.verbs().contains("watch") ? Digests.storageVersion(type) : null;
      if (stored != null) {
        resource.put("storageVersionHash", stored);
      }
      for (ResourceType.Subresource subresource : type.subresources()) {
        ObjectNode entry = resources.addObject();
        entry.put("name", type.plural() + "/" + subresource.name()).put("singularName", "");
        entry.put("namespaced", type.namespaced());
        boolean foreign =
            !subresource.group().equals(group) || !subresource.version().equals(version);
        if (foreign) {
          entry.put("group", subresource.group()).put("version", subresource.version());
        }
        entry.put("kind", subresource.kind());
        texts(entry.putArray("verbs"), subresource.verbs());
      }
    }
    return document;
  }

  /** {@code /api} ({@code core}) or {@code /apis} in the aggregated form. */
  public static ObjectNode aggregated(ServedResources served, boolean core) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/v2");
    document.putObject("metadata");
    ArrayNode items = document.putArray("items");
    for (String group : served.groups()) {
      if (group.isEmpty() == core) {
        ObjectNode item = items.addObject();
        ObjectNode metadata = item.putObject("metadata");
        if (!group.isEmpty()) {
          metadata.put("name", group);
        }
        ArrayNode versions = item.putArray("versions");
        for (String version : served.versions(group)) {
          aggregate(served, group, version, versions.addObject());
        }
      }
    }
    return document;
  }

  private static void aggregate(
      ServedResources served, String group, String version, ObjectNode into) {
    into.put("version", version);
    ArrayNode resources = into.putArray("resources");
    for (ResourceType type : served.in(group, version)) {
      ObjectNode resource = resources.addObject();
      resource.put("resource", type.plural());
      // of built-ins, empty means those of the list
      kind(resource, type.builtIn() ? "" : group, type.builtIn() ? "" : version, type.kind());
      resource.put("scope", type.namespaced() ? "Namespaced" : "Cluster");
      resource.put("singularResource", type.singular());
      texts(resource.putArray("verbs"), type.shownVerbs());
      optional(resource, "shortNames", type.shortNames());
      optional(resource, "categories", type.categories());
      if (!type.subresources().isEmpty()) {
        ArrayNode subresources = resource.putArray("subresources");
        for (ResourceType.Subresource subresource : type.subresources()) {
          ObjectNode entry = subresources.addObject();
          entry.put("subresource", subresource.name());
          boolean same = type.builtIn()
              && subresource.group().equals(group)
              && subresource.version().equals(version);
          kind(
              entry,
              same ? "" : subresource.group(),
              same ? "" : subresource.version(),
              subresource.kind());
          texts(entry.putArray("verbs"), subresource.verbs());
        }
      }
    }
    into.put("freshness", "Current");
  }

  private static void kind(ObjectNode into, String group, String version, String kind) {
    into.putObject("responseKind").put("group", group).put("version", version).put("kind", kind);
  }

  private static void optional(ObjectNode into, String field, List<String> values) {
    if (!values.isEmpty()) {
      texts(into.putArray(field), values);
    }
  }

  private static void texts(ArrayNode array, Collection<String> values) {
    values.forEach(array::add);
  }
}
