package dev.informant.apiserver.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.TestClient;
import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.faults.Faults;
import io.fabric8.kubernetes.client.Config;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

@ApiServerTest
@Timeout(180)
class ApiServerExtensionTest {
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
}
