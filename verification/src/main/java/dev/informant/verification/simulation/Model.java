package dev.informant.verification.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.TreeCodec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.fast.FastCodec;
import dev.informant.kubernetes.stream.DecodeException;
import dev.informant.object.ObjectAccessor;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * An object model as the simulation uses it.
 *
 * @param codec refuses objects that are poisoned for it
 * @param payload what the writer wrote, as the object shows it
 * @param colour the label that is indexed
 * @param transform marks the payload, once; refuses objects that are poisoned for it
 */
record Model<T>(
    Codec<T> codec,
    Function<T, String> payload,
    Function<T, String> colour,
    UnaryOperator<T> transform) {
  /** What the transform puts before the payload. */
  static final String MARK = "transformed ";

  private static final byte[] POISON = "\"poison\":\"decode\"".getBytes(StandardCharsets.UTF_8);

  static Model<JsonNode> trees() {
    return new Model<>(
        new PoisonedCodec<>(new TreeCodec(new TypeMeta("v1", "ConfigMap"))),
        tree -> tree.path("data").path("payload").asText(""),
        tree -> tree.path("metadata").path("labels").path("colour").asText(""),
        tree -> {
          ObjectNode data = (ObjectNode) tree.path("data");
          refuse(data.path("poison").asText(""));
          data.put("payload", MARK + data.path("payload").asText(""));
          return tree;
        });
  }

  static Model<ConfigMap> configMaps() {
    return new Model<>(
        new PoisonedCodec<>(FastCodec.of(ConfigMap.class)),
        map -> map.getData().getOrDefault("payload", ""),
        map -> map.getMetadata().getLabels().getOrDefault("colour", ""),
        map -> {
          Map<String, String> data = map.getData();
          refuse(data.getOrDefault("poison", ""));
          data.put("payload", MARK + data.get("payload"));
          return map;
        });
  }

  private static void refuse(String poison) {
    if (!poison.isEmpty()) {
      throw new IllegalArgumentException("cannot transform a poisoned object");
    }
  }

  private record PoisonedCodec<T>(Codec<T> whole) implements Codec<T> {
    @Override
    public T decode(byte[] bytes, int offset, int length) {
      if (isPoisoned(bytes, offset, length)) {
        throw new DecodeException("poisoned");
      }
      return whole.decode(bytes, offset, length);
    }

    private static boolean isPoisoned(byte[] bytes, int offset, int length) {
      int last = offset + length - POISON.length;
      for (int at = offset; at <= last; at++) {
        if (bytes[at] == '"' && bytes[at + 1] == 'p' && matches(bytes, at)) {
          return true;
        }
      }
      return false;
    }

    private static boolean matches(byte[] bytes, int at) {
      for (int i = 0; i < POISON.length; i++) {
        if (bytes[at + i] != POISON[i]) {
          return false;
        }
      }
      return true;
    }

    @Override
    public ObjectAccessor<T> accessor() {
      return whole.accessor();
    }

    @Override
    public TypeMeta expected() {
      return whole.expected();
    }

    @Override
    public TypeMeta typeOf(T object) {
      return whole.typeOf(object);
    }
  }
}
