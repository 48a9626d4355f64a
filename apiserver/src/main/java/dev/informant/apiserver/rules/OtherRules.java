package dev.informant.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.status.Cause;
import dev.informant.apiserver.storage.Json;
import dev.informant.apiserver.values.GoJson;
import dev.informant.apiserver.values.NameForms;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the kinds that run no pods must be like. Stateless. */
final class OtherRules {
  private static final int LARGEST_DATA = 1024 * 1024;
  private static final long HIGHEST_PRIORITY = 1_000_000_000;

  private OtherRules() {}

  static void addTo(Map<String, Consumer<Checks>> kinds) {
    kinds.put("configmaps", OtherRules::configMap);
    kinds.put("nodes", object -> node(object.at("spec")));
    kinds.put("secrets", OtherRules::secret);
    kinds.put("services", object -> ServiceRules.check(object.at("spec")));
    kinds.put("persistentvolumeclaims", object -> claim(object.at("spec")));
    kinds.put("leases.coordination.k8s.io", object -> lease(object.at("spec")));
    kinds.put("ingresses.networking.k8s.io", IngressRules::check);
    kinds.put("poddisruptionbudgets.policy", object -> budget(object.at("spec")));
    kinds.put("horizontalpodautoscalers.autoscaling", object -> autoscaler(object.at("spec")));
    kinds.put("roles.rbac.authorization.k8s.io", object -> role(object, /* namespaced= */ true));
    kinds.put(
        "clusterroles.rbac.authorization.k8s.io", object -> role(object, /* namespaced= */ false));
    kinds.put(
        "rolebindings.rbac.authorization.k8s.io", object -> binding(object, "Role", "ClusterRole"));
    kinds.put(
        "clusterrolebindings.rbac.authorization.k8s.io", object -> binding(object, "ClusterRole"));
    kinds.put(
        "storageclasses.storage.k8s.io",
        object -> object
            .required("provisioner")
            .oneOf("reclaimPolicy", "Delete", "Retain")
            .oneOf("volumeBindingMode", "Immediate", "WaitForFirstConsumer"));
    kinds.put("runtimeclasses.node.k8s.io", object -> object.requiredLabel("handler"));
    kinds.put("priorityclasses.scheduling.k8s.io", OtherRules::priority);
  }

  private static void node(Checks spec) {
    Set<String> seen = spec.seen();
    int index = 0;
    for (JsonNode taint : spec.get("taints")) {
      // that is where they are said to stand
      Checks one = Checks.of(taint).within(spec, "metadata.taints[" + index++ + "]");
      one.qualified("key", one.text("key"));
      List<String> wrong = NameForms.value(one.text("value"));
      if (!wrong.isEmpty()) {
        one.invalid("value", Checks.quoted(one.text("value")), String.join(";", wrong));
      }
      if (one.text("effect").isEmpty()) {
        one.required("effect");
      } else {
        SchedulingRules.effect(one);
      }
      if (!seen.add(one.text("effect") + "/" + one.text("key"))) {
        one.add(new Cause(
            "FieldValueDuplicate",
            "Duplicate value: {\"Key\":" + Checks.quoted(one.text("key")) + ",\"Value\":"
                + Checks.quoted(one.text("value")) + ",\"Effect\":"
                + Checks.quoted(one.text("effect"))
                + ",\"TimeAdded\":null}: taints must be unique by key and effect pair",
            one.here()));
      }
    }
  }

  private static void configMap(Checks object) {
    object.configKeys("data");
    object.get("data").fieldNames().forEachRemaining(key -> {
      if (object.get("binaryData").has(key)) {
        object.invalid(
            "data[" + key + "]", Checks.quoted(key), "duplicate of key present in binaryData");
      }
    });
    object.configKeys("binaryData");
    long size = DataSize.ofTexts(object.get("data")) + DataSize.ofBytes(object.get("binaryData"));
    if (size > LARGEST_DATA) {
      object.add(Cause.tooLong("[]", LARGEST_DATA));
    }
  }

  private static void secret(Checks object) {
    object.configKeys("data");
    if (DataSize.ofBytes(object.get("data")) > LARGEST_DATA) {
      object.add(Cause.tooLong("data", LARGEST_DATA));
    }
    JsonNode data = object.get("data");
    switch (object.text("type")) {
      case "kubernetes.io/service-account-token" -> {
        String account = "kubernetes.io/service-account.name";
        if (object.get("metadata").path("annotations").path(account).asText("").isEmpty()) {
          object.add(Cause.required("metadata.annotations[" + account + "]", ""));
        }
      }
      case "kubernetes.io/dockercfg" -> registries(object, ".dockercfg");
      case "kubernetes.io/dockerconfigjson" -> registries(object, ".dockerconfigjson");
      case "kubernetes.io/basic-auth" -> {
        if (!data.has("username") && !data.has("password")) {
          keys(object, "username", "password");
        }
      }
      case "kubernetes.io/ssh-auth" -> {
        if (data.path("ssh-privatekey").asText("").isEmpty()) {
          object.add(Cause.required("data[ssh-privatekey]", ""));
        }
      }
      case "kubernetes.io/tls" -> keys(object, "tls.crt", "tls.key");
      default -> {}
    }
  }

  /** A key whose value is a JSON object. */
  private static void registries(Checks object, String key) {
    keys(object, key);
    if (!object.get("data").has(key)) {
      return;
    }
    String mistake;
    try {
      byte[] value = Base64.getMimeDecoder().decode(object.get("data").path(key).asText());
      mistake = notAnObject(value);
    } catch (IllegalArgumentException unreadable) {
      return;
    }
    if (mistake != null) {
      object.invalid("data[" + key + "]", "\"<secret contents redacted>\"", mistake);
    }
  }

  private static @Nullable String notAnObject(byte[] value) {
    try {
      JsonNode tree = Json.read(value);
      if (tree.isObject() || tree.isNull()) {
        return null;
      }
      if (!tree.isMissingNode()) {
        return "json: cannot unmarshal " + GoJson.word(tree)
            + " into Go value of type map[string]interface {}";
      }
    } catch (IOException malformed) {
      // told below
    }
    return GoJson.complaint(value);
  }

  private static void keys(Checks object, String... required) {
    for (String key : required) {
      if (!object.get("data").has(key)) {
        object.add(Cause.required("data[" + key + "]", ""));
      }
    }
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

  static void accessModes(Checks spec) {
    for (JsonNode mode : spec.get("accessModes")) {
      List<String> known =
          List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
      if (!known.contains(mode.asText())) {
        spec.add(Cause.unsupported(
            spec.path("accessModes"), mode.asText(), "\"" + String.join("\", \"", known) + "\""));
      }
    }
  }

  private static void lease(Checks spec) {
    spec.positive("leaseDurationSeconds").nonNegative("leaseTransitions");
    if (!spec.text("preferredHolder").isEmpty() && spec.text("strategy").isEmpty()) {
      spec.add(Cause.forbidden(
          spec.path("preferredHolder"), "may only be specified if `strategy` is defined"));
    }
  }

  private static void budget(Checks spec) {
    if (spec.present("minAvailable") && spec.present("maxUnavailable")) {
      spec.add(Cause.invalid(
          "spec", internal(spec.node()), "minAvailable and maxUnavailable cannot be both set"));
    }
    for (String field : List.of("minAvailable", "maxUnavailable")) {
      if (spec.get(field).isNumber()) {
        spec.nonNegative(field);
      }
    }
    spec.oneOf("unhealthyPodEvictionPolicy", "AlwaysAllow", "IfHealthyBudget");
  }

  /** As the struct without JSON names that the real server works on is printed. */
  private static String internal(JsonNode spec) {
    return "{\"MinAvailable\":" + spec.path("minAvailable")
        + ",\"Selector\":"
        + (spec.has("selector") ? SelectorRules.shown(spec.get("selector")) : "null")
        + ",\"MaxUnavailable\":" + spec.path("maxUnavailable")
        + ",\"UnhealthyPodEvictionPolicy\":"
        + (spec.has("unhealthyPodEvictionPolicy") ? spec.get("unhealthyPodEvictionPolicy") : "null")
        + "}";
  }

  private static void autoscaler(Checks spec) {
    long most = spec.get("maxReplicas").asLong();
    long least = spec.get("minReplicas").asLong(1);
    if (least < 1) {
      spec.invalid(
          "minReplicas", spec.get("minReplicas").asText(), "must be greater than or equal to 1");
    }
    if (most == 0) {
      spec.add(Cause.required(spec.path("maxReplicas"), "must be set and greater than 0"));
    } else if (most < 0) {
      spec.invalid("maxReplicas", Long.toString(most), "must be greater than or equal to 1");
    }
    if (most < least) {
      spec.invalid(
          "maxReplicas", Long.toString(most), "must be greater than or equal to `minReplicas`");
    }
    Checks target = spec.at("scaleTargetRef").required("kind").required("name");
    if (target.text("apiVersion").indexOf('/') <= 0) {
      target.invalid(
          "apiVersion",
          Checks.quoted(target.text("apiVersion")),
          "apiVersion must specify API group");
    }
  }

  private static void role(Checks object, boolean namespaced) {
    object.each("rules", rule -> {
      if (rule.get("verbs").isEmpty()) {
        rule.add(Cause.required(rule.path("verbs"), "verbs must contain at least one value"));
      }
      JsonNode urls = rule.get("nonResourceURLs");
      if (!urls.isEmpty()) {
        if (namespaced) {
          rule.invalid(
              "nonResourceURLs",
              urls.toString(),
              "namespaced rules cannot apply to non-resource URLs");
        }
        if (!rule.get("apiGroups").isEmpty() || !rule.get("resources").isEmpty()) {
          rule.invalid(
              "nonResourceURLs",
              urls.toString(),
              "rules cannot apply to both regular resources and non-resource URLs");
        }
        return;
      }
      if (rule.get("apiGroups").isEmpty()) {
        rule.add(Cause.required(
            rule.path("apiGroups"), "resource rules must supply at least one api group"));
      }
      if (rule.get("resources").isEmpty()) {
        rule.add(Cause.required(
            rule.path("resources"), "resource rules must supply at least one resource"));
      }
    });
  }

  private static void binding(Checks object, String... kinds) {
    Checks role = object.at("roleRef");
    String group = role.text("apiGroup");
    if (!group.isEmpty() && !group.equals("rbac.authorization.k8s.io")) {
      role.add(Cause.unsupported(role.path("apiGroup"), group, "\"rbac.authorization.k8s.io\""));
    }
    if (!List.of(kinds).contains(role.text("kind"))) {
      role.add(Cause.unsupported(
          role.path("kind"), role.text("kind"), "\"" + String.join("\", \"", kinds) + "\""));
    }
    role.required("name");
    object.each("subjects", subject -> {
      subject.required("name");
      subject.oneOf("kind", "ServiceAccount", "User", "Group");
    });
  }

  private static void priority(Checks object) {
    if (object.get("value").asLong() > HIGHEST_PRIORITY
        && !object.get("metadata").path("name").asText("").startsWith("system-")) {
      object.add(Cause.forbidden(
          "value", "maximum allowed value of a user defined priority is " + HIGHEST_PRIORITY));
    }
    object.oneOf("preemptionPolicy", "PreemptLowerPriority", "Never");
  }
}
