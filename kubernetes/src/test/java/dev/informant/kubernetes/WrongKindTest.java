package dev.informant.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.informer.Informer;
import dev.informant.informer.NotSyncedException;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.kubernetes.transport.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A resource that says another kind than the server's objects do is a state with its cause, never an empty cache. */
@Timeout(180)
class WrongKindTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String WIDGET =
      "{\"metadata\":{\"namespace\":\"a\",\"name\":\"w\",\"uid\":\"u\",\"resourceVersion\":\"7\"},"
          + "\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\"}";

  private final FakeApi api = new FakeApi();
  private final ScriptedServer server = new ScriptedServer(api);
  private final Config config =
      new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build();
  private final SharedInformerFactory informers =
      SharedInformerFactory.builder(config).build();

  @AfterEach
  void close() {
    informers.close();
    api.over.countDown();
    server.close();
  }

  private static String complaint(Informer<?> informer) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    String last = "";
    while (System.nanoTime() - deadline < 0) {
      try {
        informer.awaitSynced(Duration.ofMillis(200));
        Throwable cause = informer.state().cause();
        last = "synced; " + (cause == null ? "" : cause.getMessage());
      } catch (NotSyncedException late) {
        last = String.valueOf(late.getMessage());
      }
      if (last.contains("is configured")) {
        return last;
      }
    }
    throw new AssertionError("no cause within " + LIMIT + ", but " + last);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCustomResourceOfAnotherKindIsNamed(boolean streamsLists) {
    api.streamsLists = streamsLists;
    api.collections.put("/apis/example.com/v1/widgets", WIDGET);
    Informer<JsonNode> informer = informers
        .trees(new Resource("example.com", "v1", "widgets", "Gadget", true))
        .informer();
    informers.start();
    assertThat(complaint(informer))
        .contains("the server's objects are example.com/v1 Widget")
        .contains("example.com/v1 Gadget is configured")
        .contains(server.url());
    assertThat(informer.isSynced()).isFalse();
  }

  @Test
  void aKindBuiltInWhoseItemsDoNotSayTheirKindIsNamedByItsList() {
    api.streamsLists = false;
    api.listKind = "PodList";
    api.collections.put("/api/v1/pods", FakeApi.object("a", "p", "7", ""));
    Informer<?> informer =
        informers.forResource(new Resource("", "v1", "pods", "Pods", true)).informer();
    informers.start();
    assertThat(complaint(informer)).contains("the server's objects are v1 Pod,");
    assertThat(informer.isSynced()).isFalse();
  }

  @Test
  void anEmptyCollectionOfAnotherKindIsNamedByItsFirstEvent() throws Exception {
    api.streamsLists = false;
    api.collections.put("/apis/example.com/v1/widgets", "");
    Informer<?> informer = informers
        .forResource(new Resource("example.com", "v1", "widgets", "Gadget", true))
        .informer();
    informers.start();
    informer.awaitSynced(LIMIT);
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (api.watches.isEmpty()) {
      assertThat(System.nanoTime() - deadline).as("no watch").isNegative();
      Thread.onSpinWait();
    }
    api.collections.put("/apis/example.com/v1/widgets", WIDGET);
    api.send("ADDED", WIDGET);
    assertThat(complaint(informer)).contains("the server's objects are example.com/v1 Widget");
  }

  @Test
  void anObjectOfAnotherKindAfterAListOfTheRightOneIsPassedOver() throws Exception {
    api.streamsLists = false;
    api.collections.put("/apis/example.com/v1/widgets", WIDGET);
    Informer<JsonNode> informer = informers
        .trees(new Resource("example.com", "v1", "widgets", "Widget", true))
        .informer();
    informers.start();
    informer.awaitSynced(LIMIT);
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (api.watches.isEmpty()) {
      assertThat(System.nanoTime() - deadline).as("no watch").isNegative();
      Thread.onSpinWait();
    }
    api.send("ADDED", WIDGET.replace("Widget", "Gadget").replace("\"w\"", "\"g\""));
    api.send("ADDED", WIDGET.replace("\"w\"", "\"v\"").replace("\"7\"", "\"12\""));
    while (!informer.snapshot().contains("a/v")) {
      assertThat(System.nanoTime() - deadline).as("the next event").isNegative();
      Thread.onSpinWait();
    }
    assertThat(informer.snapshot().contains("a/g")).isFalse();
  }

  @Test
  void aResourceThatDoesNotSayItsKindTakesAny() {
    api.collections.put("/apis/example.com/v1/widgets", WIDGET);
    Informer<JsonNode> informer =
        informers.trees(new Resource("example.com", "v1", "widgets", "", true)).informer();
    informers.start();
    informer.awaitSynced(LIMIT);
    assertThat(informer.snapshot().contains("a/w")).isTrue();
  }
}
