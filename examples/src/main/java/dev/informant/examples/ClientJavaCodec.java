package dev.informant.examples;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.object.ObjectAccessor;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Decodes objects to the classes of the official Java client, as that client does: unknown fields and managed fields
 * are dropped, and numbers are converted to strings. Immutable.
 */
public final class ClientJavaCodec<T extends KubernetesObject> implements Codec<T> {
  private final Class<T> model;
  private final TypeMeta expected;
  private final Gson gson = JSON.getGson();

  public ClientJavaCodec(Class<T> model, TypeMeta expected) {
    this.model = model;
    this.expected = expected;
  }

  @Override
  public T decode(byte[] bytes, int offset, int length) {
    try {
      JsonElement tree =
          JsonParser.parseString(new String(bytes, offset, length, StandardCharsets.UTF_8));
      if (!(tree instanceof JsonObject object)) {
        throw new DecodeException("not an object");
      }
      // Items of a list have no apiVersion and kind.
      if (!object.has("kind")) {
        object.addProperty("kind", expected.kind());
      }
      if (!object.has("apiVersion")) {
        object.addProperty("apiVersion", expected.apiVersion());
      }
      return gson.fromJson(object, model);
    } catch (JsonParseException | IllegalArgumentException malformed) {
      // Messages of these exceptions quote the object.
      throw new DecodeException("not a " + model.getSimpleName());
    }
  }

  @Override
  public ObjectAccessor<T> accessor() {
    return new ObjectAccessor<>() {
      @Override
      public String namespace(T object) {
        return orEmpty(metadata(object).getNamespace());
      }

      @Override
      public String name(T object) {
        return orEmpty(metadata(object).getName());
      }

      @Override
      public String uid(T object) {
        return orEmpty(metadata(object).getUid());
      }

      @Override
      public String resourceVersion(T object) {
        return orEmpty(metadata(object).getResourceVersion());
      }

      @Override
      public Map<String, String> labels(T object) {
        Map<String, String> labels = metadata(object).getLabels();
        return labels == null ? Map.of() : labels;
      }
    };
  }

  private static V1ObjectMeta metadata(KubernetesObject object) {
    V1ObjectMeta metadata = object.getMetadata();
    return metadata == null ? new V1ObjectMeta() : metadata;
  }

  private static String orEmpty(@Nullable String value) {
    return value == null ? "" : value;
  }

  @Override
  public TypeMeta expected() {
    return expected;
  }

  @Override
  public TypeMeta typeOf(T object) {
    return new TypeMeta(orEmpty(object.getApiVersion()), orEmpty(object.getKind()));
  }

  @Override
  public UnaryOperator<T> deepCopy() {
    return object -> gson.fromJson(gson.toJson(object), model);
  }
}
