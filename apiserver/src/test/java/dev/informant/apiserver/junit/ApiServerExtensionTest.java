package dev.informant.apiserver.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.ApiServerBuilder;
import dev.informant.apiserver.Authorizer;
import dev.informant.apiserver.TestClient;
import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.faults.Faults;
import io.fabric8.kubernetes.client.Config;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

@ApiServerTest
@Timeout(180)
class ApiServerExtensionTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final Set<String> SEEN = new HashSet<>();

  @Test
  void parametersAreOfOneServer(ApiServer server, Faults faults, Config config) throws Exception {
    assertThat(config.getMasterUrl()).startsWith(server.url());
    faults.add(Fault.status(503).times(1));
    TestClient client = new TestClient(server);
    assertThat(client.get("/api/v1/pods", "*/*").statusCode()).isEqualTo(503);
    assertThat(client.get("/api/v1/pods", "*/*").statusCode()).isEqualTo(200);
  }

  @RepeatedTest(2)
  void eachTestHasAServerOfItsOwn(ApiServer server) throws Exception {
    assertThat(SEEN.add(server.token())).isTrue();
    assertThat(new TestClient(server).json("/api/v1/configmaps").path("items")).isEmpty();
    new TestClient(server).configMap("left-behind");
  }

  @Test
  @ApiServerTest(tls = true)
  void methodMayAskForTls(ApiServer server) {
    assertThat(server.url()).startsWith("https://");
  }

  @Test
  @ApiServerTest(watchWindow = 2)
  void watchFromBeforeTheWindowIsExpired(ApiServer server) throws Exception {
    TestClient client = new TestClient(server);
    List<String> versions = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d")) {
      client.configMap(name);
      versions.add(client.json(MAPS).at("/metadata/resourceVersion").asText());
    }
    try (TestClient.Watching kept =
            client.watch(MAPS + "?watch=1&resourceVersion=" + versions.get(1));
        TestClient.Watching gone =
            client.watch(MAPS + "?watch=1&resourceVersion=" + versions.get(0))) {
      assertThat(kept.next().at("/object/metadata/name").asText()).isEqualTo("c");
      assertThat(gone.next().at("/object/code").asInt()).isEqualTo(410);
    }
  }

  @Test
  void windowIsThatOfARealServerUnlessItIsChosen(ApiServer server) throws Exception {
    TestClient client = new TestClient(server);
    String before = client.json(MAPS).at("/metadata/resourceVersion").asText();
    for (int i = 0; i < 101; i++) {
      client.configMap("map-" + i);
    }
    try (TestClient.Watching watch = client.watch(MAPS + "?watch=1&resourceVersion=" + before)) {
      assertThat(watch.next().at("/object/metadata/name").asText()).isEqualTo("map-0");
    }
  }

  @Test
  @ApiServerTest(watchList = false)
  void methodMayAskForAServerWithoutWatchList(ApiServer server) throws Exception {
    String watchList = MAPS + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
    assertThat(new TestClient(server).get(watchList, "*/*").statusCode()).isEqualTo(422);
  }

  @Test
  @ApiServerTest(seed = 7)
  void methodMayChooseTheSeedOfItsFaults(ApiServer server, Faults faults) throws Exception {
    faults.add(Fault.status(500).probability(0.5));
    List<Integer> chosen = twentyAnswers(server);
    faults.seed(7);
    assertThat(twentyAnswers(server)).isEqualTo(chosen);
    faults.seed(1);
    assertThat(twentyAnswers(server)).as("with the usual seed").isNotEqualTo(chosen);
  }

  private static List<Integer> twentyAnswers(ApiServer server) throws Exception {
    TestClient client = new TestClient(server);
    List<Integer> codes = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      codes.add(client.get(MAPS, "*/*").statusCode());
    }
    return codes;
  }

  @Nested
  class Inner {
    @Test
    void nestedClassUsesTheAnnotationOfTheOuter(ApiServer server) {
      assertThat(server.url()).startsWith("http://");
    }
  }

  @Nested
  @ApiServerTest(tls = true)
  class InnerOfItsOwn {
    @Test
    void nearestAnnotationCounts(ApiServer server) {
      assertThat(server.url()).startsWith("https://");
    }
  }

  @Nested
  class Constructed {
    private final ApiServer ours;

    Constructed(ApiServer server) {
      this.ours = server;
    }

    @RepeatedTest(2)
    void constructorGetsTheServerOfTheTest(ApiServer server) {
      assertThat(ours).isSameAs(server);
      assertThat(SEEN.add(server.token())).isTrue();
    }
  }

  @Nested
  class Shared {
    private static ApiServer ofAll;

    @BeforeAll
    static void keep(ApiServer server) {
      ofAll = server;
    }

    @RepeatedTest(2)
    void serverOfBeforeAllIsThatOfEveryMethod(ApiServer server) {
      assertThat(server).isSameAs(ofAll);
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class OneInstance {
    private final ApiServer ofAll;

    OneInstance(ApiServer server) {
      this.ofAll = server;
    }

    @RepeatedTest(2)
    void serverOfTheOnlyInstanceIsThatOfEveryMethod(ApiServer server) {
      assertThat(server).isSameAs(ofAll);
    }
  }

  @Test
  void extensionCallsNothingOfTheStoreThatJUnit5HasNot() throws Exception {
    try (InputStream code =
        ApiServerExtension.class.getResourceAsStream("ApiServerExtension.class")) {
      assertThat(new String(code.readAllBytes(), StandardCharsets.ISO_8859_1))
          .contains("getOrComputeIfAbsent")
          .doesNotContain("computeIfAbsent");
    }
  }

  @Test
  @ApiServerTest(authorizer = NoSecrets.class)
  void anAuthorizerDecides(ApiServer server) throws Exception {
    TestClient client = new TestClient(server);
    assertThat(client.get("/api/v1/secrets", "*/*").statusCode()).isEqualTo(403);
    assertThat(client.get("/api/v1/pods", "*/*").statusCode()).isEqualTo(200);
  }

  @Test
  @ApiServerTest(crds = "definitions.yaml")
  void definitionsAreLoaded(ApiServer server) throws Exception {
    TestClient client = new TestClient(server);
    assertThat(client.get("/apis/example.com/v1/websites", "*/*").statusCode()).isEqualTo(200);
    assertThat(client.get("/apis/example.com/v1/shops", "*/*").statusCode()).isEqualTo(200);
  }

  @Test
  @ApiServerTest(options = Named.class)
  void furtherOptionsAreSet(ApiServer server) throws Exception {
    assertThat(new TestClient(server).json("/version").path("gitVersion").asText())
        .isEqualTo("v1.99.0");
  }

  static final class NoSecrets implements Authorizer {
    @Override
    public boolean allows(Authorizer.Access access) {
      return Authorizer.allowAll().deny("list", "secrets").allows(access);
    }
  }

  static final class Named implements Consumer<ApiServerBuilder> {
    @Override
    public void accept(ApiServerBuilder server) {
      server.version("v1.99.0");
    }
  }
}
