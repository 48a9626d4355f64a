package dev.informant.kubernetes.codec;

import com.fasterxml.jackson.databind.ObjectReader;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.object.ObjectAccessor;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** fabric8's models and custom-resource classes, through Jackson. Thread-safe. */
public final class ModelCodec<T extends HasMetadata> implements Codec<T> {
  private final Class<T> model;
  private final TypeMeta expected;
  private final Representation representation;
  private final boolean fillsIn;

  /** Null before something is decoded: Jackson is much to load. Two threads may make one each. */
  private @Nullable ObjectReader reader;

  private ModelCodec(
      Class<T> type, TypeMeta expected, Representation representation, boolean fillsIn) {
    this.model = type;
    this.expected = expected;
    this.representation = representation;
    this.fillsIn = fillsIn;
  }

  /** A class that says itself which kind it is: any of the models, or a custom resource's. */
  public static <T extends HasMetadata> ModelCodec<T> of(Class<T> type) {
    TypeMeta expected = new TypeMeta(HasMetadata.getApiVersion(type), HasMetadata.getKind(type));
    return new ModelCodec<>(type, expected, Representation.OBJECT, /* fillsIn= */ false);
  }

  /** Any kind, without a class of its own. */
  public static ModelCodec<GenericKubernetesResource> generic(TypeMeta expected) {
    return new ModelCodec<>(
        GenericKubernetesResource.class, expected, Representation.OBJECT, /* fillsIn= */ true);
  }

  /** The metadata of any kind, asked of the server as such. */
  public static ModelCodec<PartialObjectMetadata> metadata() {
    return new ModelCodec<>(
        PartialObjectMetadata.class,
        new TypeMeta("meta.k8s.io/v1", "PartialObjectMetadata"),
        Representation.METADATA,
        /* fillsIn= */ false);
  }

  /** Whether the class stands for one kind. */
  public boolean isTyped() {
    return representation == Representation.OBJECT && !fillsIn;
  }

  /** The class of the objects. */
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
