package dev.informant.apiserver.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.TestClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(180)
class RegisteredExtensionTest {
  @RegisterExtension
  static final ApiServerExtension SERVER = ApiServerExtension.with(
          server -> server.plainHttp().version("v1.99.0"))
      .crds("definitions.yaml");

  @Test
  void optionsAndDefinitionsAreThoseOfTheField(ApiServer server) throws Exception {
    TestClient client = new TestClient(server);
    assertThat(server.url()).startsWith("http://");
    assertThat(client.json("/version").path("gitVersion").asText()).isEqualTo("v1.99.0");
    assertThat(client.get("/apis/example.com/v1/shops", "*/*").statusCode()).isEqualTo(200);
  }
}
