package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Subresources of pods, services and nodes behind which a real server has something running. */
@Timeout(60)
class PassedOnTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private final TestServer server = new TestServer();

  @BeforeEach
  void aPodOnANode() {
    server.post(
        "/api/v1/nodes",
        "{\"metadata\":{\"name\":\"n\"},\"status\":{\"addresses\":[{\"type\":\"InternalIP\",\"address\":\"10.0.0.1\"}]}}");
    server.post(
        PODS,
        "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"nodeName\":\"n\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
    server.post(
        PODS,
        "{\"metadata\":{\"name\":\"waiting\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, p/log, pods/log",
    "GET, p/log?follow=true, pods/log",
    "GET, p/exec?command=ls, pods/exec",
    "POST, p/attach, pods/attach",
    "POST, p/portforward, pods/portforward"
  })
  void whereARealServerWouldConnectTheAnswerSaysThatNothingIsThere(
      String method, String path, String named) {
    TestServer.Reply reply = server.call(method, PODS + "/" + path, Map.of(), "");
    assertThat(reply.status()).isEqualTo(501);
    assertThat(reply.message())
        .isEqualTo("the embedded API server does not serve " + named + ": nothing runs behind it");
  }

  @Test
  void proxiesSaySoToo() {
    assertThat(server.get("/api/v1/nodes/n/proxy/stats/summary").status()).isEqualTo(501);
    server.patch(PODS + "/p/status", "merge-patch+json", "{\"status\":{\"podIP\":\"10.1.0.1\"}}");
    assertThat(server.get(PODS + "/p:80/proxy/some/where").status()).isEqualTo(501);
  }

  @Test
  void aCoreWithoutAnIssuerHasNoTokens() {
    server.post("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"s\"}}");
    assertThat(server
            .post("/api/v1/namespaces/default/serviceaccounts/s/token", "{\"spec\":{}}")
            .status())
        .isEqualTo(501);
  }

  @Test
  void logsOfAPodThatIsNowhereAreEmpty() {
    TestServer.Reply reply = server.get(PODS + "/waiting/log");
    assertThat(reply.status()).isEqualTo(204);
    assertThat(reply.text()).isEmpty();
    assertThat(server.get(PODS + "/waiting/exec?command=ls").message())
        .isEqualTo("pod waiting does not have a host assigned");
  }

  @Test
  void ephemeralContainersAreAddedAndNothingElse() {
    TestServer.Reply added = server.patch(
        PODS + "/p/ephemeralcontainers",
        "strategic-merge-patch+json",
        "{\"metadata\":{\"labels\":{\"x\":\"1\"}},\"spec\":{\"ephemeralContainers\":[{\"name\":\"d\",\"image\":\"i\"}]}}");
    assertThat(added.status()).isEqualTo(200);
    assertThat(added.at("/spec/ephemeralContainers/0/name")).isEqualTo("d");
    assertThat(added.json().at("/metadata/labels").isMissingNode()).isTrue();
    assertThat(added.at("/metadata/generation")).isEqualTo("2");
    TestServer.Reply removed = server.patch(
        PODS + "/p/ephemeralcontainers",
        "merge-patch+json",
        "{\"spec\":{\"ephemeralContainers\":null}}");
    assertThat(removed.status()).isEqualTo(422);
    assertThat(removed.message())
        .contains("existing ephemeral containers \"d\" may not be removed");
  }

  @Test
  void resizeChangesResourcesAndNothingElse() {
    server.post(
        PODS,
        "{\"metadata\":{\"name\":\"sized\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"requests\":{\"cpu\":\"500m\"}}}]}}");
    TestServer.Reply resized = server.patch(
        PODS + "/sized/resize",
        "strategic-merge-patch+json",
        "{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"other\",\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]}}");
    assertThat(resized.status()).isEqualTo(200);
    assertThat(resized.at("/spec/containers/0/resources/requests/cpu")).isEqualTo("1");
    assertThat(resized.at("/spec/containers/0/image")).isEqualTo("i");
    TestServer.Reply removed = server.patch(
        PODS + "/sized/resize",
        "strategic-merge-patch+json",
        "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":null}}}]}}");
    assertThat(removed.status()).isEqualTo(422);
    assertThat(removed.message())
        .contains("resource requests cannot be removed")
        .contains("Pod QOS Class may not change");
  }
}
