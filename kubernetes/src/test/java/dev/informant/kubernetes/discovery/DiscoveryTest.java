package dev.informant.kubernetes.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.kubernetes.transport.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class DiscoveryTest {
  private static final String PODS =
      "{\"name\":\"pods\",\"singularName\":\"pod\",\"namespaced\":true,\"kind\":\"Pod\","
          + "\"verbs\":[\"list\",\"watch\"],\"shortNames\":[\"po\"]},{\"name\":\"pods/status\",\"kind\":\"Pod\"}";

  private final Map<String, String> documents = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final ScriptedServer server = new ScriptedServer((request, out) -> {
    requests.incrementAndGet();
    String aggregated =
        request.headers().get("accept").contains("APIGroupDiscoveryList") ? " aggregated" : "";
    String document =
        documents.getOrDefault(request.path() + aggregated, documents.get(request.path()));
    if (document == null) {
      ScriptedServer.answer(out, 404, "404 page not found");
    } else {
      int refusal = document.equals("forbidden") ? 403 : 503;
      ScriptedServer.answer(out, document.startsWith("{") ? 200 : refusal, document);
    }
  });
  private final ApiConnection connection = ApiConnection.of(
      new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build());
  private final Discovery discovery = new Discovery(connection);

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  private void serveLegacy() {
    documents.put("/api", "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}");
    documents.put(
        "/apis",
        "{\"kind\":\"APIGroupList\",\"groups\":[{\"name\":\"example.com\",\"versions\":[{\"groupVersion\":"
            + "\"example.com/v1\"},{\"groupVersion\":\"example.com/v2\"}],\"preferredVersion\":{\"groupVersion\":\"example.com/v2\"}}]}");
    documents.put("/api/v1", "{\"kind\":\"APIResourceList\",\"resources\":[" + PODS + "]}");
    documents.put(
        "/apis/example.com/v1",
        "{\"resources\":[{\"name\":\"widgets\",\"kind\":\"Widget\",\"namespaced\":false}]}");
    documents.put(
        "/apis/example.com/v2",
        "{\"resources\":[{\"name\":\"widgets\",\"kind\":\"Widget\",\"namespaced\":false}]}");
  }

  @Test
  void aServerThatAggregatesIsAskedTwice() throws Exception {
    documents.put(
        "/api aggregated",
        "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[{\"metadata\":{\"name\":\"\"},\"versions\":["
            + "{\"version\":\"v1\",\"resources\":[{\"resource\":\"pods\",\"responseKind\":{\"kind\":\"Pod\"},\"scope\":\"Namespaced\","
            + "\"singularResource\":\"pod\",\"shortNames\":[\"po\"],\"verbs\":[\"list\"]}]}]}]}");
    documents.put(
        "/apis aggregated",
        "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[{\"metadata\":{\"name\":\"stale.example\"},"
            + "\"versions\":[{\"version\":\"v1\",\"freshness\":\"Stale\",\"resources\":[]}]}]}");
    DiscoveredKinds kinds = get(discovery.kinds());
    assertThat(kinds.find("po").orElseThrow().resource())
        .isEqualTo(new Resource("", "v1", "pods", "Pod", true));
    assertThat(kinds.failures()).containsOnlyKeys("stale.example/v1");
    assertThat(requests).hasValue(2);
    get(discovery.kinds());
    assertThat(requests).hasValue(2);
  }

  @Test
  void aServerThatDoesNotIsAskedGroupByGroup() throws Exception {
    serveLegacy();
    DiscoveredKinds kinds = get(discovery.kinds());
    assertThat(kinds.kinds()).hasSize(3);
    assertThat(kinds.find("pod").orElseThrow().verbs()).contains("watch");
    assertThat(kinds.find("widgets").orElseThrow().resource())
        .isEqualTo(new Resource("example.com", "v2", "widgets", "Widget", false));
    assertThat(kinds.find("example.com", "v1", "Widget")).isPresent();
    assertThat(kinds.find("widgets.example.com")).isPresent();
  }

  @Test
  void aGroupThatFailsIsReportedAndTheOthersStay() throws Exception {
    serveLegacy();
    documents.put("/apis/example.com/v1", "unavailable");
    DiscoveredKinds kinds = get(discovery.kinds());
    assertThat(kinds.failures()).containsOnlyKeys("example.com/v1");
    assertThat(kinds.find("po")).isPresent();
    assertThat(kinds.lacks(new Resource("example.com", "v1", "widgets", "Widget", false)))
        .isFalse();
    assertThat(kinds.lacks(new Resource("example.com", "v2", "gadgets", "Gadget", false)))
        .isTrue();
    assertThat(kinds.lacks(new Resource("example.com", "v2", "widgets", "Widget", false)))
        .isFalse();
  }

  @Test
  void aNameThatIsMissedIsLookedUpOnceMore() throws Exception {
    serveLegacy();
    get(discovery.kinds());
    documents.put(
        "/apis/example.com/v1",
        "{\"resources\":[{\"name\":\"gadgets\",\"kind\":\"Gadget\",\"namespaced\":true}]}");
    assertThat(get(discovery.find("gadget"))).isPresent();
    int before = requests.get();
    assertThat(get(discovery.find("nonsense"))).isEmpty();
    assertThat(requests.get()).isEqualTo(before + 5);
  }

  @Test
  void aFailureIsNotKept() throws Exception {
    assertThatThrownBy(() -> get(discovery.kinds())).hasMessageContaining("404");
    serveLegacy();
    assertThat(get(discovery.kinds()).kinds()).isNotEmpty();
  }

  private static String aggregated(String... groups) {
    return "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[" + String.join(",", groups) + "]}";
  }

  private static String group(String name, String version, String resources) {
    return "{\"metadata\":{\"name\":\"" + name + "\"},\"versions\":[{\"version\":\"" + version
        + "\",\"resources\":" + resources + "}]}";
  }

  private static String resource(String plural, String kind) {
    return "{\"resource\":\"" + plural + "\",\"responseKind\":{\"kind\":\"" + kind
        + "\"},\"scope\":\"Namespaced\"}";
  }

  private void serveAggregated(String... groups) {
    documents.put(
        "/api aggregated", aggregated(group("", "v1", "[" + resource("pods", "Pod") + "]")));
    documents.put("/apis aggregated", aggregated(groups));
  }

  /** A server that has both forms of a path sends the aggregated one to clients that accept it. */
  private void serveOneAggregated(String path) {
    serveLegacy();
    String group = path.equals("/api") ? "" : "example.com";
    String resource = path.equals("/api") ? resource("pods", "Pod") : resource("widgets", "Widget");
    documents.put(path + " aggregated", aggregated(group(group, "v1", "[" + resource + "]")));
  }

  @Test
  void allGroupsAreFoundIfOnlyTheNamedGroupsAreAggregated() throws Exception {
    serveOneAggregated("/apis");
    assertThatAllKindsAreFound();
  }

  @Test
  void allGroupsAreFoundIfOnlyTheCoreGroupIsAggregated() throws Exception {
    serveOneAggregated("/api");
    assertThatAllKindsAreFound();
  }

  private void assertThatAllKindsAreFound() throws Exception {
    DiscoveredKinds kinds = get(discovery.kinds());
    assertThat(kinds.failures()).isEmpty();
    assertThat(kinds.kinds())
        .extracting(kind -> kind.resource().apiVersion() + " " + kind.resource().plural())
        .containsExactly("v1 pods", "example.com/v2 widgets", "example.com/v1 widgets");
  }

  @Test
  void oneMalformedGroupOfAnAggregatedDocumentIsReportedAndTheOthersStay() throws Exception {
    serveAggregated(
        group("good.example", "v1", "[" + resource("widgets", "Widget") + "]"),
        group("noversion.example", "", "[" + resource("a", "A") + "]"),
        group("noname.example", "v1", "[" + resource("", "A") + "," + resource("bs", "B") + "]"),
        group("text.example", "v1", "\"nonsense\""),
        group("../../secrets", "v1", "[]"),
        "{\"metadata\":{\"name\":\"noversions.example\"},\"versions\":5}",
        "{\"versions\":[{\"version\":\"v1\"}]}",
        "5",
        "null");
    DiscoveredKinds kinds = get(discovery.kinds());
    assertThat(kinds.find("widgets")).isPresent();
    assertThat(kinds.find("pods")).isPresent();
    assertThat(kinds.find("bs")).isPresent();
    assertThat(kinds.failures())
        .containsOnlyKeys(
            "noversion.example",
            "noname.example/v1",
            "text.example/v1",
            "../../secrets",
            "noversions.example",
            "(a group without a name)");
    assertThat(kinds.lacks(new Resource("noname.example", "v1", "as", "A", true)))
        .isFalse();
    assertThat(kinds.lacks(new Resource("noversion.example", "v1", "as", "A", true)))
        .isFalse();
    assertThat(kinds.lacks(new Resource("good.example", "v1", "as", "A", true))).isTrue();
  }

  @Test
  void aCoreGroupThatIsForbiddenIsReportedAndTheOthersStay() throws Exception {
    serveAggregated(group("good.example", "v1", "[" + resource("widgets", "Widget") + "]"));
    documents.put("/api aggregated", "forbidden");
    DiscoveredKinds kinds = get(discovery.kinds());
    assertThat(kinds.find("widgets")).isPresent();
    assertThat(kinds.failures()).containsOnlyKeys("v1");
    assertThat(kinds.failures().get("v1")).contains("403").contains(server.url());
    assertThat(kinds.lacks(new Resource("", "v1", "pods", "Pod", true))).isFalse();
  }

  @Test
  void groupsThatAreForbiddenAreReportedAndTheCoreGroupStays() throws Exception {
    serveAggregated();
    documents.put("/apis aggregated", "forbidden");
    DiscoveredKinds kinds = get(discovery.kinds());
    assertThat(kinds.find("pods")).isPresent();
    assertThat(kinds.failures()).containsOnlyKeys(DiscoveredKinds.GROUPS);
    assertThat(kinds.lacks(new Resource("apps", "v1", "deployments", "Deployment", true)))
        .isFalse();
    assertThat(kinds.lacks(new Resource("", "v1", "widgets", "Widget", true))).isTrue();
  }

  @Test
  void oneBrokenGroupOfAServerWithoutAggregationIsReportedAndTheOthersStay() throws Exception {
    serveLegacy();
    documents.put("/api", "forbidden");
    documents.put("/api/v1", "forbidden");
    documents.put("/apis/example.com/v1", "{\"kind\":\"Status\",\"status\":\"Failure\"}");
    documents.put(
        "/apis",
        documents
            .get("/apis")
            .replace(
                "\"groups\":[",
                "\"groups\":[{\"name\":\"odd.example\",\"versions\":[{\"groupVersion\":\"odd.example/../v1\"}]},"
                    + "{\"name\":\"empty.example\"},7,"));
    DiscoveredKinds kinds = get(discovery.kinds());
    assertThat(kinds.find("widgets")).isPresent();
    assertThat(kinds.failures())
        .containsOnlyKeys(
            "v1", "example.com/v1", "odd.example", "empty.example", "(a group without a name)");
    assertThat(kinds.lacks(new Resource("example.com", "v1", "widgets", "Widget", false)))
        .isFalse();
  }

  @Test
  void anAnswerThatIsNoDiscoveryNeverMeansThatAKindIsAbsent() throws Exception {
    documents.put("/api", "{}");
    documents.put("/apis", "{\"kind\":\"Status\",\"status\":\"Failure\"}");
    DiscoveredKinds kinds = get(discovery.kinds());
    assertThat(kinds.failures()).containsOnlyKeys("v1", DiscoveredKinds.GROUPS);
    assertThat(kinds.lacks(new Resource("", "v1", "pods", "Pod", true))).isFalse();
    assertThat(kinds.lacks(new Resource("apps", "v1", "deployments", "Deployment", true)))
        .isFalse();
  }

  @Test
  void namesMaySayTheGroupAndTheVersion() throws Exception {
    serveLegacy();
    DiscoveredKinds kinds = get(discovery.kinds());
    assertThat(kinds.find("widgets.v1.example.com").orElseThrow().resource().version())
        .isEqualTo("v1");
    assertThat(kinds.find("widgets.v2.example.com").orElseThrow().resource().version())
        .isEqualTo("v2");
    assertThat(kinds.find("po.v1.")).isPresent();
    assertThat(kinds.find("widgets.v3.example.com")).isEmpty();
    assertThat(kinds.find("widgets.other.com")).isEmpty();
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(60, TimeUnit.SECONDS);
  }
}
