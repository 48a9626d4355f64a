package dev.informant.apiserver.core;

import java.util.List;

/** Whom access reviews ask what somebody may do. Thread-safe, and must not block. */
@FunctionalInterface
public interface AccessCheck {
  /** Everybody may do everything. */
  AccessCheck ALLOW_ALL = access -> true;

  boolean allows(Access access);

  /**
   * What somebody would do.
   *
   * @param resource the plural name; empty for a path that is no resource
   * @param namespace empty for cluster scope or all namespaces
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
