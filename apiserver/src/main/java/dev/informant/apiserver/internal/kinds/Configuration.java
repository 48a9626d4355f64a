package dev.informant.apiserver.internal.kinds;

import static dev.informant.apiserver.internal.kinds.Column.AGE;
import static dev.informant.apiserver.internal.kinds.Column.NAME;
import static dev.informant.apiserver.internal.kinds.Column.column;
import static dev.informant.apiserver.internal.kinds.Column.text;
import static dev.informant.apiserver.internal.kinds.UpdateRule.fixedText;
import static dev.informant.apiserver.internal.kinds.UpdateRule.frozen;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind.Trait;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.GoJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ConfigMaps and Secrets. Stateless. */
final class Configuration {
  private static final int LARGEST_DATA = 1024 * 1024;

  private Configuration() {}

  static List<Kind> kinds() {
    return List.of(
        Kind.of("configmaps")
            .traits(Trait.CHECKED_AS_NEW, Trait.CHANGES_FIRST)
            .checks(Configuration::configMap)
            .fixed(frozen("data", "binaryData"))
            .columns(() -> List.of(
                NAME,
                column(
                    "Data",
                    (object, now) ->
                        object.path("data").size() + object.path("binaryData").size()),
                AGE)),
        Kind.of("secrets")
            .traits(Trait.CHECKED_AS_NEW, Trait.CHANGES_FIRST)
            .selectBy("type")
            .creating(Configuration::fillSecret)
            .updating((before, after) -> fillSecret(after))
            .checks(Configuration::secret)
            .fixed(fixedText("type"), frozen("data"))
            .columns(() -> List.of(
                NAME,
                text("Type", "type"),
                column("Data", (object, now) -> object.path("data").size()),
                AGE)));
  }

  /** Plain strings are for writing only. */
  private static void fillSecret(ObjectNode tree) {
    if (tree.path("type").asText("").isEmpty()) {
      tree.put("type", "Opaque");
    }
    JsonNode plain = tree.remove("stringData");
    if (plain != null && plain.isObject()) {
      ObjectNode data = Json.objectAt(tree, "data");
      plain
          .properties()
          .forEach(entry -> data.put(
              entry.getKey(),
              Base64.getEncoder()
                  .encodeToString(entry.getValue().asText().getBytes(StandardCharsets.UTF_8))));
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
}
