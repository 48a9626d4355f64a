package dev.informant.kubernetes;

import dev.informant.kubernetes.transport.Resource;

/**
 * What one informer covers. Who asks for the same scope gets the same informer.
 *
 * @param model how its objects are held: the full object and its metadata alone are two scopes
 * @param namespace empty for all, and for kinds of cluster scope
 */
public record Scope(
    Resource resource, String model, String namespace, String labelSelector, String fieldSelector) {
  /** As messages name it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(resource.toString());
    if (!model.isEmpty()) {
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
