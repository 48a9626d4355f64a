package dev.informant.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.controller.Controller;
import dev.informant.controller.ControllerManager;
import dev.informant.controller.Election;
import dev.informant.controller.Outcome;
import dev.informant.controller.test.Replica;
import dev.informant.controller.test.VirtualCluster;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** ControllerManager are measured under the names of controller-runtime, and the page lists exactly these. */
@Timeout(60)
class ControllerMetricsTest {
  private static final Path PAGE = Path.of("..", "docs", "metrics.md");
  private static final Pattern ROW = Pattern.compile(
      "^\\| `((?:controller|leader)_\\w+)` \\| (\\w+) \\| ([\\w, –]+) \\| \\S.*\\|$");
  private static final Pattern TYPE =
      Pattern.compile("^# TYPE ((?:controller|leader)_\\S+) (\\S+)$");
  private static final Pattern LABELS =
      Pattern.compile("^(\\w+?)(?:_bucket|_sum|_count)?\\{(.*?)} .*$");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ControllerMetrics metrics = new ControllerMetrics(registry);
  private final VirtualCluster cluster = VirtualCluster.create(1);
  private final Replica replica = cluster.replica("one");
  private final SharedInformerFactory informers = replica.informers().build();
  private final ControllerManager controllers = ControllerManager.builder(informers)
      .election(Election.onLease("default", "test"))
      .observer(metrics)
      .build();

  @AfterEach
  void close() {
    controllers.close();
    informers.close();
    cluster.close();
  }

  private void run() {
    for (String name : new String[] {"done", "again", "retry", "give-up", "error"}) {
      cluster.create(new ConfigMapBuilder()
          .withNewMetadata()
          .withNamespace("default")
          .withName(name)
          .endMetadata()
          .build());
    }
    Set<String> failed = new TreeSet<>();
    controllers.add(Controller.of(informers.kind(ConfigMap.class).namespace("default"))
        .name("maps")
        .concurrency(2)
        .when(change -> !change.latest().getMetadata().getName().startsWith("kube"))
        .reconcile((map, context) -> {
          String name = map.getMetadata().getName();
          if (name.equals("again")) {
            return Outcome.again(Duration.ofHours(1));
          }
          if (name.equals("done") || !failed.add(name)) {
            return Outcome.done();
          }
          if (name.equals("give-up")) {
            return Outcome.giveUp(new IllegalStateException("planned"));
          }
          if (name.equals("error")) {
            throw new AssertionError("planned");
          }
          throw new IllegalStateException("planned");
        }));
    controllers.start();
    cluster.advance(Duration.ofSeconds(5));
  }

  private double count(String meter, String... tags) {
    return registry.get(meter).tags(tags).counter().count();
  }

  @Test
  void runsAreCountedByResult() {
    run();
    String total = "controller.runtime.reconcile";
    assertThat(count(total, "controller", "maps", "result", "success")).isEqualTo(3);
    assertThat(count(total, "controller", "maps", "result", "requeue_after")).isEqualTo(1);
    assertThat(count(total, "controller", "maps", "result", "error")).isEqualTo(3);
    assertThat(count("controller.runtime.reconcile.errors", "controller", "maps"))
        .isEqualTo(3);
    assertThat(count("controller.runtime.terminal.reconcile.errors", "controller", "maps"))
        .isEqualTo(1);
    assertThat(count("controller.runtime.reconcile.panics", "controller", "maps"))
        .isEqualTo(1);
    assertThat(count("controller.runtime.reconcile.timeouts", "controller", "maps"))
        .isZero();
    assertThat(
            registry.get("controller.runtime.max.concurrent.reconciles").gauge().value())
        .isEqualTo(2);
    assertThat(registry.get("workqueue.depth").tag("name", "maps").gauge().value())
        .isZero();
    assertThat(count("workqueue.adds", "name", "maps")).isGreaterThan(6);
  }

  @Test
  void leadershipIsShown() {
    run();
    assertThat(registry.get("leader.election.master.status").gauge().value()).isEqualTo(1);
    controllers.close();
    assertThat(registry.get("leader.election.master.status").gauge().value()).isZero();
  }

  @Test
  void closingRemovesTheMeters() {
    run();
    metrics.close();
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void thePageListsExactlyTheMetricsThatExist() throws IOException {
    run();
    assertThat(shown()).isEqualTo(onThePage());
  }

  private static Map<String, String> onThePage() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    for (String line : Files.readAllLines(PAGE)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        String labels =
            Arrays.stream(row.group(3).split(", ")).sorted().collect(Collectors.joining(" "));
        rows.put(row.group(1), row.group(2) + " " + (labels.equals("–") ? "" : labels));
      }
    }
    return rows;
  }

  private Map<String, String> shown() {
    Map<String, String> types = new TreeMap<>();
    Map<String, Set<String>> labels = new TreeMap<>();
    for (String line : registry.scrape().split("\n")) {
      Matcher type = TYPE.matcher(line);
      Matcher sample = LABELS.matcher(line);
      if (type.matches()) {
        types.put(type.group(1), type.group(2));
      } else if (sample.matches()) {
        Set<String> names = labels.computeIfAbsent(sample.group(1), absent -> new TreeSet<>());
        for (Matcher label = LABEL.matcher(sample.group(2)); label.find(); ) {
          if (!label.group(1).equals("le")) {
            names.add(label.group(1));
          }
        }
      }
    }
    Map<String, String> shown = new TreeMap<>();
    types.forEach((name, type) ->
        shown.put(name, type + " " + String.join(" ", labels.getOrDefault(name, Set.of()))));
    return shown;
  }
}
