package dev.informant.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.status.Cause;
import dev.informant.apiserver.values.NameForms;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What objects of the rarer kinds must say. Stateless. */
final class RequiredRules {
  private static final int HIGHEST_GROUP = 20000;
  private static final int HIGHEST_VERSION = 1000;

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

  private static final List<String> SLICE_PLACES =
      List.of("nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection");

  private RequiredRules() {}

  static void addTo(Map<String, Consumer<Checks>> kinds) {
    kinds.put("persistentvolumes", object -> volume(object, object.at("spec")));
    kinds.put("apiservices.apiregistration.k8s.io", RequiredRules::apiService);
    kinds.put(
        "certificatesigningrequests.certificates.k8s.io", object -> signing(object.at("spec")));
    kinds.put(
        "ingressclasses.networking.k8s.io", object -> object.at("spec").required("controller"));
    kinds.put("ipaddresses.networking.k8s.io", RequiredRules::address);
    kinds.put(
        "servicecidrs.networking.k8s.io",
        object -> object.at("spec").required("cidrs", "at least one CIDR required"));
    kinds.put("endpointslices.discovery.k8s.io", object -> object.required("addressType"));
    kinds.put("endpoints", object -> object.each("subsets", EndpointRules::subset));
    kinds.put(
        "limitranges",
        object ->
            object.at("spec").each("limits", limit -> limit.qualified("type", limit.text("type"))));
    kinds.put(
        "flowschemas.flowcontrol.apiserver.k8s.io",
        object -> object
            .at("spec")
            .at("priorityLevelConfiguration")
            .required("name", "must reference a priority level"));
    kinds.put(
        "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
        object -> object.at("spec").required("type"));
    kinds.put("resourceslices.resource.k8s.io", object -> slice(object, object.at("spec")));
    storage(kinds);
    admission(kinds);
  }

  private static void storage(Map<String, Consumer<Checks>> kinds) {
    kinds.put("csistoragecapacities.storage.k8s.io", object -> {
      subdomain(object, "storageClassName");
      amount(object, "capacity");
      amount(object, "maximumVolumeSize");
    });
    kinds.put(
        "volumeattributesclasses.storage.k8s.io",
        object -> object
            .required("driverName")
            .required("parameters", "must contain at least one key/value pair"));
    kinds.put("volumeattachments.storage.k8s.io", object -> {
      Checks spec = object.at("spec").required("attacher");
      JsonNode source = spec.get("source");
      if (!source.hasNonNull("inlineVolumeSpec") && !source.hasNonNull("persistentVolumeName")) {
        spec.add(Cause.required(
            spec.path("source"),
            "must specify exactly one of inlineVolumeSpec and persistentVolumeName"));
      }
      subdomain(spec, "nodeName");
    });
  }

  private static void admission(Map<String, Consumer<Checks>> kinds) {
    String group = ".admissionregistration.k8s.io";
    kinds.put("validatingadmissionpolicies" + group, object -> {
      Checks spec = object.at("spec").required("matchConstraints");
      if (spec.get("validations").isEmpty() && spec.get("auditAnnotations").isEmpty()) {
        String detail = "validations or auditAnnotations must contain at least one item";
        spec.required("validations", detail).required("auditAnnotations", detail);
      }
    });
    kinds.put(
        "validatingadmissionpolicybindings" + group,
        object -> object
            .at("spec")
            .required("policyName")
            .required("validationActions", "at least one validation action is required"));
    kinds.put(
        "mutatingadmissionpolicies" + group,
        object -> object
            .at("spec")
            .required("matchConstraints")
            .required("mutations", "mutations must contain at least one item")
            .required("reinvocationPolicy"));
    kinds.put(
        "mutatingadmissionpolicybindings" + group,
        object -> object.at("spec").required("policyName"));
  }

  private static void amount(Checks object, String field) {
    BigDecimal amount = PodResources.amount(object.get(field));
    if (amount != null && amount.signum() < 0) {
      object.invalid(
          field, Checks.quoted(object.text(field)), "must be greater than or equal to 0");
    }
  }

  private static void volume(Checks object, Checks spec) {
    spec.required("accessModes");
    OtherRules.accessModes(spec);
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

  private static void apiService(Checks object) {
    Checks spec = object.at("spec");
    String version = spec.text("version");
    if (!version.equals("v1")) {
      spec.required("group", "only v1 may have an empty group and it better be legacy kube");
    }
    NameForms.letterLabel(version)
        .forEach(wrong -> spec.invalid("version", Checks.quoted(version), wrong));
    priority(spec, "groupPriorityMinimum", HIGHEST_GROUP);
    priority(spec, "versionPriority", HIGHEST_VERSION);
  }

  private static void priority(Checks spec, String field, int highest) {
    long value = spec.get(field).asLong();
    if (value <= 0 || value > highest) {
      spec.invalid(field, Long.toString(value), "must be positive and less than " + highest);
    }
  }

  private static void signing(Checks spec) {
    if (spec.text("request").isEmpty()) {
      spec.invalid("request", "null", "PEM block type must be CERTIFICATE REQUEST");
    }
    spec.required("usages").required("signerName");
  }

  private static void address(Checks object) {
    Checks spec = object.at("spec");
    if (spec.present("parentRef")) {
      spec.at("parentRef").required("resource").required("name");
    } else {
      spec.required("parentRef");
    }
  }

  private static void slice(Checks object, Checks spec) {
    spec.required("driver");
    Checks pool = spec.at("pool").required("name");
    long slices = pool.get("resourceSliceCount").asLong();
    if (slices <= 0) {
      pool.invalid("resourceSliceCount", Long.toString(slices), "must be greater than zero");
    }
    if (SLICE_PLACES.stream().noneMatch(spec::present)) {
      object.add(Cause.required(
          "spec", "exactly one of `" + String.join("`, `", SLICE_PLACES) + "` is required"));
    }
  }

  private static void subdomain(Checks object, String field) {
    String value = object.text(field);
    NameForms.subdomain(value).forEach(wrong -> object.invalid(field, Checks.quoted(value), wrong));
  }
}
