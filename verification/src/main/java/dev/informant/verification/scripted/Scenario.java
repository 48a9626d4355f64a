package dev.informant.verification.scripted;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A scenario file: what the informer is configured with, and the script both sides follow. Absent parts are
 * empty lists, empty texts, zero, false or null, as their types say. Immutable.
 *
 * @param target empty if client-go's trace is to be matched, {@code better} if {@code targetNote} says what is
 *     wanted instead
 * @param observe dotted paths whose values are recorded
 */
public record Scenario(
    int format,
    String name,
    String claim,
    String target,
    String targetNote,
    Resource resource,
    Scope scope,
    Informer informer,
    List<String> observe,
    List<Step> script) {

  private static final int FORMAT = 1;
  private static final Set<String> SERVER_STEPS =
      Set.of("list", "watch", "event", "raw", "close", "cut", "closed", "pause", "down", "up");
  private static final Set<String> CLIENT_STEPS =
      Set.of("await", "check", "addHandler", "removeHandler", "addIndexer", "release", "stop");

  private static final JsonMapper MAPPER = JsonMapper.builder()
      .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
      .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
      .build();

  public Scenario {
    name = text(name);
    claim = text(claim);
    target = text(target);
    targetNote = text(targetNote);
    observe = list(observe);
    script = list(script);
    scope = scope == null ? new Scope("", "", "") : scope;
  }

  /** {@code decoding} is {@code typed} or {@code generic}. */
  public record Resource(
      String group,
      String version,
      String plural,
      String kind,
      boolean namespaced,
      String decoding) {
    public Resource {
      group = text(group);
    }

    public String apiVersion() {
      return group.isEmpty() ? version : group + "/" + version;
    }
  }

  /** All namespaces if {@code namespace} is empty. */
  public record Scope(String namespace, String labelSelector, String fieldSelector) {
    public Scope {
      namespace = text(namespace);
      labelSelector = text(labelSelector);
      fieldSelector = text(fieldSelector);
    }
  }

  /** {@code queues}: {@code in-order}, {@code delta-fifo}. */
  public record Informer(
      List<String> queues,
      boolean watchList,
      int resyncMillis,
      @Nullable Transform transform,
      List<Indexer> indexers,
      List<Handler> handlers) {
    public Informer {
      queues = list(queues);
      indexers = list(indexers);
      handlers = list(handlers);
    }
  }

  /** {@code kind}: {@code strip-field}, {@code fail-on-key}, {@code rename}, {@code blank-resource-version}. */
  public record Transform(String kind, String path, String key, String suffix) {
    public Transform {
      path = text(path);
      key = text(key);
      suffix = text(suffix);
    }
  }

  /** {@code kind}: {@code namespace}, {@code label}, {@code annotation-list}. */
  public record Indexer(String name, String kind, String label, String annotation) {
    public Indexer {
      label = text(label);
      annotation = text(annotation);
    }
  }

  /**
   * {@code kind}: {@code plain}, {@code detailed}.
   *
   * @param resyncMillis null for the informer's period, 0 for none
   * @param trace empty or {@code fold}
   */
  public record Handler(
      String name,
      String kind,
      @Nullable Filter filter,
      @Nullable Integer resyncMillis,
      @Nullable Match blockOn,
      @Nullable Match panicOn,
      String trace) {
    public Handler {
      trace = text(trace);
    }
  }

  public record Filter(String label, String equals) {}

  /** A call; an empty op or key and a null version match anything. */
  public record Match(String op, String key, @Nullable String rv) {
    public Match {
      op = text(op);
      key = text(key);
    }
  }

  /** One step; which parts are set depends on {@code do}, here {@code action}. */
  public record Step(
      @JsonProperty("do") String action,
      @Nullable Answer respond,
      String type,
      @Nullable JsonNode object,
      @Nullable String text,
      int millis,
      String handler,
      @Nullable Match callback,
      int times,
      List<String> synced,
      @Nullable String lastSyncResourceVersion,
      int watchErrors,
      String name,
      @Nullable Handler add,
      @Nullable Indexer indexer) {
    public Step {
      type = Scenario.text(type);
      handler = Scenario.text(handler);
      name = Scenario.text(name);
      synced = list(synced);
    }

    /** Whether the informer's owner executes it. */
    public boolean isClientSide() {
      return CLIENT_STEPS.contains(action);
    }
  }

  /** What a request is answered. {@code fault}: empty, {@code reset}, {@code hang}, {@code truncate}. */
  public record Answer(
      @Nullable ListBody list,
      boolean stream,
      @Nullable JsonNode status,
      @Nullable JsonNode json,
      @Nullable String text,
      int code,
      int retryAfter,
      String fault) {
    public Answer {
      fault = Scenario.text(fault);
    }
  }

  public record ListBody(
      String resourceVersion,
      @JsonProperty("continue") String continueToken,
      @Nullable Long remainingItemCount,
      List<JsonNode> items) {
    public ListBody {
      resourceVersion = text(resourceVersion);
      continueToken = text(continueToken);
      items = list(items);
    }
  }

  /** Reads one file, whose name must be the scenario's. */
  public static Scenario read(Path file) throws IOException {
    String fileName = String.valueOf(file.getFileName());
    Scenario scenario;
    try {
      scenario = parse(Files.readString(file));
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(fileName + ": " + wrong.getMessage(), wrong);
    }
    if (!fileName.equals(scenario.name() + ".json")) {
      throw new IllegalArgumentException(
          fileName + ": the scenario calls itself " + scenario.name());
    }
    return scenario;
  }

  /** Reads every {@code .json} file of a directory, by name. */
  public static List<Scenario> readAll(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> listed = Files.list(directory)) {
      files = listed.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
    List<Scenario> scenarios = new java.util.ArrayList<>();
    for (Path file : files) {
      scenarios.add(read(file));
    }
    return scenarios;
  }

  /** Reads a scenario; unknown fields and steps are errors. */
  public static Scenario parse(String json) {
    Scenario scenario;
    try {
      scenario = MAPPER.readValue(json, Scenario.class);
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(malformed.getOriginalMessage(), malformed);
    }
    scenario.validate();
    return scenario;
  }

  private void validate() {
    require(format == FORMAT, "format is " + format + ", known is " + FORMAT);
    require(
        !name.isEmpty()
            && !claim.isEmpty()
            && !script.isEmpty()
            && resource != null
            && informer != null
            && !informer.queues().isEmpty(),
        "name, claim, resource, informer.queues and script are required");
    for (String queue : informer.queues()) {
      require(queue.equals("in-order") || queue.equals("delta-fifo"), "unknown queue " + queue);
    }
    Set<String> handlers = new HashSet<>();
    informer.handlers().forEach(handler -> handlers.add(handler.name()));
    for (int index = 0; index < script.size(); index++) {
      validate(script.get(index), "step " + index + ": ", handlers);
    }
  }

  private static void validate(Step step, String where, Set<String> handlers) {
    String action = text(step.action());
    require(step.isClientSide() || SERVER_STEPS.contains(action), where + "unknown step " + action);
    Answer answer = step.respond();
    boolean answers = action.equals("list") || action.equals("watch");
    require(
        answers == (answer != null), where + "respond belongs to list and watch, and only there");
    if (answer != null) {
      validate(answer, where, action);
    }
    require(!action.equals("event") || step.object() != null, where + "event without object");
    require(!action.equals("raw") || step.text() != null, where + "raw without text");
    require(!action.equals("addIndexer") || step.indexer() != null, where + "no indexer");
    Handler added = step.add();
    require(action.equals("addHandler") == (added != null), where + "add belongs to addHandler");
    if (added != null) {
      handlers.add(added.name());
    }
    require(
        step.handler().isEmpty() || handlers.contains(step.handler()),
        where + "unknown handler " + step.handler());
  }

  private static void validate(Answer answer, String where, String action) {
    int bodies = (answer.list() == null ? 0 : 1)
        + (answer.stream() ? 1 : 0)
        + (answer.status() == null ? 0 : 1)
        + (answer.json() == null ? 0 : 1)
        + (answer.text() == null ? 0 : 1);
    boolean none = answer.fault().equals("reset") || answer.fault().equals("hang");
    require(
        none || answer.fault().isEmpty() || answer.fault().equals("truncate"),
        where + "unknown fault " + answer.fault());
    require(bodies == (none ? 0 : 1), where + "exactly one answer is needed, found " + bodies);
    require(!answer.stream() || action.equals("watch"), where + "stream answers a watch only");
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static <E> List<E> list(@Nullable List<E> value) {
    return value == null ? List.of() : List.copyOf(value);
  }
}
