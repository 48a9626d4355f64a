package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.definition.DefinitionRules;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.storage.StoredObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a kube-apiserver warns of when it takes an object; of a CRD or a custom resource only what is new. Stateless. */
final class WriteWarnings {
  private static final Set<String> STANDARD = Set.of("orphan", "foregroundDeletion", "kubernetes");

  private WriteWarnings() {}

  static List<String> of(ResourceType type, Writes.Written written) {
    boolean definition = type.storage().equals(CustomResources.STORAGE);
    if (type.storage().equals("csidrivers.storage.k8s.io")) {
      return driver(written.object().tree().path("spec"));
    }
    if (type.builtIn() && !definition) {
      return written.warnings();
    }
    StoredObject stored = written.before();
    ObjectNode now = written.object().tree();
    ObjectNode before =
        stored == null ? now.objectNode() : StorageVersions.serve(type, stored).tree();
    return definition ? formats(before, now) : finalizers(Metadata.of(before), Metadata.of(now));
  }

  private static List<String> driver(JsonNode spec) {
    return spec.path("tokenRequests").isEmpty() || spec.hasNonNull("serviceAccountTokenInSecrets")
        ? List.of()
        : List.of("spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver,"
            + " set to true to prevent possible logging of tokens in volume attributes");
  }

  private static List<String> formats(ObjectNode before, ObjectNode now) {
    Set<String> known = new HashSet<>(DefinitionRules.unrecognizedFormats(before));
    return DefinitionRules.unrecognizedFormats(now).stream()
        .filter(format -> !known.contains(format))
        .map(format -> "unrecognized format \"" + format + "\"")
        .toList();
  }

  private static List<String> finalizers(Metadata before, Metadata now) {
    Set<String> added = new TreeSet<>(now.finalizers());
    before.finalizers().forEach(added::remove);
    List<String> warnings = new ArrayList<>();
    for (String finalizer : added) {
      if (finalizer.indexOf('/') < 0 && !STANDARD.contains(finalizer)) {
        warnings.add("metadata.finalizers: \"" + finalizer
            + "\": prefer a domain-qualified finalizer name"
            + (finalizer.contains(".") ? " including a path (/)" : "")
            + " to avoid accidental conflicts with other finalizer writers");
      }
    }
    return warnings;
  }
}
