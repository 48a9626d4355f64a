package dev.informant.verification.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.TreeCodec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.fast.FastCodec;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * An object model as the simulation uses it.
 *
 * @param codec decodes as an informer of this shape does, and refuses objects that are poisoned for it
 * @param unshared decodes objects that share nothing with each other
 * @param payload what the writer wrote, as the object shows it
 * @param colour the label that is indexed
 * @param bulk a large part that changes seldom
 * @param isManaged whether the object shows its managed fields
 * @param transform marks the payload, once, if the shape says so; refuses objects that are poisoned for it
 */
record ObjectModel<T>(
    Plan.Shape shape,
    Codec<T> codec,
    Codec<T> unshared,
    Function<T, String> payload,
    Function<T, String> colour,
    Function<T, String> bulk,
    Predicate<T> isManaged,
    UnaryOperator<T> transform) {
  /** What the transform puts before the payload. */
  private static final String MARK = "transformed ";

  static ObjectModel<?> of(Plan.Shape shape) {
    return shape.typed() ? configMaps(shape) : trees(shape);
  }

  private static ObjectModel<JsonNode> trees(Plan.Shape shape) {
    TreeCodec trees = new TreeCodec(new TypeMeta("v1", "ConfigMap"));
    return new ObjectModel<>(
        shape,
        PoisonedCodec.of(trees),
        trees,
        tree -> tree.path("data").path("payload").asText(""),
        tree -> tree.path("metadata").path("labels").path("colour").asText(""),
        tree -> tree.path("binaryData").path("bulk").asText(""),
        tree -> tree.path("metadata").has("managedFields"),
        tree -> {
          ObjectNode data = (ObjectNode) tree.path("data");
          refuse(data.path("poison").asText(""));
          if (shape.transforming()) {
            data.put("payload", MARK + data.path("payload").asText(""));
          }
          return tree;
        });
  }

  private static ObjectModel<ConfigMap> configMaps(Plan.Shape shape) {
    FastCodec<ConfigMap> unshared = FastCodec.of(ConfigMap.class);
    FastCodec<ConfigMap> fast = shape.sharing() ? unshared.sharingEqualParts() : unshared;
    return new ObjectModel<>(
        shape,
        PoisonedCodec.of(shape.lean() ? fast.withoutManagedFields() : fast),
        unshared,
        map -> map.getData().getOrDefault("payload", ""),
        map -> map.getMetadata().getLabels().getOrDefault("colour", ""),
        map -> map.getBinaryData().getOrDefault("bulk", ""),
        map -> !map.getMetadata().getManagedFields().isEmpty(),
        map -> transformed(map, shape));
  }

  /** Shared parts are not for changing. */
  private static ConfigMap transformed(ConfigMap map, Plan.Shape shape) {
    refuse(map.getData().getOrDefault("poison", ""));
    if (shape.transforming()) {
      Map<String, String> data =
          shape.sharing() ? new LinkedHashMap<>(map.getData()) : map.getData();
      data.put("payload", MARK + data.get("payload"));
      map.setData(data);
    }
    return map;
  }

  private static void refuse(String poison) {
    if (!poison.isEmpty()) {
      throw new IllegalArgumentException("cannot transform a poisoned object");
    }
  }

  /** Whether the object shows all of what the writer wrote in that state, and nothing else. */
  boolean shows(T object, History.State state) {
    return hasPayload(object, state)
        && colour.apply(object).equals(state.colour())
        && bulk.apply(object).equals(state.bulk())
        && isManaged.test(object) != shape.lean();
  }

  boolean hasPayload(T object, History.State state) {
    return payload
        .apply(object)
        .equals(shape.transforming() ? MARK + state.payload() : state.payload());
  }
}
