package dev.informant.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.HandlerOptions;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import dev.informant.workqueue.WorkQueue;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page of metrics says what a Prometheus registry shows: names, types, labels. */
@Timeout(60)
class MetricsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "metrics.md");
  private static final Pattern ROW = Pattern.compile(
      "^\\| `((?:informer|workqueue)_\\w+)` \\| (\\w+) \\| ([\\w, ]+) \\| \\S.*\\|$");
  private static final Pattern TYPE = Pattern.compile("^# TYPE (\\S+) (\\S+)$");
  private static final Pattern SAMPLE = Pattern.compile("^(\\w+)\\{(.*?)} .*$");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

  @Test
  void thePageListsExactlyTheMetricsThatExist() throws IOException {
    assertThat(shown()).isEqualTo(onThePage());
  }

  private static Map<String, String> onThePage() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    for (String line : Files.readAllLines(PAGE)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        String labels =
            Arrays.stream(row.group(3).split(", ")).sorted().collect(Collectors.joining(" "));
        rows.put(row.group(1), row.group(2) + " " + labels);
      }
    }
    return rows;
  }

  private static Map<String, String> shown() {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
    cluster.add(TestObject.named("a"));
    SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
            cluster, TestObject.ACCESSOR)
        .runtime(runtime)
        .observer(new InformerMetrics(registry, "page").observer("", "v1", "tests"))
        .build();
    informer.addHandler(
        ResourceEventHandler.<TestObject>builder().build(), HandlerOptions.defaults());
    informer.start();
    WorkQueueMetrics queueMetrics = new WorkQueueMetrics(registry, "page");
    WorkQueue<String> queue =
        WorkQueue.<String>builder(runtime).observer(queueMetrics).build();
    queueMetrics.follow(queue);
    queue.add("item");
    runtime.runUntilIdle();
    return families(registry.scrape());
  }

  private static Map<String, String> families(String scraped) {
    Map<String, String> types = new TreeMap<>();
    Map<String, Set<String>> labels = new TreeMap<>();
    for (String line : scraped.split("\n")) {
      Matcher type = TYPE.matcher(line);
      Matcher sample = SAMPLE.matcher(line);
      if (type.matches()) {
        types.put(type.group(1), type.group(2));
      } else if (sample.matches()) {
        Set<String> seen = labels.computeIfAbsent(
            sample.group(1).replaceFirst("_(bucket|count|sum)$", ""), absent -> new TreeSet<>());
        Matcher label = LABEL.matcher(sample.group(2));
        while (label.find()) {
          if (!label.group(1).equals("le")) {
            seen.add(label.group(1));
          }
        }
      }
    }
    Map<String, String> families = new TreeMap<>();
    types.forEach((name, type) ->
        families.put(name, type + " " + String.join(" ", labels.getOrDefault(name, Set.of()))));
    return families;
  }
}
