package dev.informant.kubernetes.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tokens that do not fit into a header. */
@Timeout(180)
class UnsendableRequestsTest {
  private final ScriptedServer server =
      new ScriptedServer((request, out) -> ScriptedServer.answer(out, 200, "{}"));

  @AfterEach
  void close() {
    server.close();
  }

  private ApiConnection connection(String token) {
    return ApiConnection.of(new ConfigBuilder(Config.empty())
        .withMasterUrl(server.url())
        .withOauthToken(token)
        .build());
  }

  @Test
  void whiteSpaceAroundATokenIsNotSent() throws Exception {
    try (ApiConnection connection = connection(" s3cr3t\n")) {
      connection.document("version", "application/json").get(60, TimeUnit.SECONDS);
      assertThat(server.takeRequest().headers()).containsEntry("authorization", "Bearer s3cr3t");
    }
  }

  @Test
  void whatCannotBeSentIsNotQuoted() throws Exception {
    try (ApiConnection connection = connection("s3cr3t\nX: y")) {
      assertThat(failure(connection, "version"))
          .contains("version", "could not be built")
          .doesNotContain("s3cr3t");
      assertThat(failure(connection, "api/s p a c e?query=s3cr3t"))
          .contains("could not be built")
          .doesNotContain("s3cr3t");
    }
  }

  /** All that a log could show of it. */
  private static String failure(ApiConnection connection, String path) throws Exception {
    StringWriter text = new StringWriter();
    try {
      connection.exchange("GET", path, Map.of(), null).get(60, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      failed.printStackTrace(new PrintWriter(text, /* autoFlush= */ true));
    }
    return text.toString();
  }
}
