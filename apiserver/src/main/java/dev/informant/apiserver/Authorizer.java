package dev.informant.apiserver;

import java.util.List;

/**
 * Says who may do what. Small on purpose: it is there so that a missing permission can be tested. Thread-safe, and
 * must not block.
 */
@FunctionalInterface
public interface Authorizer {
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

  /** Everybody may do everything. */
  static Authorizer allowAll() {
    return access -> true;
  }

  /**
   * As this one, but nobody may use {@code verb} on {@code resource}; {@code *} stands for any, and
   * {@code impersonate} for its constrained forms, too.
   */
  default Authorizer deny(String verb, String resource) {
    return access ->
        !((verb.equals("*") || verb.equals(access.verb()) || access.verb().startsWith(verb + ":"))
                && (resource.equals("*") || resource.equals(access.resource())))
            && allows(access);
  }

  /** As this one, but {@code user} may do nothing. */
  default Authorizer denyUser(String user) {
    return access -> !user.equals(access.user()) && allows(access);
  }
}
