package dev.informant.apiserver;

import dev.informant.apiserver.Authorizer.Access;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.http.RequestInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves a request as another user's, if the sender may do so in one of the ways of a kube-apiserver 1.36: constrained to
 * nodes, to service accounts or to other users, with a verb for what is done as them, or by the plain verb
 * {@code impersonate}. Of several refusals the first counts. Stateless.
 */
final class Impersonation {
  /** The sender may not. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Access access;
    private final String reason;

    Refused(Access access, String reason) {
      super(reason, null, false, false);
      this.access = access;
      this.reason = reason;
    }

    Access access() {
      return access;
    }

    String reason() {
      return reason;
    }
  }

  private static final String CONSTRAINED_GROUP = "authentication.k8s.io";
  private static final String AUTHENTICATED = "system:authenticated";
  private static final String UNAUTHENTICATED = "system:unauthenticated";
  private static final int MANY = 4;

  private final Authorizer authorizer;
  private final ApiRequest request;
  private final ImpersonatedUser wanted;

  private Impersonation(Authorizer authorizer, ApiRequest request, ImpersonatedUser wanted) {
    this.authorizer = authorizer;
    this.request = request;
    this.wanted = wanted;
  }

  static ApiRequest of(Authorizer authorizer, ApiRequest request, ImpersonatedUser wanted)
      throws Refused {
    Impersonation impersonation = new Impersonation(authorizer, request, wanted);
    String mode = impersonation.mode();
    if (mode == null) {
      return impersonation.plain();
    }
    try {
      return impersonation.constrained(mode);
    } catch (Refused first) {
      try {
        return impersonation.plain();
      } catch (Refused second) {
        throw first;
      }
    }
  }

  /** What the user is; null if it is one that cannot be had in these ways, such as an account in other groups. */
  private @Nullable String mode() {
    boolean node = wanted.node() != null;
    boolean account = wanted.account() != null;
    if (!node && !account) {
      return "user-info";
    }
    return wanted.nameOnly() ? node ? "arbitrary-node" : "serviceaccount" : null;
  }

  private ApiRequest constrained(String mode) throws Refused {
    RequestInfo info = RequestInfo.of(request);
    String on = "impersonate-on:" + mode + ":" + info.verb();
    check(new Access(
        request.user(),
        request.groups(),
        on,
        info.group(),
        info.resource(),
        info.subresource(),
        info.namespace(),
        info.name(),
        info.path()));
    String verb = "impersonate:" + mode;
    checkName(verb, CONSTRAINED_GROUP, wanted.node());
    checkUid(verb);
    Access groups = access(verb, CONSTRAINED_GROUP, "groups", "", "", "");
    if (wanted.groups().contains("")) {
      throw new Refused(groups, "impersonating the empty string group is not allowed");
    }
    if (wanted.groups().contains("system:masters")) {
      throw new Refused(
          access(verb, CONSTRAINED_GROUP, "groups", "", "", "system:masters"),
          "impersonating the system:masters group is not allowed");
    }
    boolean anyGroup = wanted.groups().size() >= MANY
        && authorizer.allows(access(verb, CONSTRAINED_GROUP, "groups", "", "", "*"));
    if (!anyGroup) {
      checkGroups(verb, CONSTRAINED_GROUP);
    }
    String unsound = unsound(wanted.extra());
    if (!unsound.isEmpty()) {
      throw new Refused(access(verb, CONSTRAINED_GROUP, "userextras", "", "", ""), unsound);
    }
    int extras = wanted.extra().values().stream().mapToInt(List::size).sum();
    boolean anyExtra = extras >= MANY
        && authorizer.allows(access(verb, CONSTRAINED_GROUP, "userextras", "*", "", "*"));
    if (!anyExtra) {
      checkExtra(verb);
    }
    return served(wanted.node() == null ? wanted : wanted.in(List.of("system:nodes")));
  }

  private ApiRequest plain() throws Refused {
    String verb = "impersonate";
    checkName(verb, "", null);
    checkUid(verb);
    checkGroups(verb, "");
    checkExtra(verb);
    return served(wanted);
  }

  private void checkName(String verb, String group, @Nullable String node) throws Refused {
    List<String> account = wanted.account();
    check(
        account != null
            ? access(verb, group, "serviceaccounts", "", account.get(0), account.get(1))
            : node != null
                ? access(verb, group, "nodes", "", "", node)
                : access(verb, group, "users", "", "", wanted.name()));
  }

  private void checkUid(String verb) throws Refused {
    if (!wanted.uid().isEmpty()) {
      check(access(verb, CONSTRAINED_GROUP, "uids", "", "", wanted.uid()));
    }
  }

  private void checkGroups(String verb, String group) throws Refused {
    for (String one : wanted.groups()) {
      check(access(verb, group, "groups", "", "", one));
    }
  }

  private void checkExtra(String verb) throws Refused {
    for (Map.Entry<String, List<String>> extra : wanted.extra().entrySet()) {
      for (String value : extra.getValue()) {
        check(access(verb, CONSTRAINED_GROUP, "userextras", extra.getKey(), "", value));
      }
    }
  }

  private static String unsound(Map<String, List<String>> extra) {
    for (Map.Entry<String, List<String>> entry : extra.entrySet()) {
      String key = entry.getKey();
      if (key.isEmpty()) {
        return "impersonating the empty string key in extra is not allowed";
      }
      if (!key.matches("[^/]+/.+")) {
        return "impersonating an invalid key in extra is not allowed: extra.key: Invalid value: \""
            + key + "\": must be a domain-prefixed path (such as \"acme.io/foo\")";
      }
      if (entry.getValue().contains("")) {
        return "impersonating the empty string value in extra is not allowed";
      }
    }
    return "";
  }

  private ApiRequest served(ImpersonatedUser user) {
    List<String> account = user.account();
    List<String> groups = new ArrayList<>(
        account != null && user.groups().isEmpty()
            ? List.of("system:serviceaccounts", "system:serviceaccounts:" + account.get(0))
            : user.groups());
    boolean anonymous = user.name().equals("system:anonymous");
    boolean outside = groups.contains(UNAUTHENTICATED);
    if (anonymous ? !outside : !outside && !groups.contains(AUTHENTICATED)) {
      groups.add(anonymous ? UNAUTHENTICATED : AUTHENTICATED);
    }
    return request.by(user.name(), List.copyOf(groups), user.uid(), user.extra());
  }

  private Access access(
      String verb,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name) {
    return new Access(
        request.user(),
        request.groups(),
        verb,
        group,
        resource,
        subresource,
        namespace,
        name,
        request.path());
  }

  private void check(Access access) throws Refused {
    if (!authorizer.allows(access)) {
      throw new Refused(access, "");
    }
  }
}
