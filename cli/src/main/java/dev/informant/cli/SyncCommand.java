package dev.informant.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.cli.cluster.ApiClient;
import dev.informant.cli.cluster.ClusterOptions;
import dev.informant.cli.cluster.Kinds;
import dev.informant.cli.sync.CacheMeasurement;
import dev.informant.cli.sync.KindSize;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** How long caches take and how large they are. */
@Command(
    name = "sync",
    description = {
      "Measure how long it takes to cache this cluster, and how large the cache is.",
      "",
      "Fills the cache of one kind after another. HEAP is the live heap that a cache of objects without"
          + " managed fields adds; COMPACT is the same for the compact cache. JSON is the size of the objects as JSON."
          + " \"too few\" means less than 1 MiB, which is too little to measure in this process:"
          + " measure with more objects before you extrapolate."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  # The kinds that most programs watch: pods, nodes, services, deployments, …",
      "  informant sync",
      "",
      "  # Two kinds in one namespace",
      "  informant sync pods configmaps -n prod",
      "",
      "  # All kinds that you may list, for a script",
      "  informant sync --all -o json"
    })
final class SyncCommand implements Callable<Integer> {
  private static final int SHOWN_NAMESPACES = 15;
  private static final int BAR = 24;
  private static final String CLUSTER = "(cluster-scoped)";
  private static final String TOO_FEW = "too few";

  private final Output output;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin
  private ClusterOptions cluster = new ClusterOptions();

  @Parameters(
      paramLabel = "KIND",
      completionCandidates = UsualKinds.class,
      arity = "0..*",
      description =
          "Plural, singular or short name, or kind.group. Default: the kinds that most programs watch.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--all", description = "All kinds of the cluster.")
  private boolean all;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "One namespace. Default: all.")
  private String namespace = "";

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description = "How long to wait for one kind. Default: ${DEFAULT-VALUE}.")
  private int timeout;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text or json.")
  private OutputFormat format = OutputFormat.TEXT;

  SyncCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() {
    Flags.require(spec, !all || names.isEmpty(), "name kinds or use --all, not both");
    Flags.require(spec, timeout >= 1, "--timeout must be a second or more, not " + timeout);
    Config config = cluster.config();
    List<Resource> resources = resources(Kinds.of(config));
    Map<Resource, Long> expected = new LinkedHashMap<>();
    try (ApiClient client = new ApiClient(config)) {
      for (Resource resource : resources) {
        output.progress("counting " + resource);
        expected.put(resource, CacheMeasurement.expected(client, resource, namespace));
      }
    }
    Bar bar = new Bar(expected.values().stream().mapToLong(count -> count).sum());
    CacheMeasurement measurement =
        new CacheMeasurement(config, namespace, Duration.ofSeconds(timeout), bar);
    List<KindSize> sizes = new ArrayList<>();
    for (Resource resource : resources) {
      KindSize size = measurement.measure(resource);
      bar.done(size.objects());
      sizes.add(size);
    }
    output.endProgress();
    if (format == OutputFormat.JSON) {
      output.json(json(config.getMasterUrl(), sizes));
    } else {
      output.line("cluster " + config.getMasterUrl() + context(config));
      output.line("");
      table(sizes);
      namespaces(sizes);
    }
    boolean complete = sizes.stream().allMatch(size -> size.problem().isEmpty());
    return complete ? ExitCode.SUCCESS : ExitCode.CHECK_FAILED;
  }

  private static String context(Config config) {
    NamedContext context = config.getCurrentContext();
    return context == null || context.getName() == null ? "" : ", context " + context.getName();
  }

  private List<Resource> resources(Kinds kinds) {
    if (all) {
      return eventsOnce(kinds.followed());
    }
    if (!names.isEmpty()) {
      return names.stream().map(kinds::find).distinct().toList();
    }
    List<Resource> there = kinds.followed();
    return UsualKinds.NAMES.stream()
        .flatMap(
            name -> there.stream().filter(kind -> kind.plural().equals(name)).limit(1))
        .toList();
  }

  /** A server has one collection of events, and serves it in two groups. */
  static List<Resource> eventsOnce(List<Resource> kinds) {
    boolean core = kinds.stream().anyMatch(kind -> isEvents(kind, ""));
    return kinds.stream()
        .filter(kind -> !core || !isEvents(kind, "events.k8s.io"))
        .toList();
  }

  private static boolean isEvents(Resource kind, String group) {
    return kind.plural().equals("events") && kind.group().equals(group);
  }

  private void table(List<KindSize> sizes) {
    Table table = new Table("KIND", "OBJECTS", "TIME", "HEAP", "COMPACT", "JSON");
    long objects = 0;
    Duration took = Duration.ZERO;
    long[] bytes = new long[3];
    boolean told = true;
    for (KindSize size : sizes) {
      if (!size.problem().isEmpty()) {
        table.remark(size.kind(), size.problem());
        continue;
      }
      table.row(row(
          size.kind(), size.objects(), size.took(), size.heap(), size.compactHeap(), size.json()));
      objects += size.objects();
      took = took.plus(size.took());
      bytes[0] += size.heap();
      bytes[1] += size.compactHeap();
      bytes[2] += size.json();
      told &= KindSize.canBeTold(size.heap()) && KindSize.canBeTold(size.compactHeap());
    }
    table.row(row("all", objects, took, bytes[0], bytes[1], bytes[2]));
    table.print(output);
    if (!told) {
      output.line("too few: less than " + Words.bytes(KindSize.MEASURABLE)
          + " of heap is too little to measure in this process");
    }
  }

  private static String[] row(
      String name, long objects, Duration took, long heap, long compact, long json) {
    return new String[] {
      name, Words.count(objects), Words.time(took), told(heap), told(compact), Words.bytes(json)
    };
  }

  private static String told(long heap) {
    return KindSize.canBeTold(heap) ? Words.bytes(heap) : TOO_FEW;
  }

  private void namespaces(List<KindSize> sizes) {
    Map<String, KindSize.Share> shares = new TreeMap<>();
    for (KindSize size : sizes) {
      Map<String, KindSize.Share> parts = size.namespaces();
      if (parts.isEmpty() && size.objects() > 0) {
        parts = Map.of(CLUSTER, new KindSize.Share(size.objects(), size.json(), size.packed()));
      }
      parts.forEach((name, share) -> shares.merge(
          name,
          share,
          (sum, more) -> new KindSize.Share(
              sum.objects() + more.objects(),
              sum.json() + more.json(),
              sum.packed() + more.packed())));
    }
    if (shares.isEmpty()) {
      return;
    }
    output.line("");
    Table table = new Table("NAMESPACE", "OBJECTS", "PACKED", "JSON");
    shares.entrySet().stream()
        .sorted(Comparator.comparing(
            (Map.Entry<String, KindSize.Share> entry) -> -entry.getValue().json()))
        .limit(SHOWN_NAMESPACES)
        .forEach(entry -> table.row(
            entry.getKey(),
            Words.count(entry.getValue().objects()),
            Words.bytes(entry.getValue().packed()),
            Words.bytes(entry.getValue().json())));
    table.print(output);
    if (shares.size() > SHOWN_NAMESPACES) {
      output.line(
          "and " + (shares.size() - SHOWN_NAMESPACES) + " smaller ones; use -o json to see all");
    }
  }

  private static ObjectNode json(String server, List<KindSize> sizes) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("server", server);
    ArrayNode kinds = json.putArray("kinds");
    for (KindSize size : sizes) {
      ObjectNode kind = kinds.addObject();
      kind.put("kind", size.kind());
      if (!size.problem().isEmpty()) {
        kind.put("problem", size.problem());
        continue;
      }
      kind.put("objects", size.objects());
      kind.put("millis", size.took().toMillis());
      kind.set("heapBytes", bytes(size.heap()));
      kind.set("compactHeapBytes", bytes(size.compactHeap()));
      kind.put("jsonBytes", size.json());
      kind.put("packedBytes", size.packed());
      ObjectNode namespaces = kind.putObject("namespaces");
      size.namespaces()
          .forEach((name, share) -> namespaces
              .putObject(name)
              .put("objects", share.objects())
              .put("jsonBytes", share.json())
              .put("packedBytes", share.packed()));
    }
    return json;
  }

  /** Null where there are too few objects to tell. */
  private static JsonNode bytes(long heap) {
    return KindSize.canBeTold(heap)
        ? JsonNodeFactory.instance.numberNode(heap)
        : JsonNodeFactory.instance.nullNode();
  }

  /** How far all of it is, and how long it will take. */
  private final class Bar implements CacheMeasurement.Progress {
    private final long expected;
    private final long began = System.nanoTime();
    private long done;

    Bar(long expected) {
      this.expected = Math.max(1, expected);
    }

    void done(long objects) {
      done += objects;
    }

    @Override
    public void report(String kind, long objects, Duration took) {
      long have = Math.min(expected, done + objects);
      int filled = (int) (BAR * have / expected);
      double seconds = (System.nanoTime() - began) / 1e9;
      String left = have == 0
          ? ""
          : ", " + Words.time(Duration.ofMillis((long) (1000 * seconds * (expected - have) / have)))
              + " left";
      output.progress("[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "] " + Words.count(have)
          + "/" + Words.count(expected) + " " + kind + left);
    }
  }
}
