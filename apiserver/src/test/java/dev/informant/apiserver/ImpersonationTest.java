package dev.informant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.Authorizer.Access;
import dev.informant.apiserver.internal.core.ApiRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the authorizer is asked before somebody is served as somebody else, and as whom that is. */
@Timeout(60)
class ImpersonationTest {
  private static final Map<String, String> JANE = Map.of(
      "impersonate-user", "jane",
      "impersonate-uid", "7",
      "impersonate-group", "a\nb",
      "impersonate-extra-example.com%2fscope", "view\nedit");

  private final List<String> asked = new ArrayList<>();

  private ApiRequest serve(Authorizer authorizer, Map<String, String> headers)
      throws Impersonation.Refused {
    ApiRequest request = new ApiRequest(
        "GET", "/api/v1/pods", Map.of(), headers, new byte[0], "proxy", List.of("proxies"));
    ImpersonatedUser wanted = Objects.requireNonNull(ImpersonatedUser.of(request));
    return Impersonation.of(
        access -> {
          asked.add(shown(access));
          return authorizer.allows(access);
        },
        request,
        wanted);
  }

  private static String shown(Access access) {
    return access.verb() + " " + access.resource()
        + (access.subresource().isEmpty() ? "" : "/" + access.subresource())
        + (access.group().isEmpty() ? "" : "." + access.group()) + " " + access.name();
  }

  @Test
  void whatIsDoneAndThenEachPartOfTheUserIsAskedForInOrder() throws Exception {
    ApiRequest served = serve(Authorizer.allowAll(), JANE);
    assertThat(served.user()).isEqualTo("jane");
    assertThat(served.uid()).isEqualTo("7");
    assertThat(served.groups()).containsExactly("a", "b", "system:authenticated");
    assertThat(served.extra()).isEqualTo(Map.of("example.com/scope", List.of("view", "edit")));
    assertThat(asked)
        .containsExactly(
            "impersonate-on:user-info:list pods ",
            "impersonate:user-info users.authentication.k8s.io jane",
            "impersonate:user-info uids.authentication.k8s.io 7",
            "impersonate:user-info groups.authentication.k8s.io a",
            "impersonate:user-info groups.authentication.k8s.io b",
            "impersonate:user-info userextras/example.com/scope.authentication.k8s.io view",
            "impersonate:user-info userextras/example.com/scope.authentication.k8s.io edit");
  }

  @Test
  void thePlainVerbIsEnough() throws Exception {
    ApiRequest served = serve(access -> access.verb().equals("impersonate"), JANE);
    assertThat(served.user()).isEqualTo("jane");
    assertThat(asked)
        .containsExactly(
            "impersonate-on:user-info:list pods ",
            "impersonate users jane",
            "impersonate uids.authentication.k8s.io 7",
            "impersonate groups a",
            "impersonate groups b",
            "impersonate userextras/example.com/scope.authentication.k8s.io view",
            "impersonate userextras/example.com/scope.authentication.k8s.io edit");
  }

  @Test
  void theFirstRefusalIsTheOneThatIsTold() {
    for (String resource : List.of("users", "uids", "groups", "userextras")) {
      assertThatThrownBy(() -> serve(Authorizer.allowAll().deny("impersonate", resource), JANE))
          .isInstanceOfSatisfying(Impersonation.Refused.class, refused -> {
            assertThat(refused.access().resource()).isEqualTo(resource);
            assertThat(refused.access().verb()).isEqualTo("impersonate:user-info");
          });
    }
  }

  @Test
  void mastersAreNotHadWithinConstraints() throws Exception {
    Map<String, String> masters =
        Map.of("impersonate-user", "jane", "impersonate-group", "system:masters");
    assertThatThrownBy(() -> serve(access -> !access.verb().equals("impersonate"), masters))
        .isInstanceOfSatisfying(
            Impersonation.Refused.class,
            refused -> assertThat(refused.reason())
                .isEqualTo("impersonating the system:masters group is not allowed"));
    assertThat(serve(Authorizer.allowAll(), masters).groups()).contains("system:masters");
  }

  @Test
  void nodesAndServiceAccountsHaveTheirOwnResourcesAndGroups() throws Exception {
    ApiRequest node = serve(Authorizer.allowAll(), Map.of("impersonate-user", "system:node:n"));
    assertThat(node.groups()).containsExactly("system:nodes", "system:authenticated");
    assertThat(asked).contains("impersonate:arbitrary-node nodes.authentication.k8s.io n");
    ApiRequest account = serve(
        Authorizer.allowAll(), Map.of("impersonate-user", "system:serviceaccount:here:robot"));
    assertThat(account.groups())
        .containsExactly(
            "system:serviceaccounts", "system:serviceaccounts:here", "system:authenticated");
    assertThat(asked)
        .contains("impersonate:serviceaccount serviceaccounts.authentication.k8s.io robot");
  }

  @Test
  void aLongNameIsThatOfAUser() throws Exception {
    for (String prefix : List.of("system:node:", "system:serviceaccount:here:")) {
      String name = prefix + "a" + ".a".repeat(20_000);
      ApiRequest served = serve(Authorizer.allowAll(), Map.of("impersonate-user", name));
      assertThat(served.user()).isEqualTo(name);
      assertThat(served.groups()).containsExactly("system:authenticated");
    }
  }
}
