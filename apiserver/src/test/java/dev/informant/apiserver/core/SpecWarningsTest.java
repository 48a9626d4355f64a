package dev.informant.apiserver.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Specs that are odd but valid are taken with a warning; the conformance suite has many more. */
@Timeout(60)
class SpecWarningsTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

  private final TestServer server = new TestServer();

  private static String warning(TestServer.Reply reply) {
    assertThat(reply.status()).as(reply.text()).isBetween(200, 201);
    return reply.headers().getOrDefault("Warning", "").replace("\\\"", "'");
  }

  private TestServer.Reply pod(String container) {
    return server.post(
        PODS,
        "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\","
            + container.replace('\'', '"') + "}]}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'env':[{'name':'A'},{'name':'A'}]"
            + " | spec.containers[0].env[1]: hides previous definition of 'A', which may be dropped when using apply",
        "'ports':[{'containerPort':80},{'containerPort':80,'protocol':'TCP'}]"
            + " | spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]",
        "'resources':{'limits':{'memory':'500m'}}"
            + " | spec.containers[0].resources.limits[memory]: fractional byte value '500m' is invalid, must be an integer",
      })
  void oddContainersAreTakenWithAWarning(String container, String warning) {
    assertThat(warning(pod(container))).startsWith("299 - \"" + warning + "\"");
  }

  @Test
  void aVariableThatBuildsOnTheFirstHidesNothing() {
    assertThat(warning(pod("'env':[{'name':'A','value':'1'},{'name':'A','value':'$(A)2'}]")))
        .isEmpty();
  }

  @Test
  void labelsOfNodesWithNewerNamesAreNamed() {
    TestServer.Reply reply = server.post(
        DEPLOYMENTS,
        ("{\"metadata\":{\"name\":\"d\"},\"spec\":{" + TestServer.TEMPLATE + "}}")
            .replace(
                "\"spec\":{\"containers\"",
                "\"spec\":{\"nodeSelector\":{\"beta.kubernetes.io/os\":\"linux\"},\"containers\""));
    assertThat(warning(reply))
        .isEqualTo(
            "299 - \"spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since"
                + " v1.14; use 'kubernetes.io/os' instead\"");
    TestServer.Reply relabelled = server.patch(
        DEPLOYMENTS + "/d", "merge-patch+json", "{\"metadata\":{\"labels\":{\"x\":\"y\"}}}");
    assertThat(warning(relabelled)).as("no new generation").isEmpty();
    TestServer.Reply scaled =
        server.patch(DEPLOYMENTS + "/d", "merge-patch+json", "{\"spec\":{\"replicas\":2}}");
    assertThat(warning(scaled)).contains("beta.kubernetes.io/os");
  }

  @Test
  void updatesOfPodsAreQuiet() {
    pod("'env':[{'name':'A'},{'name':'A'}]");
    assertThat(warning(server.patch(
            PODS + "/p", "merge-patch+json", "{\"metadata\":{\"labels\":{\"x\":\"y\"}}}")))
        .isEmpty();
  }

  private TestServer.Reply endpoints(String address) {
    return server.post(
        "/api/v1/namespaces/default/endpoints",
        "{\"metadata\":{\"name\":\"e\"},\"subsets\":[{\"addresses\":[{\"ip\":\"" + address
            + "\"}],\"ports\":[{\"port\":80}]}]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "::0 | IPv6 address '::0' should be in RFC 5952 canonical format ('::')",
        "FD00::0:1 | IPv6 address 'FD00::0:1' should be in RFC 5952 canonical format ('fd00::1')",
        "1:0:0:2:0:0:0:3 | IPv6 address '1:0:0:2:0:0:0:3' should be in RFC 5952 canonical format ('1:0:0:2::3')",
      })
  void addressesHaveOneForm(String address, String warning) {
    assertThat(warning(endpoints(address))).contains("subsets[0].addresses[0].ip: " + warning);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.2.3.4", "fd00:0:0:1::1", "2001:db8::", "1:2:3:4:5:6:7:8"})
  void addressesInThatFormAreTakenQuietly(String address) {
    assertThat(warning(endpoints(address))).doesNotContain("subsets");
  }
}
