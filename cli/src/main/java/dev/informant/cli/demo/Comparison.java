package dev.informant.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.cli.Words;
import dev.informant.cli.cluster.ApiClient;
import dev.informant.kubernetes.Transforms;
import dev.informant.kubernetes.internal.model.ModelMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Compares caches and server, object by object and field by field, once nothing changes any more. The
 * server is read through a client of its own and decoded by Jackson, so that nothing the informers use is
 * trusted. Used by one thread.
 */
final class Comparison {
  private static final int REPORTED = 10;

  /**
   * What was found for one kind.
   *
   * @param handler objects that a handler knows from its calls alone
   * @param differences in words; at most ten
   */
  record Result(String kind, int server, int cache, int handler, List<String> differences) {}

  private final DemoCluster cluster;
  private final Duration patience;

  Comparison(DemoCluster cluster, Duration patience) {
    this.cluster = cluster;
    this.patience = patience;
  }

  /** The cluster must stand still and faults be over. */
  List<Result> run() {
    List<Result> results = new ArrayList<>();
    Config config = Config.fromKubeconfig(cluster.server().kubeconfig());
    try (ApiClient client = new ApiClient(config)) {
      for (WatchedKind<?> kind : cluster.kinds()) {
        results.add(compare(client, kind));
      }
    }
    return results;
  }

  private <T extends HasMetadata> Result compare(ApiClient client, WatchedKind<T> kind) {
    List<String> differences = new ArrayList<>();
    LastChange last = awaitLastChange(client, kind, differences);
    awaitHandlers(kind, last, differences);
    Map<String, T> server = objects(client, kind);
    Map<String, T> cache = new LinkedHashMap<>();
    kind.informer().snapshot().forEach(object -> cache.put(Mirror.key(object), object));
    Map<String, String> mirror = kind.mirror().versions();
    TreeSet<String> keys = new TreeSet<>(server.keySet());
    keys.addAll(cache.keySet());
    keys.addAll(mirror.keySet());
    for (String key : keys) {
      T there = server.get(key);
      T here = cache.get(key);
      if (there == null || here == null) {
        add(differences, key + ": " + (there == null ? "not at the server" : "not in the cache"));
      } else if (!there.equals(here)) {
        add(differences, key + ": the cache and the server have different states");
      }
      String expected = there == null ? null : there.getMetadata().getResourceVersion();
      if (there != null && !java.util.Objects.equals(expected, mirror.get(key))) {
        add(
            differences,
            key + ": the handler received version " + mirror.get(key) + ", the server has "
                + expected);
      } else if (there == null && mirror.containsKey(key)) {
        add(differences, key + ": the handler received no delete");
      }
    }
    kind.mirror().wrong().forEach(what -> add(differences, "handler: " + what));
    return new Result(kind.plural(), server.size(), cache.size(), mirror.size(), differences);
  }

  private static void add(List<String> differences, String what) {
    if (differences.size() < REPORTED) {
      differences.add(what);
    }
  }

  /** A write of ours that came after everything else. */
  private record LastChange(String key, String version) {}

  /**
   * Writes to one object and waits until the cache has taken that write in: with it, everything before
   * it. Of a kind without objects there is nothing to wait for: null.
   */
  private @Nullable LastChange awaitLastChange(
      ApiClient client, WatchedKind<?> kind, List<String> differences) {
    String collection = "/" + kind.resource().path("");
    JsonNode first = client.get(collection + "?limit=1").path("items").path(0).path("metadata");
    if (first.isMissingNode()) {
      return null;
    }
    String namespace = first.path("namespace").asText("");
    String name = first.path("name").asText();
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("metadata").putObject("annotations").put("informant.dev/last-change", "here");
    String version = client
        .mergePatch("/" + kind.resource().path(namespace) + "/" + name, patch)
        .path("metadata")
        .path("resourceVersion")
        .asText();
    try {
      kind.informer()
          .awaitVersion(version, patience)
          .get(patience.toSeconds() + 5, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException late) {
      add(
          differences,
          "the cache has not reached version " + version + " after "
              + Words.time(patience) + "; it is at " + kind.informer().lastSyncResourceVersion()
              + ", " + Words.state(kind.informer().state()));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
    return new LastChange(namespace.isEmpty() ? name : namespace + "/" + name, version);
  }

  /**
   * The cache is ahead of handlers: they are done when the last change has been handed to them and none has calls
   * left. If it never is, the comparison shows it.
   */
  private void awaitHandlers(
      WatchedKind<?> kind, @Nullable LastChange last, List<String> differences) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (last != null
        && !last.version().equals(kind.mirror().versions().get(last.key()))
        && System.nanoTime() < deadline) {
      DemoCluster.pause(Duration.ofMillis(20));
    }
    for (WatchedKind.Handler handler : kind.handlers()) {
      while (handler.registration().lag().depth() > 0) {
        if (System.nanoTime() > deadline) {
          add(
              differences,
              handler.name() + " is still "
                  + Words.count(handler.registration().lag().depth(), "call") + " behind");
          break;
        }
        DemoCluster.pause(Duration.ofMillis(20));
      }
    }
  }

  private <T extends HasMetadata> Map<String, T> objects(ApiClient client, WatchedKind<T> kind) {
    Map<String, T> objects = new LinkedHashMap<>();
    JsonNode list = client.get("/" + kind.resource().path(""));
    for (JsonNode item : list.path("items")) {
      ObjectNode whole = (ObjectNode) item;
      whole.put("apiVersion", kind.resource().apiVersion());
      whole.put("kind", kind.resource().kind());
      try {
        T object = Transforms.<T>stripManagedFields()
            .apply(ModelMapper.shared().mapper().treeToValue(whole, kind.type()));
        objects.put(Mirror.key(object), object);
      } catch (JsonProcessingException undecodable) {
        throw new IllegalStateException(
            "the server has an object of " + kind.plural() + " that cannot be decoded",
            undecodable);
      }
    }
    return objects;
  }
}
