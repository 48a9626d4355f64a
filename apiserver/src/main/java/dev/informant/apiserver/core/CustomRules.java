package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;

/** What a CRD's schema does to objects that are written. Stateless. */
final class CustomRules {
  private CustomRules() {}

  static void onWrite(ResourceType type, ObjectNode tree) {
    // replaced with the structural schema
  }
}
