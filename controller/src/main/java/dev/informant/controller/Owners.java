package dev.informant.controller;

import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the controller of an object: the owner reference with {@code controller: true}. Stateless. */
final class Owners {
  /** The index of owned objects by the uid of their controller. */
  static final String INDEX = "informant/controller-uid";

  private Owners() {}

  static List<String> uidOfController(HasMetadata object) {
    OwnerReference controller = controllerOf(object);
    return controller == null || controller.getUid() == null
        ? List.of()
        : List.of(controller.getUid());
  }

  /** The key of the controller of {@code object}, if it is of that kind: group and kind count, not the version. */
  static List<String> keyOfController(HasMetadata object, Resource owner) {
    OwnerReference controller = controllerOf(object);
    if (controller == null
        || !owner.kind().equals(controller.getKind())
        || !owner.group().equals(group(String.valueOf(controller.getApiVersion())))) {
      return List.of();
    }
    String namespace = object.getMetadata().getNamespace();
    return List.of(
        owner.namespaced() && namespace != null
            ? namespace + '/' + controller.getName()
            : controller.getName());
  }

  private static @Nullable OwnerReference controllerOf(HasMetadata object) {
    List<OwnerReference> references = object.getMetadata().getOwnerReferences();
    if (references == null) {
      return null;
    }
    return references.stream()
        .filter(reference -> Boolean.TRUE.equals(reference.getController()))
        .findFirst()
        .orElse(null);
  }

  private static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
