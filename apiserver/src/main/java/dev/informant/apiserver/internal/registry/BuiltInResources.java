package dev.informant.apiserver.internal.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.schema.BuiltInSchemas;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The built-in resources, as the discovery documents of a real kube-apiserver describe them. Stateless. */
public final class BuiltInResources {
  private BuiltInResources() {}

  /** A resource and whether a kube-apiserver serves its version unless told otherwise. */
  private record Known(ResourceType type, boolean served) {}

  /** Read once. */
  private static final class All {
    static final List<Known> KNOWN = BuiltInSchemas.resources().stream()
        .map(BuiltInResources::describe)
        .sorted(Comparator.comparing((Known known) -> known.type().group())
            .thenComparing(known -> known.type().version())
            .thenComparing(known -> known.type().plural()))
        .toList();

    private All() {}
  }

  /**
   * The resources to serve: those a kube-apiserver serves by default, and those whose {@code group/version} (core: {@code
   * v1}) is requested.
   */
  public static List<ResourceType> served(Set<String> alsoGroupVersions) {
    return All.KNOWN.stream()
        .filter(
            known -> known.served() || alsoGroupVersions.contains(known.type().apiVersion()))
        .map(Known::type)
        .toList();
  }

  /** Every group/version that a kube-apiserver can serve. */
  public static Set<String> knownGroupVersions() {
    return All.KNOWN.stream()
        .map(known -> known.type().apiVersion())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** A kind, served or not; null if there is none. */
  public static @Nullable ResourceType known(String apiVersion, String kind) {
    for (Known known : All.KNOWN) {
      if (known.type().kind().equals(kind) && known.type().apiVersion().equals(apiVersion)) {
        return known.type();
      }
    }
    return null;
  }

  private static Known describe(JsonNode resource) {
    String group = resource.path("group").asText();
    String kind = resource.path("kind").asText();
    String plural = resource.path("name").asText();
    List<ResourceType.Subresource> subresources = new ArrayList<>();
    for (JsonNode one : resource.path("subresources")) {
      subresources.add(new ResourceType.Subresource(
          one.path("name").asText(),
          one.path("group").asText(),
          one.path("version").asText(),
          one.path("kind").asText(),
          texts(one.path("verbs"))));
    }
    ResourceType type = new ResourceType(
        group,
        resource.path("version").asText(),
        kind,
        kind + "List",
        plural,
        resource.path("singularName").asText(),
        resource.path("namespaced").asBoolean(),
        texts(resource.path("shortNames")),
        texts(resource.path("categories")),
        storage(group, plural),
        new LinkedHashSet<>(texts(resource.path("verbs"))),
        List.copyOf(subresources),
        resource.path("definition").asText(),
        /* custom= */ null);
    return new Known(type, resource.path("served").asBoolean());
  }

  /** Events are one set of objects with two faces; everything else is stored by group. */
  private static String storage(String group, String plural) {
    return group.isEmpty() || group.equals("events.k8s.io") ? plural : plural + "." + group;
  }

  /** The scale subresource, the same for all that have one. */
  public static ResourceType.Subresource scale() {
    return new ResourceType.Subresource(
        "scale", "autoscaling", "v1", "Scale", List.of("get", "patch", "update"));
  }

  /** The status subresource of a kind. */
  public static ResourceType.Subresource status(String group, String version, String kind) {
    return new ResourceType.Subresource(
        "status", group, version, kind, List.of("get", "patch", "update"));
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(one -> texts.add(one.asText()));
    return List.copyOf(texts);
  }
}
