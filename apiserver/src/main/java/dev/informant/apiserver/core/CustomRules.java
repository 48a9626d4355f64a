package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.CustomVersion;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.schema.Pruning;
import dev.informant.apiserver.schema.Validation;
import dev.informant.apiserver.status.Cause;
import java.util.ArrayList;
import java.util.List;

/** What a CRD's schema does to objects that are written. Stateless. */
final class CustomRules {
  private CustomRules() {}

  /** Prunes, fills in defaults and validates; nothing for built-in types. */
  static void onWrite(ResourceType type, ObjectNode tree) {
    CustomVersion custom = type.custom();
    ObjectNode schema = custom == null ? null : custom.schema();
    if (schema == null) {
      return;
    }
    Pruning.prune(tree, schema);
    Pruning.fillDefaults(tree, schema);
    List<Cause> causes = new ArrayList<>(Validation.validate(tree, schema));
    causes.addAll(Scales.complaints(type, tree));
    if (!causes.isEmpty()) {
      throw ObjectRules.invalid(type, Metadata.of(tree).name(), causes);
    }
  }
}
