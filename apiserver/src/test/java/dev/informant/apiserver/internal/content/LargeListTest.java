package dev.informant.apiserver.internal.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.TestClient;
import io.kubernetes.client.proto.Runtime;
import io.kubernetes.client.proto.V1;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists whose head or items are larger than the pieces in which they are sent, or as deep as can be. */
@Timeout(60)
class LargeListTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String PLAINS = "/apis/example.com/v1/plains";
  private static final List<Integer> SIZES = List.of(1, 100_000, 65_536, 2, 300_000);

  private ApiServer server;
  private TestClient client;

  @BeforeEach
  void start() {
    server = ApiServer.builder().plainHttp().start();
    client = new TestClient(server);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void createMaps() throws Exception {
    for (int i = 0; i < SIZES.size(); i++) {
      client.create(
          MAPS,
          "{\"metadata\":{\"name\":\"m" + i + "\"},\"data\":{\"k\":\"" + "x".repeat(SIZES.get(i))
              + "\"}}");
    }
  }

  private static List<Integer> sizes(JsonNode list) {
    List<Integer> sizes = new ArrayList<>();
    list.path("items").forEach(item -> sizes.add(item.at("/data/k").asText().length()));
    return sizes;
  }

  @Test
  void itemsOfMoreThanAPieceArriveWholeInEveryForm() throws Exception {
    createMaps();
    assertThat(sizes(client.json(MAPS))).isEqualTo(SIZES);
    assertThat(sizes(client.json(MAPS + "?pretty=true"))).isEqualTo(SIZES);
    byte[] yaml = client.get(MAPS, "application/yaml").body();
    assertThat(sizes(new YAMLMapper().readTree(new String(yaml, UTF_8)))).isEqualTo(SIZES);
    byte[] protobuf = client.get(MAPS, "application/vnd.kubernetes.protobuf").body();
    Runtime.Unknown envelope =
        Runtime.Unknown.parseFrom(Arrays.copyOfRange(protobuf, 4, protobuf.length));
    assertThat(V1.ConfigMapList.parseFrom(envelope.getRaw()).getItemsList())
        .extracting(item -> item.getDataOrThrow("k").length())
        .isEqualTo(SIZES);
  }

  @Test
  void tableWithAHeadOfMoreThanAPieceHasAllItsRows() throws Exception {
    String description = "d".repeat(200_000);
    client.create(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
        {"metadata":{"name":"plains.example.com"},"spec":{"group":"example.com","scope":"Cluster",
         "names":{"plural":"plains","kind":"Plain"},"versions":[{"name":"v1","served":true,"storage":true,
         "additionalPrinterColumns":[{"name":"N","type":"string","jsonPath":".n","description":"%s"}],
         "schema":{"openAPIV3Schema":{"type":"object","properties":{"n":{"type":"string"}}}}}]}}
        """.formatted(description));
    assertTable(description, List.of());
    for (String name : List.of("a", "b")) {
      client.create(PLAINS, """
          {"apiVersion":"example.com/v1","kind":"Plain","metadata":{"name":"%s"},"n":"of %s"}
          """.formatted(name, name));
    }
    assertTable(description, List.of("of a", "of b"));
  }

  @Test
  void tableHoldsTheDeepestObjectThatIsTaken() throws Exception {
    client.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
        {"metadata":{"name":"plains.example.com"},"spec":{"group":"example.com","scope":"Cluster",
         "names":{"plural":"plains","kind":"Plain"},"versions":[{"name":"v1","served":true,"storage":true,
         "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}
        """);
    String table = "application/json;as=Table;v=v1;g=meta.k8s.io";
    try (TestClient.Watching watch =
        client.watch(PLAINS + "?watch=1&includeObject=Object", table)) {
      String deepest = "[".repeat(999) + "]".repeat(999);
      client.create(PLAINS, """
          {"apiVersion":"example.com/v1","kind":"Plain","metadata":{"name":"a"},"n":%s}
          """.formatted(deepest));
      client.create(PLAINS, """
          {"apiVersion":"example.com/v1","kind":"Plain","metadata":{"name":"b"}}
          """);
      assertThat(watch.line()).contains(deepest).endsWith("}]}}");
      for (String path : List.of(PLAINS + "/a", PLAINS)) {
        String body =
            new String(client.get(path + "?includeObject=Object", table).body(), UTF_8);
        assertThat(body).contains(deepest).endsWith("}]}\n");
      }
      assertThat(new String(client.get(PLAINS + "?includeObject=Object", table).body(), UTF_8))
          .contains("\"name\":\"b\"");
    }
  }

  private void assertTable(String description, List<String> cells) throws Exception {
    for (String form : List.of("json", "yaml")) {
      byte[] body = client
          .get(PLAINS, "application/" + form + ";as=Table;v=v1;g=meta.k8s.io")
          .body();
      JsonNode table =
          (form.equals("json") ? JSON : new YAMLMapper()).readTree(new String(body, UTF_8));
      assertThat(table.at("/columnDefinitions/1/description").asText()).isEqualTo(description);
      assertThat(table.path("rows"))
          .extracting(row -> row.at("/cells/1").asText())
          .isEqualTo(cells);
    }
  }
}
