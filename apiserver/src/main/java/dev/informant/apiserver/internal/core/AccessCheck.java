package dev.informant.apiserver.internal.core;

import java.util.List;

/** Says who may do what. The core asks it for access reviews only. Thread-safe, and must not block. */
@FunctionalInterface
public interface AccessCheck {
  boolean allows(Access access);

  /**
   * What somebody does, or would do.
   *
   * @param verb get, list, watch, create, update, patch, delete, deletecollection; impersonate and, as of
   *     kube-apiserver 1.36, {@code impersonate:user-info}, {@code impersonate-on:user-info:list} and the like
   * @param resource the plural name; empty for a path that is no resource
   * @param subresource empty if none
   * @param namespace empty for cluster scope or all namespaces
   * @param name empty if none
   */
  record Access(
      String user,
      List<String> groups,
      String verb,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name,
      String path) {}
}
