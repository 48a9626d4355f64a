package dev.informant.verification.differential;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.TreeCodec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.fast.FastCodec;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.verification.scripted.Scenario;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The objects of a scenario, typed or generic, and what scenarios do with them: look into and change them. */
final class Model<T> {
  private static final ObjectMapper MAPPER = ModelMapper.shared().mapper();

  private final Resource resource;
  private final Codec<T> codec;

  private Model(Resource resource, Codec<T> codec) {
    this.resource = resource;
    this.codec = codec;
  }

  static Model<?> of(Scenario.Resource described) {
    Resource resource = new Resource(
        described.group(),
        described.version(),
        described.plural(),
        described.kind(),
        described.namespaced());
    if (described.decoding().equals("generic")) {
      return new Model<>(
          resource, new TreeCodec(new TypeMeta(described.apiVersion(), described.kind())));
    }
    Class<?> type = new KubernetesSerialization()
        .getRegisteredKubernetesResource(described.apiVersion(), described.kind());
    if (type == null) {
      throw new IllegalArgumentException(
          "no model class for " + described.apiVersion() + " " + described.kind());
    }
    return typed(resource, type.asSubclass(HasMetadata.class));
  }

  /** By the decoder that ships, as factories use it. */
  private static <M extends HasMetadata> Model<M> typed(Resource resource, Class<M> type) {
    return new Model<>(resource, FastCodec.of(type).sharingEqualParts());
  }

  Resource resource() {
    return resource;
  }

  Codec<T> codec() {
    return codec;
  }

  /** The values at dotted paths; absent ones are left out. */
  SortedMap<String, String> observe(@Nullable T object, List<String> paths) {
    SortedMap<String, String> values = new TreeMap<>();
    if (object == null || paths.isEmpty()) {
      return values;
    }
    JsonNode tree = MAPPER.valueToTree(object);
    for (String path : paths) {
      JsonNode value = tree;
      for (String part : path.split("\\.")) {
        value = value.path(part);
      }
      if (!value.isMissingNode() && !value.isNull()) {
        values.put(path, value.isTextual() ? value.asText() : sorted(value).toString());
      }
    }
    return values;
  }

  @Nullable
  String annotation(T object, String name) {
    JsonNode value = MAPPER
        .<JsonNode>valueToTree(object)
        .path("metadata")
        .path("annotations")
        .path(name);
    return value.isTextual() ? value.asText() : null;
  }

  /** Whether an object as it is sent can be understood. */
  boolean decodes(JsonNode object) {
    try {
      read(object);
      return true;
    } catch (RuntimeException undecodable) {
      return false;
    }
  }

  /** What a scenario's transform makes of an object. */
  T transform(Scenario.Transform transform, T object) {
    ObjectNode tree = MAPPER.<ObjectNode>valueToTree(object).deepCopy();
    ObjectNode metadata = tree.withObjectProperty("metadata");
    switch (transform.kind()) {
      case "fail-on-key" -> {
        if (codec.accessor().key(object).equals(transform.key())) {
          throw new IllegalStateException("transform refuses " + transform.key());
        }
        return object;
      }
      case "rename" -> {
        String name = metadata.path("name").asText();
        if (!name.endsWith(transform.suffix())) {
          metadata.put("name", name + transform.suffix());
        }
      }
      case "blank-resource-version" -> metadata.remove("resourceVersion");
      case "strip-field" -> strip(tree, transform.path());
      default ->
        throw new IllegalArgumentException("unknown transform \"" + transform.kind() + "\"");
    }
    return read(tree);
  }

  private T read(JsonNode tree) {
    try {
      byte[] bytes = MAPPER.writeValueAsBytes(tree);
      return codec.decode(bytes, 0, bytes.length);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a tree can always be written", impossible);
    }
  }

  private static void strip(ObjectNode tree, String path) {
    String[] parts = path.split("\\.");
    JsonNode parent = tree;
    for (int i = 0; i < parts.length - 1; i++) {
      parent = parent.path(parts[i]);
    }
    if (parent instanceof ObjectNode object) {
      object.remove(parts[parts.length - 1]);
    }
  }

  /** With the keys of every object in it in order. */
  private static JsonNode sorted(JsonNode value) {
    if (value instanceof ArrayNode array) {
      ArrayNode result = MAPPER.createArrayNode();
      array.forEach(element -> result.add(sorted(element)));
      return result;
    }
    if (!(value instanceof ObjectNode object)) {
      return value;
    }
    ObjectNode result = MAPPER.createObjectNode();
    TreeMap<String, JsonNode> fields = new TreeMap<>();
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      fields.put(name, sorted(object.path(name)));
    }
    fields.forEach(result::set);
    return result;
  }
}
