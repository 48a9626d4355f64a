package dev.informant.apiserver.internal.kinds;

import static dev.informant.apiserver.internal.kinds.Column.AGE;
import static dev.informant.apiserver.internal.kinds.Column.NAME;
import static dev.informant.apiserver.internal.kinds.Column.size;
import static dev.informant.apiserver.internal.kinds.UpdateRule.fixed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind.Trait;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.ArrayList;
import java.util.List;

/** What extends a server or decides about its requests, and devices. Stateless. */
final class Extensions {
  private static final String[] ALL_METADATA = {
    "labels", "annotations", "finalizers", "ownerReferences"
  };
  private static final int PRECEDENCE = 1000;
  private static final int SHARES = 30;
  private static final int HTTPS = 443;

  private Extensions() {}

  static List<Kind> kinds() {
    String admission = ".admissionregistration.k8s.io";
    String flow = ".flowcontrol.apiserver.k8s.io";
    String devices = ".resource.k8s.io";
    return List.of(
        Kind.of("customresourcedefinitions.apiextensions.k8s.io")
            .traits(Trait.NEEDS_VERSION, Trait.GENERATION, Trait.ANY_FINALIZER)
            .names((object, name, masked, prefix) -> definitionName(object, name, masked))
            .checks(object -> {}),
        Kind.of("apiservices.apiregistration.k8s.io")
            .traits(Trait.NEEDS_VERSION, Trait.ANY_FINALIZER, Trait.CHECKED_AS_NEW)
            .statusKeeps(ALL_METADATA)
            .names((object, name, masked, prefix) -> serviceName(object.path("spec"), name))
            .defaults(object -> {
              if (object.path("spec").get("service") instanceof ObjectNode service) {
                orElse(service, "port", HTTPS);
              }
            }),
        Kind.of(
                "mutatingwebhookconfigurations" + admission,
                "validatingwebhookconfigurations" + admission)
            .traits(Trait.NEEDS_VERSION, Trait.GENERATION, Trait.ANY_FINALIZER)
            .columns(() -> List.of(NAME, size("Webhooks", "webhooks"), AGE)),
        Kind.of(
                "mutatingadmissionpolicies" + admission,
                "mutatingadmissionpolicybindings" + admission,
                "validatingadmissionpolicybindings" + admission)
            .traits(Trait.NEEDS_VERSION, Trait.GENERATION, Trait.ANY_FINALIZER),
        Kind.of("validatingadmissionpolicies" + admission)
            .traits(Trait.NEEDS_VERSION, Trait.GENERATION, Trait.ANY_FINALIZER)
            .statusKeeps(ALL_METADATA),
        Kind.of("flowschemas" + flow)
            .traits(Trait.GENERATION, Trait.COMPARED_ONCE)
            .statusKeeps(ALL_METADATA)
            .defaults(object -> {
              ObjectNode spec = Json.objectAt(object, "spec");
              if (spec.path("matchingPrecedence").asInt() == 0) {
                spec.put("matchingPrecedence", PRECEDENCE);
              }
            }),
        Kind.of("prioritylevelconfigurations" + flow)
            .traits(Trait.GENERATION, Trait.COMPARED_ONCE)
            .statusKeeps(ALL_METADATA)
            .defaults(object -> {
              if (object.path("spec").get("limited") instanceof ObjectNode limited) {
                orElse(limited, "nominalConcurrencyShares", SHARES);
                orElse(limited, "lendablePercent", 0);
              }
            }),
        Kind.of("deviceclasses" + devices)
            .traits(Trait.GENERATION, Trait.ANSWERS_WITH_OBJECT, Trait.GENERATED_NAME_ONLY)
            .names((object, name, masked, prefix) -> NameForms.longName(name))
            .columns(() -> List.of(NAME, AGE)),
        Kind.of("resourceslices" + devices)
            .traits(Trait.GENERATION, Trait.ANSWERS_WITH_OBJECT)
            .selectBy("spec.nodeName", "spec.driver", "spec.pool.name"),
        Kind.of("resourceclaims" + devices)
            .traits(Trait.ANSWERS_WITH_OBJECT)
            .statusKeeps(ALL_METADATA)
            .fixed(fixed("spec")),
        Kind.of("resourceclaimtemplates" + devices)
            .traits(Trait.ANSWERS_WITH_OBJECT)
            .fixed(fixed("spec"))
            .columns(() -> List.of(NAME, AGE)),
        Kind.of("devicetaintrules" + devices).traits(Trait.ANSWERS_WITH_OBJECT),
        Kind.of("storageversionmigrations.storagemigration.k8s.io").traits(Trait.NEEDS_VERSION));
  }

  private static void orElse(ObjectNode object, String field, int value) {
    if (!object.hasNonNull(field)) {
      object.put(field, value);
    }
  }

  private static List<String> serviceName(JsonNode spec, String name) {
    List<String> wrong = NameForms.segment(name, /* prefix= */ false);
    String expected = spec.path("version").asText("") + "." + spec.path("group").asText("");
    return wrong.isEmpty() && !name.equals(expected)
        ? List.of("must be `spec.version+\".\"+spec.group`: \"" + expected + "\"")
        : wrong;
  }

  private static List<String> definitionName(JsonNode object, String name, String masked) {
    JsonNode spec = object.path("spec");
    List<String> wrong = new ArrayList<>(NameForms.subdomain(masked));
    String expected =
        spec.path("names").path("plural").asText("") + "." + spec.path("group").asText("");
    if (!name.equals(expected)) {
      wrong.add("must be spec.names.plural+\".\"+spec.group");
    }
    return wrong;
  }
}
