package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerState;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events no server should send: each costs itself and nothing else, and is reported. */
@Timeout(180)
class OddEventsTest extends EmbeddedFixture {
  private final ConcurrentLinkedQueue<String> skipped = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> bookmarks = new ConcurrentLinkedQueue<>();
  private Informer<ConfigMap> informer;

  @BeforeEach
  void watch() throws Exception {
    create("good", "1");
    informer = informer(builder()
        .options(o -> o.observer(resource -> event -> {
          if (event instanceof InformerEvent.Skipped bad) {
            skipped.add(bad.cause().getMessage());
          } else if (event instanceof InformerEvent.Bookmarked bookmarked) {
            bookmarks.add(bookmarked.resourceVersion());
          }
        })));
    informer.addHandler(counter).awaitSynced(LIMIT);
    awaitOpenWatch();
  }

  private void send(String type, String object) {
    cluster
        .server()
        .faults()
        .sendRaw(
            MAPS,
            ("{\"type\":\"" + type + "\",\"object\":" + object + "}\n")
                .getBytes(StandardCharsets.UTF_8));
  }

  /** The watch was not cut, nothing is lost, and the cache is what it should be. */
  private void goesOn() throws InterruptedException {
    ConfigMap next = create("next", "1");
    informer.awaitVersion(version(next), LIMIT).join();
    eventually("the add is told", () -> times("add next") == 1);
    assertThat(inCache(informer)).isEqualTo(atServer());
    assertThat(informer.state()).isInstanceOf(InformerState.Watching.class);
    assertThat(informer.state().cause()).isNull();
    assertThat(times("add good")).isEqualTo(1);
    assertThat(times("delete good")).isZero();
  }

  @Test
  void aTableInsteadOfAnObjectIsSkipped() throws Exception {
    send(
        "ADDED",
        "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":\"7\"},"
            + "\"columnDefinitions\":[],\"rows\":[{\"cells\":[\"good\"],\"object\":{\"kind\":"
            + "\"PartialObjectMetadata\",\"metadata\":{\"name\":\"good\"}}}]}");
    goesOn();
    assertThat(skipped).anyMatch(message -> message.contains("Table"));
  }

  @Test
  void anEventOfAnotherKindIsSkipped() throws Exception {
    cluster.server().faults().sendOtherKind(MAPS);
    send(
        "DELETED",
        "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"good\",\"namespace\":\""
            + namespace + "\",\"resourceVersion\":\"8\"}}");
    goesOn();
    assertThat(skipped).anyMatch(message -> message.contains("Stranger"));
    assertThat(skipped).anyMatch(message -> message.contains("Secret"));
  }

  @Test
  void aBookmarkOfAnotherKindIsSkipped() throws Exception {
    send(
        "BOOKMARK",
        "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"999999\"}}");
    goesOn();
    assertThat(bookmarks).doesNotContain("999999");
  }

  @Test
  void aBookmarkThatSaysItIsNotTheEndOfTheInitialEventsIsAnOrdinaryOne() throws Exception {
    String version = Long.toString(cluster.server().resourceVersion());
    send(
        "BOOKMARK",
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\""
            + version + "\",\"annotations\":{\"k8s.io/initial-events-end\":\"false\"}}}");
    goesOn();
    assertThat(bookmarks).contains(version);
  }

  @Test
  void anEventOfAnUnknownTypeIsSkipped() throws Exception {
    cluster.server().faults().sendUnknownEventType(MAPS);
    goesOn();
    assertThat(skipped).isNotEmpty();
  }

  @Test
  void lineNoiseIsSkipped() throws Exception {
    cluster.server().faults().sendRaw(MAPS, "}}not json{{\n".getBytes(StandardCharsets.UTF_8));
    goesOn();
    assertThat(skipped).isNotEmpty();
  }

  @Test
  void anEventAboveSixteenMebibytesIsSkippedAndNamed() throws Exception {
    send(
        "MODIFIED",
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"good\",\"namespace\":\""
            + namespace + "\",\"resourceVersion\":\"9\"},\"data\":{\"text\":\""
            + "x".repeat(17 << 20) + "\"}}");
    goesOn();
    assertThat(informer.skipped()).containsOnlyKeys(namespace + "/good");
    assertThat(informer.state().skipped()).isEqualTo(1);
    update("good", "2");
    eventually("a good state of it is taken", () -> informer.skipped().isEmpty());
  }

  @Test
  void anObjectWithoutANameIsSkipped() throws Exception {
    send(
        "MODIFIED",
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"}}");
    goesOn();
    assertThat(skipped).isNotEmpty();
    assertThat(informer.skippedCount()).isPositive();
  }
}
