package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.registry.SelectableFields;
import dev.informant.apiserver.internal.selector.FieldSelector;
import dev.informant.apiserver.internal.selector.LabelRequirements;
import dev.informant.apiserver.internal.storage.SnapshotMap;
import dev.informant.apiserver.internal.storage.StoredObject;
import dev.informant.apiserver.internal.storage.View;
import org.jspecify.annotations.Nullable;

/**
 * Which objects of a resource a list or a watch is about: one namespace or all, perhaps one name, and
 * selectors. Immutable.
 *
 * @param namespace empty for all, and for cluster-scoped resources
 * @param name empty for all
 */
record RequestScope(
    ResourceType type,
    String namespace,
    String name,
    LabelRequirements labels,
    FieldSelector fields) {

  static RequestScope of(ResourceType type, String namespace, ListParameters options) {
    String name = options.fields().exactly("metadata.name");
    String within = options.fields().exactly("metadata.namespace");
    return new RequestScope(
        type,
        namespace.isEmpty() && within != null && type.namespaced() ? within : namespace,
        name == null ? "" : name,
        options.labels(),
        options.fields());
  }

  boolean matches(@Nullable StoredObject object) {
    return object != null
        && (namespace.isEmpty() || namespace.equals(object.namespace()))
        && (name.isEmpty() || name.equals(object.name()))
        && labels.matches(object.labels())
        && (fields.everything() || fields.matches(field -> value(object, field)));
  }

  /** The first key in scope. */
  String from() {
    boolean one = !name.isEmpty() && (!type.namespaced() || !namespace.isEmpty());
    if (one) {
      return StoredObject.key(namespace, name);
    }
    return namespace.isEmpty() ? "" : namespace + "/";
  }

  /** The key after the last one in scope; null if there is no end. */
  @Nullable
  String to() {
    boolean one = !name.isEmpty() && (!type.namespaced() || !namespace.isEmpty());
    if (one) {
      return StoredObject.key(namespace, name) + "\0";
    }
    return namespace.isEmpty() ? null : namespace + (char) ('/' + 1);
  }

  /** What continue tokens are relative to. */
  String prefix() {
    return namespace.isEmpty() ? "" : namespace + "/";
  }

  /** How many objects are in the scope's keys at or after {@code start}. */
  int count(View view, String start) {
    String to = to();
    int before = view.objects().countBefore(start);
    return (to == null ? view.objects().size() : view.objects().countBefore(to)) - before;
  }

  Iterable<SnapshotMap.Entry<StoredObject>> entries(View view, String start) {
    return view.objects().range(start, to());
  }

  private @Nullable String value(StoredObject object, String field) {
    return switch (field) {
      case "metadata.name" -> object.name();
      case "metadata.namespace" -> object.namespace();
      default -> selected(object, field);
    };
  }

  /** A custom resource may have been stored before its definition made this field one to select by. */
  private @Nullable String selected(StoredObject object, String field) {
    String value = object.fields().get(field);
    return value == null && type.custom() != null
        ? SelectableFields.values(type, object.tree()).get(field)
        : value;
  }
}
