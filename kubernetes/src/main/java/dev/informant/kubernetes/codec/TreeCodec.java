package dev.informant.kubernetes.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.stream.DecodeException;
import dev.informant.object.ObjectAccessor;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Any kind as a JSON tree. Immutable. */
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
    if (!object.has("kind") && !expected.kind().isEmpty()) {
      object.put("kind", expected.kind());
    }
    if (!object.has("apiVersion") && !expected.apiVersion().isEmpty()) {
      object.put("apiVersion", expected.apiVersion());
    }
    return object;
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
