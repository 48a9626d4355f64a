package dev.informant.apiserver.internal.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.BuiltInKinds;
import dev.informant.apiserver.internal.kinds.Kind;
import dev.informant.apiserver.internal.schema.BuiltInSchemas;
import dev.informant.apiserver.internal.status.ResourceName;
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
 * @param definition the name of the schema of a built-in kind; null for custom resources
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
    @Nullable String definition,
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

  /** The structural schema, which for a built-in kind includes metadata; missing if a CRD has none. */
  public JsonNode schema() {
    if (definition != null) {
      return BuiltInSchemas.definition(definition);
    }
    ObjectNode schema = custom == null ? null : custom.schema();
    return schema == null ? MissingNode.getInstance() : schema;
  }

  /** What is particular to the kind. */
  public Kind traits() {
    return custom == null ? BuiltInKinds.of(storage) : BuiltInKinds.custom();
  }

  public boolean is(Kind.Trait trait) {
    return traits().is(trait);
  }

  /** Whether status changes only through the status subresource. */
  public boolean ownStatus() {
    return subresource("status") != null;
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
