package dev.informant.kubernetes.codec;

import dev.informant.object.ObjectAccessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the metadata of fabric8's model classes. Stateless. */
public final class HasMetadataAccessor<T extends HasMetadata> implements ObjectAccessor<T> {
  private static final HasMetadataAccessor<?> INSTANCE = new HasMetadataAccessor<>();

  private HasMetadataAccessor() {}

  @SuppressWarnings("unchecked") // it has no state
  public static <T extends HasMetadata> HasMetadataAccessor<T> instance() {
    return (HasMetadataAccessor<T>) INSTANCE;
  }

  @Override
  public String namespace(T object) {
    ObjectMeta metadata = object.getMetadata();
    return metadata == null ? "" : orEmpty(metadata.getNamespace());
  }

  @Override
  public String name(T object) {
    ObjectMeta metadata = object.getMetadata();
    return metadata == null ? "" : orEmpty(metadata.getName());
  }

  @Override
  public String uid(T object) {
    ObjectMeta metadata = object.getMetadata();
    return metadata == null ? "" : orEmpty(metadata.getUid());
  }

  @Override
  public String resourceVersion(T object) {
    ObjectMeta metadata = object.getMetadata();
    return metadata == null ? "" : orEmpty(metadata.getResourceVersion());
  }

  @Override
  public Map<String, String> labels(T object) {
    ObjectMeta metadata = object.getMetadata();
    Map<String, String> labels = metadata == null ? null : metadata.getLabels();
    return labels == null ? Map.of() : labels;
  }

  private static String orEmpty(@Nullable String value) {
    return value == null ? "" : value;
  }
}
