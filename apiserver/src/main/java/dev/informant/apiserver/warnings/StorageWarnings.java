package dev.informant.apiserver.warnings;

import java.util.List;
import java.util.Map;

/** Volumes, claims and classes of storage. Stateless. */
final class StorageWarnings {
  private static final String CLASS = "volume.beta.kubernetes.io/storage-class";
  private static final String USE_CLASS =
      "deprecated since v1.8; use \"storageClassName\" attribute instead";
  private static final List<Map.Entry<String, String>> GONE = List.of(
      Map.entry("cephfs", "deprecated in v1.28, non-functional in v1.31+"),
      Map.entry("photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"),
      Map.entry("scaleIO", "deprecated in v1.16, non-functional in v1.22+"),
      Map.entry("storageOS", "deprecated in v1.22, non-functional in v1.25+"),
      Map.entry("glusterfs", "deprecated in v1.25, non-functional in v1.26+"),
      Map.entry("rbd", "deprecated in v1.28, non-functional in v1.31+"));

  private StorageWarnings() {}

  static void volume(Place volume) {
    annotation(volume, CLASS, USE_CLASS);
    annotation(
        volume,
        "volume.beta.kubernetes.io/mount-options",
        "deprecated since v1.31; use \"mountOptions\" attribute instead");
    Place spec = volume.at("spec");
    if (spec.text("persistentVolumeReclaimPolicy").equals("Recycle")) {
      spec.at("persistentVolumeReclaimPolicy")
          .warn("The Recycle reclaim policy is deprecated. Instead, the recommended approach is to"
              + " use dynamic provisioning.");
    }
    spec.at("nodeAffinity", "required")
        .each("nodeSelectorTerms", term -> NodeLabels.term(term, /* values= */ false));
    for (Map.Entry<String, String> kind : GONE) {
      if (spec.has(kind.getKey())) {
        spec.at(kind.getKey()).warn(kind.getValue());
      }
    }
  }

  private static void annotation(Place object, String name, String message) {
    Place annotation = object.at("metadata", "annotations").key(name);
    if (annotation.present()) {
      annotation.warn(message);
    }
  }

  static void claimed(Place claim) {
    annotation(claim, CLASS, USE_CLASS);
    claim(claim.at("spec"));
  }

  /** The spec of a claim. */
  static void claim(Place spec) {
    Amounts.wholeBytes(spec.at("resources", "requests").key("storage"));
    Amounts.wholeBytes(spec.at("resources", "limits").key("storage"));
  }

  static void classOf(Place storageClass) {
    storageClass.each(
        "allowedTopologies",
        topology -> topology.each("matchLabelExpressions", expression -> {
          String message = NodeLabels.deprecated(expression.text("key"));
          if (message != null) {
            expression.at("key").warn(message);
          }
        }));
  }

  static void capacity(Place capacity) {
    Place nodes = capacity.at("nodeTopology");
    NodeLabels.term(nodes, /* values= */ false);
    for (String label : nodes.at("matchLabels").keys()) {
      String message = NodeLabels.deprecated(label);
      if (message != null) {
        nodes.at("matchLabels", label).warn(message);
      }
    }
  }
}
