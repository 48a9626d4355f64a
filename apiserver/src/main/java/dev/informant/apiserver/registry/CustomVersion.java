package dev.informant.apiserver.registry;

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
 */
public record CustomVersion(
    String definition,
    @Nullable ObjectNode schema,
    ObjectNode version,
    @Nullable String deprecationWarning,
    Map<String, String> selectableFields) {}
