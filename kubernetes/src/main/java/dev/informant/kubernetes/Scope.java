package dev.informant.kubernetes;

import dev.informant.kubernetes.internal.model.Confidential;
import dev.informant.kubernetes.transport.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The scope of one shared informer. Handles of equal scopes share one informer.
 *
 * @param model the model of its objects: full objects and metadata only are two scopes, and so are two classes for one
 *     kind
 * @param namespace empty for all, and for kinds of cluster scope
 */
public record Scope(
    Resource resource, String model, String namespace, String labelSelector, String fieldSelector) {
  static final String GENERIC = "generic objects";
  static final String TREES = "trees";
  static final String METADATA = "metadata";
  private static final String CLASS = "class ";

  /** The model of objects of a class. */
  static String modelOf(Class<?> type) {
    return CLASS + type.getName();
  }

  /** Whether no derived data of the objects may be kept. */
  boolean isConfidential() {
    return Confidential.is(resource.group(), resource.plural());
  }

  /**
   * The name of a user's own model.
   *
   * @throws IllegalArgumentException if it has no name
   */
  static String modelOf(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("your own model needs a name");
    }
    return "own " + name;
  }

  /** Under which the options of a kind in a model are kept. */
  static String optionsKey(Resource resource, String model) {
    return resource + " " + model;
  }

  /** Written out, as in {@link Resource}. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Scope scope
        && resource.equals(scope.resource)
        && model.equals(scope.model)
        && namespace.equals(scope.namespace)
        && labelSelector.equals(scope.labelSelector)
        && fieldSelector.equals(scope.fieldSelector);
  }

  @Override
  public int hashCode() {
    int hash = resource.hashCode();
    hash = 31 * hash + model.hashCode();
    hash = 31 * hash + namespace.hashCode();
    hash = 31 * hash + labelSelector.hashCode();
    return 31 * hash + fieldSelector.hashCode();
  }

  /** Returns the scope for messages. The model is omitted for objects of a class. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(resource.toString());
    if (!model.isEmpty() && !model.startsWith(CLASS)) {
      text.append(" as ").append(model);
    }
    if (!namespace.isEmpty()) {
      text.append(" in namespace ").append(namespace);
    }
    if (!labelSelector.isEmpty()) {
      text.append(" with labels ").append(labelSelector);
    }
    if (!fieldSelector.isEmpty()) {
      text.append(" with fields ").append(fieldSelector);
    }
    return text.toString();
  }
}
