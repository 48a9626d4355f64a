package dev.informant.apiserver;

import dev.informant.apiserver.core.AccessCheck;
import java.util.List;

/**
 * Says who may do what. Small on purpose: it is there so that a missing permission can be tested. Thread-safe, and
 * must not block.
 */
@FunctionalInterface
public interface Authorizer {
  boolean allows(Attempt attempt);

  /**
   * What somebody tries to do.
   *
   * @param verb get, list, watch, create, update, patch, delete, deletecollection
   * @param resource the plural name; empty for a path that is no resource
   * @param subresource empty if none
   * @param namespace empty for cluster scope or all namespaces
   * @param name empty if none
   */
  record Attempt(
      String user,
      List<String> groups,
      String verb,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name,
      String path) {

    static Attempt of(AccessCheck.Access access) {
      return new Attempt(
          access.user(),
          access.groups(),
          access.verb(),
          access.group(),
          access.resource(),
          access.subresource(),
          access.namespace(),
          access.name(),
          access.path());
    }
  }

  /** Everybody may do everything. */
  static Authorizer allowAll() {
    return attempt -> true;
  }

  /** As this one, but nobody may use {@code verb} on {@code resource}; {@code *} stands for any. */
  default Authorizer deny(String verb, String resource) {
    return attempt -> !((verb.equals("*") || verb.equals(attempt.verb()))
            && (resource.equals("*") || resource.equals(attempt.resource())))
        && allows(attempt);
  }

  /** As this one, but {@code user} may do nothing. */
  default Authorizer denyUser(String user) {
    return attempt -> !user.equals(attempt.user()) && allows(attempt);
  }
}
