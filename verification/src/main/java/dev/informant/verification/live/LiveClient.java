package dev.informant.verification.live;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.source.BackoffPolicy;
import dev.informant.verification.chaos.Churn;
import dev.informant.verification.chaos.RawApi;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Informant's side: one informer for each kind. It answers {@code synced}, {@code counts} and {@code dump
 * DIRECTORY}, each line with one line of JSON, as the Go program beside it does.
 */
public final class LiveClient {
  private static final BackoffPolicy BACKOFF = new BackoffPolicy(
      Duration.ofMillis(200), 2, Duration.ofSeconds(4), 0.5, Duration.ofSeconds(20));

  private final KubernetesSerialization serialization = new KubernetesSerialization();
  private final Map<String, Informer<?>> informers = new LinkedHashMap<>();
  private final Counts counts;

  /** How often anything was asked. Thread-safe. */
  private static final class Counts implements InformerObserver {
    private final AtomicLong lists = new AtomicLong();
    private final AtomicLong watches = new AtomicLong();

    @Override
    public void onEvent(InformerEvent event) {
      if (event instanceof InformerEvent.Requested requested) {
        requested(requested.verb());
      }
    }

    private void requested(String verb) {
      (verb.startsWith("watch") ? watches : lists).incrementAndGet();
    }
  }

  private LiveClient(SharedInformerFactory factory, Counts counts) {
    this.counts = counts;
    informers.put("configmaps", factory.core().v1().configMaps().informer());
    informers.put("secrets", factory.core().v1().secrets().informer());
    informers.put("pods", factory.core().v1().pods().informer());
    informers.put("deployments", factory.apps().v1().deployments().informer());
    Resource widgets =
        new Resource(LiveKinds.GROUP, "v1", "widgets", "Widget", /* namespaced= */ true);
    informers.put("widgets", factory.trees(widgets).informer());
  }

  public static void main(String[] arguments) throws IOException {
    Counts counts = new Counts();
    try (SharedInformerFactory factory = SharedInformerFactory.builder(
            Kubeconfig.load(Path.of(arguments[0])))
        .options(options ->
            options.backoff(BACKOFF).labelSelector(Churn.SELECTOR).observer(resource -> counts))
        .build()) {
      LiveClient program = new LiveClient(factory, counts);
      factory.start();
      BufferedReader questions =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = questions.readLine(); line != null; line = questions.readLine()) {
        System.out.println(program.answer(line));
      }
    }
  }

  private JsonNode answer(String question) throws IOException {
    if (question.equals("synced")) {
      return RawApi.JSON
          .getNodeFactory()
          .booleanNode(informers.values().stream().allMatch(Informer::isSynced));
    }
    if (question.startsWith("dump ")) {
      Path directory = Path.of(question.substring(5));
      for (Map.Entry<String, Informer<?>> entry : informers.entrySet()) {
        dump(entry.getValue(), directory.resolve(entry.getKey()));
      }
    }
    return RawApi.JSON
        .createObjectNode()
        .put("lists", counts.lists.get())
        .put("watches", counts.watches.get());
  }

  private void dump(Informer<?> informer, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      informer.snapshot().forEach(object -> {
        try {
          out.write(object instanceof JsonNode ? object.toString() : serialization.asJson(object));
          out.write('\n');
        } catch (IOException failure) {
          throw new UncheckedIOException(failure);
        }
      });
    }
  }
}
