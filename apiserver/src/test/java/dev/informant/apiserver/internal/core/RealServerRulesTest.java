package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the exchanges with a real kube-apiserver taught. */
@Timeout(60)
class RealServerRulesTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private final TestServer server = new TestServer();

  @Test
  void labelsAndFinalizersMustHaveTheirForm() {
    TestServer.Reply label =
        server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"labels\":{\"a b\":\"c\"}}}");
    assertThat(label.status()).isEqualTo(422);
    assertThat(label.at("/details/causes/0/field")).isEqualTo("metadata.labels");
    TestServer.Reply finalizer =
        server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"plain\"]}}");
    assertThat(finalizer.at("/details/causes/0/message"))
        .isEqualTo("Invalid value: \"plain\": name is neither a standard finalizer name nor is it"
            + " fully qualified");
  }

  @Test
  void plainStringsOfASecretBecomeData() {
    TestServer.Reply secret = server.post(
        "/api/v1/namespaces/default/secrets",
        "{\"metadata\":{\"name\":\"s\"},\"stringData\":{\"k\":\"v\"}}");
    assertThat(secret.at("/data/k")).isEqualTo("dg==");
    assertThat(secret.at("/type")).isEqualTo("Opaque");
    assertThat(secret.text()).doesNotContain("stringData");
  }

  @Test
  void aPodWithoutGraceIsSeenDeletingBeforeItIsGone() {
    server.post(
        PODS,
        "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
    TestServer.Watching watch =
        server.watch(PODS + "?watch=1&resourceVersion=" + server.core.faults().resourceVersion());
    TestServer.Reply reply = server.delete(PODS + "/p");
    assertThat(reply.at("/metadata/deletionTimestamp")).isNotEmpty();
    assertThat(watch.summary()).containsExactly("MODIFIED p", "DELETED p");
  }

  @Test
  void theAnswerThatRemovesTheLastFinalizerHasTheVersionBefore() {
    server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"x.y/z\"]}}");
    String marked = server.delete(MAPS + "/a").at("/metadata/resourceVersion");
    TestServer.Reply reply =
        server.patch(MAPS + "/a", "merge-patch+json", "{\"metadata\":{\"finalizers\":null}}");
    assertThat(reply.at("/metadata/resourceVersion")).isEqualTo(marked);
  }

  @Test
  void aPageIsFollowedByAnotherWhileThereAreKeysEvenIfNoneMatches() {
    server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"1\"}}}");
    server.post(MAPS, "{\"metadata\":{\"name\":\"b\"}}");
    String token = server.get(MAPS + "?limit=1&labelSelector=x%3D1").at("/metadata/continue");
    assertThat(new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8))
        .endsWith("\"start\":\"/a\\u0000\"}");
    TestServer.Reply next = server.get(MAPS + "?limit=1&labelSelector=x%3D1&continue=" + token);
    assertThat(next.status()).isEqualTo(200);
    assertThat(next.at("/items/0/metadata/name")).isEmpty();
  }

  @Test
  void aGroupOfTheServerSaysWithAStatusWhatItDoesNotHave() {
    TestServer.Reply unknown = server.get("/apis/apps/v1/unknowns");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.at("/message"))
        .isEqualTo("the server could not find the requested resource");
    assertThat(server.get("/apis/unknown.example.com/v1/things").text())
        .isEqualTo("404 page not found\n");
  }

  @Test
  void aLeaseIsReplacedOnlyByWhoSaysWhatItReplaces() {
    String leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    server.post(leases, "{\"metadata\":{\"name\":\"l\"}}");
    TestServer.Reply reply =
        server.put(leases + "/l", "{\"metadata\":{\"name\":\"l\",\"resourceVersion\":\"0\"}}");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.at("/details/kind")).isEqualTo("leases");
  }

  @Test
  void aNewElementOfAMergedListComesFirst() {
    server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"x.y/a\"]}}");
    TestServer.Reply reply = server.patch(
        MAPS + "/a", "strategic-merge-patch+json", "{\"metadata\":{\"finalizers\":[\"x.y/b\"]}}");
    assertThat(reply.at("/metadata/finalizers/0")).isEqualTo("x.y/b");
    assertThat(reply.at("/metadata/finalizers/1")).isEqualTo("x.y/a");
  }

  @Test
  void aPodAlwaysHasTheSecurityContextThatKubectlDebugLooksInto() {
    TestServer.Reply pod = server.post(
        PODS,
        "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
    assertThat(pod.json().at("/spec/securityContext").isObject()).isTrue();
    TestServer.Reply debugged = server.patch(
        PODS + "/p/ephemeralcontainers",
        "strategic-merge-patch+json",
        "{\"spec\":{\"ephemeralContainers\":[{\"name\":\"debugger\",\"image\":\"tools\"}]}}");
    assertThat(debugged.status()).as(debugged.text()).isEqualTo(200);
    assertThat(debugged.at("/spec/ephemeralContainers/0/name")).isEqualTo("debugger");
  }

  @Test
  void slashesAtTheEndOfAPathDoNotCountAndOthersDo() {
    assertThat(server.get("/api/v1/namespaces//").at("/kind")).isEqualTo("NamespaceList");
    assertThat(server.get("/version//").status()).isEqualTo(200);
    for (String path :
        new String[] {"/api/v1//namespaces", "/api/v1/namespaces/default//configmaps"}) {
      TestServer.Reply inside = server.get(path);
      assertThat(inside.status()).isEqualTo(404);
      assertThat(inside.message()).isEqualTo("the server could not find the requested resource");
    }
    for (String path :
        new String[] {"//", "//api/v1/namespaces", "/apis//apps/v1", "/healthz//ping", "*"}) {
      assertThat(server.get(path).text()).as(path).isEqualTo("404 page not found\n");
    }
  }

  @Test
  void aRequestForACertificateNamesWhoMadeItAndKeepsItsSpec() {
    String requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
    TestServer.Reply created = server.post(
        requests,
        "{\"metadata\":{\"name\":\"r\"},\"spec\":{\"signerName\":\"a.b/c\",\"request\":\"YQ==\",\"usages\":[\"client auth\"],\"username\":\"other\"}}");
    assertThat(created.at("/spec/username")).isEqualTo("tester");
    TestServer.Reply changed =
        server.patch(requests + "/r", "merge-patch+json", "{\"spec\":{\"signerName\":\"d.e/f\"}}");
    assertThat(changed.at("/spec/signerName")).isEqualTo("a.b/c");
  }

  @Test
  void aTimeoutThatNoAnswerCouldMeetIsOver() {
    server.configMap("a");
    for (String timeout : List.of("1ns", "1us", "0.001ms", "%2B1ns")) {
      TestServer.Reply reply = server.get(MAPS + "/a?timeout=" + timeout);
      assertThat(reply.status()).as(timeout).isEqualTo(504);
      assertThat(reply.headers()).containsEntry("Content-Type", "text/plain; charset=utf-8");
      assertThat(reply.text())
          .isEqualTo(
              "{\"metadata\":{},\"status\":\"Failure\",\"message\":\"Timeout: request did not complete within the allotted"
                  + " timeout\",\"reason\":\"Timeout\",\"details\":{},\"code\":504}\n");
    }
    for (String timeout : List.of("0", "0.5ns", "-1ns", "1s", "1h1ns")) {
      assertThat(server.get(MAPS + "/a?timeout=" + timeout).status())
          .as(timeout)
          .isEqualTo(200);
    }
    assertThat(server.delete(MAPS + "/a?timeout=1ns").status()).isEqualTo(504);
    assertThat(server.get(MAPS + "/a").status()).as("nothing was done").isEqualTo(200);
  }
}
