package dev.informant.apiserver.registry;

import dev.informant.apiserver.status.ResourceName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One resource in one version, as it is served. Immutable.
 *
 * @param storage names the objects' table; versions that show the same objects share it
 * @param verbs of the resource itself, in the order discovery shows them
 * @param subresources e.g. {@code status}
 * @param behaviour what differs from kind to kind when objects are written
 * @param model the model class; null for custom resources
 */
public record ResourceType(
    String group,
    String version,
    String kind,
    String listKind,
    String plural,
    String singular,
    boolean namespaced,
    List<String> shortNames,
    List<String> categories,
    String storage,
    Set<String> verbs,
    List<Subresource> subresources,
    Behaviour behaviour,
    @Nullable Class<?> model,
    @Nullable CustomVersion custom) {

  /**
   * A subresource.
   *
   * @param group and version and kind: of what it takes and gives
   */
  public record Subresource(
      String name, String group, String version, String kind, List<String> verbs) {}

  public static final List<String> ALL_VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

  /** {@code v1}, {@code apps/v1}. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** How errors name it. */
  public ResourceName name() {
    return new ResourceName(group, plural);
  }

  /** The Go package in which a kube-apiserver keeps the kind while it works on it; errors name it. */
  public String internalPackage() {
    if (group.isEmpty() || group.equals("events.k8s.io")) {
      return "core";
    }
    int dot = group.indexOf('.');
    return dot < 0 ? group : group.substring(0, dot);
  }

  /** The verbs that discovery shows: of what is going nothing is made or changed any longer. */
  public List<String> shownVerbs() {
    boolean going = custom != null && custom.terminating();
    return verbs.stream()
        .filter(verb -> !going || !List.of("create", "patch", "update").contains(verb))
        .toList();
  }

  public boolean builtIn() {
    return custom == null;
  }

  /** Whether this is the type of CustomResourceDefinitions, which a real server keeps by code of their own. */
  public boolean isDefinition() {
    return group.equals("apiextensions.k8s.io");
  }

  public @Nullable Subresource subresource(String name) {
    for (Subresource subresource : subresources) {
      if (subresource.name().equals(name)) {
        return subresource;
      }
    }
    return null;
  }

  /** The beginning of an object's JSON, up to where {@code "metadata"} follows. */
  public byte[] jsonPrefix() {
    return ("{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion() + "\",")
        .getBytes(StandardCharsets.UTF_8);
  }
}
