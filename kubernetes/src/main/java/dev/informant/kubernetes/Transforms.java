package dev.informant.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.kubernetes.internal.model.ModelMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Common transforms for fabric8's models and for JSON trees. Objects of other models are not changed. Compose them with
 * {@link Transform#then}.
 */
public final class Transforms {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private Transforms() {}

  /** Changes nothing. */
  public static <T> Transform<T> none() {
    return new Transform<>() {
      @Override
      public T apply(T object) {
        return object;
      }

      @Override
      public boolean needsManagedFields() {
        return false;
      }

      @Override
      public boolean changesParts() {
        return false;
      }

      @Override
      public boolean isDoneInBytes() {
        return true;
      }

      @Override
      public String identity() {
        return "none";
      }
    };
  }

  /**
   * Removes {@code metadata.managedFields}, often more than a third of an object. They are skipped in the received
   * bytes and never decoded.
   */
  public static <T> Transform<T> stripManagedFields() {
    return new Transform<>() {
      @Override
      public T apply(T object) {
        if (object instanceof HasMetadata model && model.getMetadata() != null) {
          ObjectMeta metadata = model.getMetadata();
          if (metadata.getManagedFields() != null
              && !metadata.getManagedFields().isEmpty()) {
            metadata.setManagedFields(new ArrayList<>(0));
          }
        } else if (object instanceof JsonNode tree
            && tree.path("metadata") instanceof ObjectNode metadata) {
          metadata.remove("managedFields");
        }
        return object;
      }

      @Override
      public boolean leavesOutManagedFields() {
        return true;
      }

      @Override
      public boolean isDoneInBytes() {
        return true;
      }

      @Override
      public String identity() {
        return "stripManagedFields";
      }

      @Override
      public boolean changesParts() {
        return false;
      }
    };
  }

  /** Removes the annotation in which {@code kubectl apply} keeps a copy of the object. */
  public static <T> Transform<T> stripLastApplied() {
    return new Blind<>("stripLastApplied", object -> {
      if (object instanceof HasMetadata model && model.getMetadata() != null) {
        var annotations = model.getMetadata().getAnnotations();
        if (annotations != null && annotations.containsKey(LAST_APPLIED)) {
          Map<String, String> others = new LinkedHashMap<>(annotations);
          others.remove(LAST_APPLIED);
          model.getMetadata().setAnnotations(others);
        }
      } else if (object instanceof JsonNode tree
          && tree.path("metadata").path("annotations") instanceof ObjectNode annotations) {
        annotations.remove(LAST_APPLIED);
      }
      return object;
    });
  }

  /**
   * Keeps only the given fields, and the type and identity of the object. A path selects a field with its content, such
   * as {@code spec.nodeName} or {@code metadata.labels}, and applies to each element of a list. Put a name with dots in
   * brackets: {@code metadata.annotations['example.com/owner']}. For model classes this costs about as much as decoding
   * the object a second time.
   */
  public static <T> Transform<T> keepOnly(String... paths) {
    FieldPaths kept = FieldPaths.of(paths);
    return new Blind<>("keepOnly " + new TreeSet<>(List.of(paths)), object -> {
      if (object instanceof ObjectNode tree) {
        kept.prune(tree);
        return object;
      }
      return object instanceof HasMetadata ? pruned(object, kept) : object;
    });
  }

  /** Does not look at managed fields, and changes nothing inside parts. */
  private record Blind<T>(String identity, UnaryOperator<T> change) implements Transform<T> {
    @Override
    public T apply(T object) {
      return change.apply(object);
    }

    @Override
    public boolean needsManagedFields() {
      return false;
    }

    @Override
    public boolean changesParts() {
      return false;
    }
  }

  @SuppressWarnings("unchecked") // an object is read back as what it was
  private static <T> T pruned(T object, FieldPaths kept) {
    ObjectNode tree = ModelMapper.shared().mapper().valueToTree(object);
    kept.prune(tree);
    return (T) ModelMapper.shared().mapper().convertValue(tree, object.getClass());
  }
}
