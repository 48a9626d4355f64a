package dev.informant.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.TreeCodec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.object.ObjectAccessor;

/** The metadata of any kind as a tree; the server sends nothing else. Immutable. */
public final class MetadataCodec implements Codec<JsonNode> {
  private final TreeCodec trees =
      new TreeCodec(new TypeMeta("meta.k8s.io/v1", "PartialObjectMetadata"));

  @Override
  public JsonNode decode(byte[] bytes, int offset, int length) {
    return trees.decode(bytes, offset, length);
  }

  @Override
  public ObjectAccessor<JsonNode> accessor() {
    return trees.accessor();
  }

  @Override
  public TypeMeta expected() {
    return trees.expected();
  }

  @Override
  public TypeMeta typeOf(JsonNode object) {
    return trees.typeOf(object);
  }

  @Override
  public Representation representation() {
    return Representation.METADATA;
  }
}
