package dev.informant.object;

/** Namespace (empty for cluster scope) and name of an object. {@code toString} returns its key. */
public record ObjectName(String namespace, String name) {
  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + '/' + name;
  }
}
