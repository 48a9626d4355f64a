package dev.informant.apiserver.internal.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A CRD's spec as a kube-apiserver works on it: what is the same in all versions stands above them. Immutable.
 *
 * @param versions as the CRD has them
 * @param common what is above the versions, by its name in a version; a part that differs is missing
 */
record InternalSpec(JsonNode spec, List<JsonNode> versions, List<Part> common) {
  private static final List<String> PARTS =
      List.of("schema", "subresources", "additionalPrinterColumns", "selectableFields");

  /** A part of a version that all versions have in common. */
  record Part(String name, JsonNode value) {}

  static InternalSpec of(JsonNode spec) {
    List<JsonNode> versions = new ArrayList<>();
    spec.path("versions").forEach(versions::add);
    List<Part> common = new ArrayList<>();
    for (String name : versions.isEmpty() ? List.<String>of() : PARTS) {
      JsonNode first = part(versions.get(0), name);
      if (versions.stream().allMatch(version -> part(version, name).equals(first))) {
        common.add(new Part(name, first));
      }
    }
    return new InternalSpec(spec, List.copyOf(versions), List.copyOf(common));
  }

  private static JsonNode part(JsonNode version, String name) {
    JsonNode part = version.path(name);
    boolean list = name.equals("additionalPrinterColumns") || name.equals("selectableFields");
    return part.isNull() || list && part.isEmpty() ? MissingNode.getInstance() : part;
  }

  boolean isCommon(String name) {
    return common.stream().anyMatch(part -> part.name().equals(name));
  }

  /** What stands above the versions. */
  JsonNode above(String name) {
    for (Part part : common) {
      if (part.name().equals(name)) {
        return part.value();
      }
    }
    return MissingNode.getInstance();
  }

  /** What is left in a version. */
  JsonNode within(JsonNode version, String name) {
    return isCommon(name) ? MissingNode.getInstance() : part(version, name);
  }

  /** Whether a version has a status of its own. */
  boolean hasStatus(JsonNode version) {
    return part(version, "subresources").hasNonNull("status");
  }
}
