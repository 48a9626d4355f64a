package dev.informant.kubernetes.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.internal.model.JsonNodeAccessor;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.object.ObjectAccessor;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Decodes any kind as a JSON tree. Immutable. */
public final class TreeCodec implements Codec<JsonNode> {
  private final ObjectReader reader = ModelMapper.shared().readerFor(JsonNode.class);
  private final TypeMeta expected;

  public TreeCodec(TypeMeta expected) {
    this.expected = expected;
  }

  @Override
  public JsonNode decode(byte[] bytes, int offset, int length) {
    JsonNode tree = ModelMapper.read(reader, bytes, offset, length);
    if (!(tree instanceof ObjectNode object)) {
      throw new DecodeException("not an object");
    }
    refuseOddMetadata(object);
    if (!object.has("kind") && !expected.kind().isEmpty()) {
      object.put("kind", expected.kind());
    }
    if (!object.has("apiVersion") && !expected.apiVersion().isEmpty()) {
      object.put("apiVersion", expected.apiVersion());
    }
    return object;
  }

  /** Metadata must have the right type: a number is not converted to text. */
  private static void refuseOddMetadata(ObjectNode object) {
    refuseUnlessText(object, "", "apiVersion", "kind");
    JsonNode metadata = object.path("metadata");
    refuseUnlessObject(metadata, "metadata");
    refuseUnlessText(metadata, "metadata.", "name", "namespace", "uid", "resourceVersion");
    for (String map : new String[] {"labels", "annotations"}) {
      JsonNode texts = metadata.path(map);
      refuseUnlessObject(texts, "metadata." + map);
      for (JsonNode value : texts) {
        if (!value.isTextual() && !value.isNull()) {
          throw new DecodeException("field metadata." + map + " has a value that is not a string");
        }
      }
    }
  }

  private static void refuseUnlessText(JsonNode object, String path, String... fields) {
    for (String field : fields) {
      JsonNode value = object.path(field);
      if (!value.isTextual() && !value.isNull() && !value.isMissingNode()) {
        throw new DecodeException("field " + path + field + " is not a string");
      }
    }
  }

  private static void refuseUnlessObject(JsonNode value, String path) {
    if (!value.isObject() && !value.isNull() && !value.isMissingNode()) {
      throw new DecodeException("field " + path + " is not an object");
    }
  }

  @Override
  public UnaryOperator<JsonNode> deepCopy() {
    return JsonNode::deepCopy;
  }

  @Override
  public Function<JsonNode, byte[]> encoder() {
    return ModelMapper.shared()::bytes;
  }

  @Override
  public ObjectAccessor<JsonNode> accessor() {
    return JsonNodeAccessor.INSTANCE;
  }

  @Override
  public TypeMeta expected() {
    return expected;
  }

  @Override
  public TypeMeta typeOf(JsonNode object) {
    return new TypeMeta(
        object.path("apiVersion").asText(""), object.path("kind").asText(""));
  }
}
