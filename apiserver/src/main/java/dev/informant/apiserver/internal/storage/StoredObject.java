package dev.informant.apiserver.internal.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One state of one object: its JSON as bytes plus the few fields that selectors and keys need. The bytes
 * hold neither kind and apiVersion (an object may be served under several) nor the value of
 * resourceVersion (it is assigned at commit, and a deletion reports the last state under a new one);
 * both are spliced in when the object is written out. Immutable and thread-safe.
 */
public final class StoredObject {
  private static final String[] BEFORE_VERSION = {"name", "generateName", "namespace", "uid"};
  private static final String[] AFTER_VERSION = {
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "labels",
    "annotations",
    "ownerReferences",
    "finalizers",
    "managedFields"
  };
  private static final byte[] METADATA = "\"metadata\":".getBytes(StandardCharsets.UTF_8);
  private static final byte[] VERSION = "\"resourceVersion\":\"".getBytes(StandardCharsets.UTF_8);

  private final String namespace;
  private final String name;
  private final String uid;
  private final long resourceVersion;
  private final Map<String, String> labels;
  private final Map<String, String> fields;
  private final byte[] body;
  private final int versionOffset;
  private final String form;

  private StoredObject(
      String namespace,
      String name,
      String uid,
      long resourceVersion,
      Map<String, String> labels,
      Map<String, String> fields,
      byte[] body,
      int versionOffset,
      String form) {
    this.namespace = namespace;
    this.name = name;
    this.uid = uid;
    this.resourceVersion = resourceVersion;
    this.labels = labels;
    this.fields = fields;
    this.body = body;
    this.versionOffset = versionOffset;
    this.form = form;
  }

  /**
   * Takes the content of {@code tree}; its kind, apiVersion and resourceVersion are left out.
   *
   * @param fields the values that field selectors may ask for, besides name and namespace
   */
  public static StoredObject of(ObjectNode tree, Map<String, String> fields) {
    JsonNode metadata = tree.path("metadata");
    ObjectNode before = pick(metadata, BEFORE_VERSION);
    ObjectNode after = pick(metadata, AFTER_VERSION);
    ObjectNode rest = JsonNodeFactory.instance.objectNode();
    tree.properties().forEach(property -> {
      switch (property.getKey()) {
        case "kind", "apiVersion", "metadata" -> {}
        default -> rest.set(property.getKey(), property.getValue());
      }
    });
    ByteArrayOutputStream body = new ByteArrayOutputStream(512);
    body.writeBytes(METADATA);
    writeOpen(body, before);
    body.writeBytes(VERSION);
    final int versionOffset = body.size();
    body.write('"');
    writeClose(body, after);
    writeClose(body, rest);
    return new StoredObject(
        metadata.path("namespace").asText(""),
        metadata.path("name").asText(""),
        metadata.path("uid").asText(""),
        0,
        strings(metadata.path("labels")),
        fields,
        body.toByteArray(),
        versionOffset,
        "");
  }

  /** The same content under another resourceVersion. */
  public StoredObject at(long version) {
    return new StoredObject(
        namespace, name, uid, version, labels, fields, body, versionOffset, form);
  }

  /** The same content, known to have a form: there is nothing in it that this form would not have. */
  public StoredObject inForm(String known) {
    return new StoredObject(
        namespace, name, uid, resourceVersion, labels, fields, body, versionOffset, known);
  }

  /** What form it is known to have; empty if none. */
  public String form() {
    return form;
  }

  public String namespace() {
    return namespace;
  }

  public String name() {
    return name;
  }

  /** {@code namespace/name}, or {@code name} for an object without a namespace. */
  public String key() {
    return key(namespace, name);
  }

  public static String key(String namespace, String name) {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }

  /** How many bytes its JSON has, but for what is spliced in. */
  public int length() {
    return body.length;
  }

  public String uid() {
    return uid;
  }

  public long resourceVersion() {
    return resourceVersion;
  }

  public Map<String, String> labels() {
    return labels;
  }

  /** The values that field selectors may ask for, besides name and namespace. */
  public Map<String, String> fields() {
    return fields;
  }

  /** Whether both say the same, whatever the order of their fields. */
  public boolean sameContent(StoredObject other) {
    return Arrays.equals(body, other.body)
        || body.length == other.body.length && at(1).tree().equals(other.at(1).tree());
  }

  /** The JSON after {@code prefix}, which opens the object and ends where {@code "metadata"} may follow. */
  public byte[] json(byte[] prefix) {
    if (resourceVersion == 0) {
      return unversioned(prefix);
    }
    byte[] digits = Long.toString(resourceVersion).getBytes(StandardCharsets.UTF_8);
    byte[] json = new byte[prefix.length + body.length + digits.length];
    System.arraycopy(prefix, 0, json, 0, prefix.length);
    System.arraycopy(body, 0, json, prefix.length, versionOffset);
    int at = prefix.length + versionOffset;
    System.arraycopy(digits, 0, json, at, digits.length);
    System.arraycopy(body, versionOffset, json, at + digits.length, body.length - versionOffset);
    return json;
  }

  /** An object that has not been committed has no resourceVersion at all. */
  private byte[] unversioned(byte[] prefix) {
    ObjectNode tree = at(1).tree();
    ((ObjectNode) tree.get("metadata")).remove("resourceVersion");
    byte[] json = Json.write(tree);
    byte[] prefixed = Arrays.copyOf(prefix, prefix.length + json.length - 1);
    System.arraycopy(json, 1, prefixed, prefix.length, json.length - 1);
    return prefixed;
  }

  /** A tree of the caller's own, without kind and apiVersion. */
  public ObjectNode tree() {
    try {
      return (ObjectNode) Json.readBack(json(new byte[] {'{'}));
    } catch (IOException impossible) {
      throw new UncheckedIOException("stored JSON of " + key() + " cannot be read", impossible);
    }
  }

  @Override
  public String toString() {
    return key() + "@" + resourceVersion;
  }

  private static ObjectNode pick(JsonNode metadata, String[] names) {
    ObjectNode picked = JsonNodeFactory.instance.objectNode();
    for (String name : names) {
      JsonNode value = metadata.get(name);
      if (value != null && !value.isNull() && !(value.isContainerNode() && value.isEmpty())) {
        picked.set(name, value);
      }
    }
    return picked;
  }

  /** Writes the object without its closing brace, ready for one more member. */
  private static void writeOpen(ByteArrayOutputStream out, ObjectNode object) {
    byte[] json = Json.keep(object);
    out.write(json, 0, json.length - 1);
    if (!object.isEmpty()) {
      out.write(',');
    }
  }

  /** Writes the members of the object after others, and the closing brace. */
  private static void writeClose(ByteArrayOutputStream out, ObjectNode object) {
    if (object.isEmpty()) {
      out.write('}');
    } else {
      byte[] json = Json.keep(object);
      out.write(',');
      out.write(json, 1, json.length - 1);
    }
  }

  private static Map<String, String> strings(JsonNode object) {
    if (!object.isObject() || object.isEmpty()) {
      return Map.of();
    }
    Map<String, String> strings = new LinkedHashMap<>();
    object
        .properties()
        .forEach(property -> strings.put(property.getKey(), property.getValue().asText()));
    return Map.copyOf(strings);
  }
}
