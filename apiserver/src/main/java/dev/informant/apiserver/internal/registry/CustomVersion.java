package dev.informant.apiserver.internal.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a CRD says of one of its versions. Immutable (the trees are shared: do not change them).
 *
 * @param definition the CRD's name
 * @param schema the structural schema; null if the version has none
 * @param version the entry of {@code spec.versions} itself, with printer columns and subresources
 * @param deprecationWarning null if the version is not deprecated
 * @param selectableFields field selector names with their paths
 * @param storage how objects are stored, whatever version they are written in
 * @param terminating whether the CRD is going, with all that is there
 */
public record CustomVersion(
    String definition,
    @Nullable ObjectNode schema,
    ObjectNode version,
    @Nullable String deprecationWarning,
    Map<String, String> selectableFields,
    Storage storage,
    boolean terminating) {

  /**
   * The version in which objects are stored.
   *
   * @param here whether it is this one
   * @param schema the schema of it; missing if it has none
   * @param form tells its schema from others
   * @param fields the selectable fields of all versions
   * @param identity its group, version and kind with slashes between; empty if it is not served
   */
  public record Storage(
      boolean here, JsonNode schema, String form, Map<String, String> fields, String identity) {}
}
