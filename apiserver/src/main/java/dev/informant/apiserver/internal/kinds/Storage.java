package dev.informant.apiserver.internal.kinds;

import static dev.informant.apiserver.internal.kinds.Column.AGE;
import static dev.informant.apiserver.internal.kinds.Column.NAME;
import static dev.informant.apiserver.internal.kinds.Column.column;
import static dev.informant.apiserver.internal.kinds.Column.size;
import static dev.informant.apiserver.internal.kinds.Column.text;
import static dev.informant.apiserver.internal.kinds.Column.textOr;
import static dev.informant.apiserver.internal.kinds.UpdateRule.fixed;
import static dev.informant.apiserver.internal.kinds.UpdateRule.fixedText;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind.Trait;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Volumes, claims and what provides them. Stateless. */
final class Storage {
  /** What a volume says besides where it is. */
  private static final Set<String> NO_SOURCE = Set.of(
      "accessModes",
      "capacity",
      "claimRef",
      "mountOptions",
      "nodeAffinity",
      "persistentVolumeReclaimPolicy",
      "storageClassName",
      "volumeAttributesClassName",
      "volumeMode");

  private Storage() {}

  static List<Kind> kinds() {
    String group = ".storage.k8s.io";
    return List.of(
        Kind.of("persistentvolumes")
            .traits(Trait.ANSWERS_WITH_OBJECT, Trait.CHECKED_AS_NEW, Trait.COMPARED_ONCE)
            .creating(object -> Json.objectAt(object, "status")
                .put("phase", "Pending")
                .put(
                    "lastPhaseTransitionTime",
                    object.path("metadata").path("creationTimestamp").asText("")))
            .checks(object -> volume(object, object.at("spec")))
            .fixed(VolumeUpdates::volume, fixed("spec.volumeMode", "volumeMode"))
            .columns(() -> List.of(
                NAME,
                text("Capacity", "spec.capacity.storage"),
                column("Access Modes", (object, now) -> modes(Kind.at(object, "spec.accessModes"))),
                textOr("Retain", "Reclaim Policy", "spec.persistentVolumeReclaimPolicy"),
                column("Status", (object, now) -> phase(object)),
                column("Claim", (object, now) -> {
                  JsonNode claim = Kind.at(object, "spec.claimRef");
                  return claim.isObject()
                      ? Cells.text(claim, "namespace") + "/" + Cells.text(claim, "name")
                      : "";
                }),
                text("StorageClass", "spec.storageClassName"),
                textOr(Cells.UNSET, "VolumeAttributesClass", "spec.volumeAttributesClassName"),
                text("Reason", "status.reason"),
                AGE,
                textOr("Filesystem", "VolumeMode", "spec.volumeMode").wide())),
        Kind.of("persistentvolumeclaims")
            .traits(Trait.ANSWERS_WITH_OBJECT, Trait.CHECKED_AS_NEW)
            .creating(object -> Json.objectAt(object, "status").put("phase", "Pending"))
            .checks(object -> claim(object.at("spec")))
            .fixed(VolumeUpdates::claim, fixed("spec.volumeMode", "volumeMode"))
            .columns(() -> List.of(
                NAME,
                column("Status", (object, now) -> phase(object)),
                text("Volume", "spec.volumeName"),
                text("Capacity", "status.capacity.storage"),
                column(
                    "Access Modes", (object, now) -> modes(Kind.at(object, "status.accessModes"))),
                text("StorageClass", "spec.storageClassName"),
                textOr(Cells.UNSET, "VolumeAttributesClass", "spec.volumeAttributesClassName"),
                AGE,
                text("VolumeMode", "spec.volumeMode").wide())),
        Kind.of("storageclasses" + group)
            .traits(Trait.ANSWERS_WITH_OBJECT)
            .fixed(
                fixed("parameters"),
                fixedText("provisioner"),
                fixed("reclaimPolicy"),
                fixed("volumeBindingMode"))
            .columns(() -> List.of(
                new Column("Name", "string", "name", "", 0, (object, now) -> {
                  JsonNode isDefault = object
                      .path("metadata")
                      .path("annotations")
                      .path("storageclass.kubernetes.io/is-default-class");
                  String name = Cells.text(object, "metadata", "name");
                  return isDefault.asText().equals("true") ? name + " (default)" : name;
                }),
                text("Provisioner", "provisioner"),
                textOr("Delete", "ReclaimPolicy", "reclaimPolicy"),
                textOr("Immediate", "VolumeBindingMode", "volumeBindingMode"),
                column(
                    "AllowVolumeExpansion",
                    (object, now) -> object.path("allowVolumeExpansion").asBoolean()),
                AGE)),
        Kind.of("csinodes" + group)
            .traits(Trait.NEEDS_VERSION, Trait.ANSWERS_WITH_OBJECT)
            .fixed(VolumeUpdates::drivers)
            .columns(() -> List.of(NAME, size("Drivers", "spec.drivers"), AGE)),
        Kind.of("csidrivers" + group)
            .traits(Trait.NEEDS_VERSION, Trait.ANSWERS_WITH_OBJECT)
            .defaults(object -> driver(Json.objectAt(object, "spec")))
            .fixed(
                fixed("spec.attachRequired", "spec.attachedRequired"),
                fixed("spec.volumeLifecycleModes")),
        Kind.of("csistoragecapacities" + group)
            .traits(Trait.NEEDS_VERSION)
            .fixed(fixed("nodeTopology"), fixedText("storageClassName")),
        Kind.of("volumeattachments" + group)
            .traits(Trait.NEEDS_VERSION, Trait.ANSWERS_WITH_OBJECT, Trait.COMPARED_ONCE)
            .statusKeeps("labels", "annotations", "finalizers", "ownerReferences")
            .fixed(fixed("spec")));
  }

  private static void volume(Checks object, Checks spec) {
    spec.required("accessModes");
    accessModes(spec);
    spec.required("capacity");
    JsonNode capacity = spec.get("capacity");
    if (capacity.size() != 1 || !capacity.has("storage")) {
      spec.add(new Cause(
          "FieldValueNotSupported",
          "Unsupported value: " + (capacity.isObject() ? capacity.toString() : "null")
              + ": supported values: \"storage\"",
          spec.path("capacity")));
    }
    for (Map.Entry<String, JsonNode> field : spec.node().properties()) {
      if (!NO_SOURCE.contains(field.getKey()) && !field.getValue().isNull()) {
        return;
      }
    }
    object.add(Cause.required("spec", "must specify a volume type"));
  }

  static void claim(Checks spec) {
    if (spec.get("accessModes").isEmpty()) {
      spec.add(Cause.required(spec.path("accessModes"), "at least 1 access mode is required"));
    }
    accessModes(spec);
    JsonNode storage = spec.get("resources").path("requests").path("storage");
    BigDecimal amount = PodResources.amount(storage);
    if (storage.isMissingNode()) {
      spec.add(Cause.required(spec.path("resources[storage]"), ""));
    } else if (amount != null && amount.signum() <= 0) {
      spec.invalid(
          "resources[storage]", Checks.quoted(storage.asText()), "must be greater than zero");
    }
    spec.oneOf("volumeMode", "Block", "Filesystem");
  }

  private static void accessModes(Checks spec) {
    for (JsonNode mode : spec.get("accessModes")) {
      List<String> known =
          List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
      if (!known.contains(mode.asText())) {
        spec.add(Cause.unsupported(
            spec.path("accessModes"), mode.asText(), "\"" + String.join("\", \"", known) + "\""));
      }
    }
  }

  private static String phase(ObjectNode object) {
    return object.path("metadata").has("deletionTimestamp")
        ? "Terminating"
        : Cells.text(object, "status", "phase");
  }

  private static String modes(JsonNode accessModes) {
    List<String> shortened = new ArrayList<>();
    for (JsonNode mode : accessModes) {
      shortened.add(
          switch (mode.asText()) {
            case "ReadWriteOnce" -> "RWO";
            case "ReadOnlyMany" -> "ROX";
            case "ReadWriteMany" -> "RWX";
            case "ReadWriteOncePod" -> "RWOP";
            default -> mode.asText();
          });
    }
    return String.join(",", shortened);
  }

  private static void driver(ObjectNode spec) {
    orElse(spec, "attachRequired", true);
    orElse(spec, "podInfoOnMount", false);
    orElse(spec, "storageCapacity", false);
    if (spec.path("fsGroupPolicy").asText("").isEmpty()) {
      spec.put("fsGroupPolicy", "ReadWriteOnceWithFSType");
    }
    orElse(spec, "requiresRepublish", false);
    orElse(spec, "seLinuxMount", false);
    if (spec.path("volumeLifecycleModes").isEmpty()) {
      spec.putArray("volumeLifecycleModes").add("Persistent");
    }
  }

  private static void orElse(ObjectNode object, String field, boolean value) {
    if (!object.hasNonNull(field)) {
      object.put(field, value);
    }
  }
}
