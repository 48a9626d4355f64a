package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many objects: paged and whole lists agree, and a list is given out without being held. */
@Timeout(180)
class LoadTest {
  private static final int COUNT = 5_000;

  @Test
  void manySeededPodsListPagedAndWhole() {
    TestServer server = new TestServer();
    ResourceType pods = server.core.registry().find("", "v1", "pods");
    for (int i = 0; i < COUNT; i++) {
      ObjectNode pod = JsonNodeFactory.instance.objectNode();
      pod.putObject("metadata").put("name", "p" + i).put("namespace", "default");
      pod.putObject("spec").put("nodeName", "n" + i % 10);
      pod.putObject("status").put("phase", "Running").put("filler", "x".repeat(300));
      server.core.seed(pods, pod);
    }
    int paged = 0;
    String token = "";
    do {
      TestServer.Reply page =
          server.get("/api/v1/pods?limit=500" + (token.isEmpty() ? "" : "&continue=" + token));
      paged += page.names().size();
      token = page.at("/metadata/continue");
    } while (!token.isEmpty());
    assertThat(paged).isEqualTo(COUNT);
    ApiResponse.Chunked whole =
        (ApiResponse.Chunked) server.send("GET", "/api/v1/pods", Map.of(), "").join();
    int largest = 0;
    long total = 0;
    while (whole.chunks().hasNext()) {
      int length = whole.chunks().next().length;
      largest = Math.max(largest, length);
      total += length;
    }
    assertThat(total).isGreaterThan(COUNT * 300L);
    assertThat(largest).isLessThan(70_000);
    assertThat(server.get("/api/v1/pods?fieldSelector=spec.nodeName%3Dn3").names())
        .hasSize(COUNT / 10);
    assertThat(server.get("/api/v1/namespaces/default/pods/p7").at("/status/phase"))
        .as("status is kept")
        .isEqualTo("Running");
  }
}
