package dev.informant.kubernetes.codec;

import com.fasterxml.jackson.databind.ObjectReader;
import dev.informant.kubernetes.internal.model.Fabric8;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.object.ObjectAccessor;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Decodes fabric8's model classes and custom-resource classes with Jackson. Thread-safe. */
public final class ModelCodec<T extends HasMetadata> implements Codec<T> {
  private final Class<T> model;
  private final TypeMeta expected;
  private final Representation representation;
  private final boolean fillsIn;

  /** Null before the first decoding, because loading Jackson is expensive. Two threads may create one each. */
  private @Nullable ObjectReader reader;

  private ModelCodec(
      Class<T> type, TypeMeta expected, Representation representation, boolean fillsIn) {
    this.model = type;
    this.expected = expected;
    this.representation = representation;
    this.fillsIn = fillsIn;
  }

  /** Returns a codec for a class that represents one kind: a model class or the class of a custom resource. */
  public static <T extends HasMetadata> ModelCodec<T> of(Class<T> type) {
    String apiVersion = Fabric8.apiVersion(type);
    TypeMeta expected =
        new TypeMeta(apiVersion == null ? "" : apiVersion, HasMetadata.getKind(type));
    return new ModelCodec<>(type, expected, Representation.OBJECT, /* fillsIn= */ false);
  }

  /** Returns a codec for any kind without its own class. */
  public static ModelCodec<GenericKubernetesResource> generic(TypeMeta expected) {
    return new ModelCodec<>(
        GenericKubernetesResource.class, expected, Representation.OBJECT, /* fillsIn= */ true);
  }

  /** Returns a codec for the metadata of any kind; the server sends nothing else. */
  public static ModelCodec<PartialObjectMetadata> metadata() {
    return new ModelCodec<>(
        PartialObjectMetadata.class,
        new TypeMeta("meta.k8s.io/v1", "PartialObjectMetadata"),
        Representation.METADATA,
        /* fillsIn= */ false);
  }

  /** Returns whether the class represents one kind. */
  public boolean isTyped() {
    return representation == Representation.OBJECT && !fillsIn;
  }

  /** Returns the class of the objects. */
  public Class<T> model() {
    return model;
  }

  private ObjectReader reader() {
    ObjectReader known = reader;
    if (known == null) {
      known = ModelMapper.shared().readerFor(model);
      reader = known;
    }
    return known;
  }

  @Override
  public T decode(byte[] bytes, int offset, int length) {
    T object = ModelMapper.read(reader(), bytes, offset, length);
    if (fillsIn && object instanceof GenericKubernetesResource generic) {
      if (generic.getKind() == null && !expected.kind().isEmpty()) {
        generic.setKind(expected.kind());
      }
      if (generic.getApiVersion() == null && !expected.apiVersion().isEmpty()) {
        generic.setApiVersion(expected.apiVersion());
      }
    }
    return object;
  }

  @Override
  public ObjectAccessor<T> accessor() {
    return HasMetadataAccessor.instance();
  }

  @Override
  public TypeMeta expected() {
    return expected;
  }

  @Override
  public TypeMeta typeOf(T object) {
    String apiVersion = object.getApiVersion();
    String kind = object.getKind();
    return new TypeMeta(apiVersion == null ? "" : apiVersion, kind == null ? "" : kind);
  }

  @Override
  public UnaryOperator<T> deepCopy() {
    return object -> ModelMapper.shared().copy(object, model);
  }

  @Override
  public Function<T, byte[]> encoder() {
    return object -> ModelMapper.shared().bytes(object);
  }

  @Override
  public Representation representation() {
    return representation;
  }
}
