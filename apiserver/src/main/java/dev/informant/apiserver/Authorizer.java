package dev.informant.apiserver;

import dev.informant.apiserver.core.AccessCheck;

/**
 * Says who may do what. Small on purpose: it is there so that a missing permission can be tested. Thread-safe, and
 * must not block.
 */
@FunctionalInterface
public interface Authorizer extends AccessCheck {
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
