package dev.informant.verification.differential;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.informant.verification.scripted.RecordedRequest;
import dev.informant.verification.scripted.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a scripted server has told one client, up to a step of its script: every state of every object in the order
 * they were sent, and which state each may be cached in now. Not thread-safe.
 */
/*
 * The script does not always determine what a client must hold, so an object has a set of states. A list or an event
 * that certainly arrived and certainly counts leaves one; whatever may be passed over or understood in two ways
 * leaves both: what follows an error or something odd in a stream, what came just before a stream ended (unless the
 * next watch begins where it left off), an older state, an object that cannot be decoded. Whoever compares must be
 * content with any of them.
 */
final class Served {
  private static final ObjectMapper JSON = JsonMapper.builder()
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .build();
  private static final int FAILED = 400;

  private final Scenario scenario;
  private final Predicate<JsonNode> decodes;
  private final Map<String, Set<State>> possible = new TreeMap<>();
  private final Map<String, List<State>> history = new HashMap<>();
  private final List<Failure> failures = new ArrayList<>();
  private final Map<String, State> pages = new LinkedHashMap<>();
  private @Nullable Stream stream;
  private @Nullable Stream ended;
  private boolean obscure; // something was sent that only the client can say how it understood
  private boolean garbled;
  private boolean goesBack;
  private boolean failing;

  /** What was said of an object. */
  record State(String version, String uid) {
    /** It is not there. */
    static final State NOTHING = new State("nothing", "nothing");

    /** Not determined. */
    static final State ANYTHING = new State("anything", "anything");

    /** Whether it is known to be older than another. */
    boolean isOlderThan(State other) {
      return isNumber(version)
          && isNumber(other.version)
          && Long.parseLong(version) < Long.parseLong(other.version);
    }

    private boolean isComparableWith(State other) {
      return version.equals(other.version) || (isNumber(version) && isNumber(other.version));
    }

    boolean isSameObjectAs(State other) {
      return !uid.isEmpty() && uid.equals(other.uid);
    }

    private static boolean isNumber(String version) {
      return version.matches("[0-9]{1,18}");
    }
  }

  /**
   * A request that was refused.
   *
   * @param codes the HTTP status and what the body calls it
   * @param answered whether the client has asked again since
   */
  record Failure(Set<Integer> codes, boolean quiet, boolean answered) {}

  /** A watch stream. */
  private static final class Stream {
    final Map<String, State> collected = new LinkedHashMap<>();
    final Map<String, Set<State>> touched = new HashMap<>();
    String rest = "";

    @Nullable
    String lastVersion = "";

    boolean initial;
    boolean doubtful;

    Stream(boolean initial) {
      this.initial = initial;
    }
  }

  private Served(Scenario scenario, Predicate<JsonNode> decodes) {
    this.scenario = scenario;
    this.decodes = decodes;
  }

  /** What the first {@code steps} steps told, when the client's requests were these. */
  static Served of(
      Scenario scenario, int steps, List<RecordedRequest> requests, Predicate<JsonNode> decodes) {
    Served served = new Served(scenario, decodes);
    int taken = 0;
    for (Scenario.Step step : scenario.script().subList(0, steps)) {
      if (step.respond() == null) {
        served.write(step);
      } else if (taken < requests.size()) {
        served.answer(requests.get(taken++), step.respond());
      }
    }
    return served;
  }

  /** How many steps of a script were executed, by its outcome. */
  static int steps(Scenario scenario, String outcome) {
    return outcome.startsWith("step ")
        ? Integer.parseInt(outcome.substring(5, outcome.indexOf(' ', 5)))
        : scenario.script().size();
  }

  /** Whether a stream is open on which everything was understood, so that the client must come to know all of it. */
  boolean isAtRest() {
    return stream != null && !stream.initial && stream.rest.isBlank() && !obscure && !moves();
  }

  /** Whether a transform changes what objects are called or how they are compared. */
  private boolean moves() {
    Scenario.Transform transform = scenario.informer().transform();
    return transform != null
        && (transform.kind().equals("rename")
            || (transform.kind().equals("strip-field") && transform.path().startsWith("metadata")));
  }

  /** Whether every state that was sent is in the histories. */
  boolean isComplete() {
    return !garbled && !moves() && isLineEnded(stream) && isLineEnded(ended);
  }

  /** Whether nothing is left that a client may understand although its line has no end. */
  private static boolean isLineEnded(@Nullable Stream one) {
    return one == null || one.rest.isBlank() || parsed(one.rest) == null;
  }

  /** Whether the client may rightly take an older state: it asked for whatever there is. */
  boolean mayGoBack() {
    return goesBack;
  }

  /** Whether the last thing the server did was to refuse a request. */
  boolean isFailing() {
    return failing;
  }

  List<Failure> failures() {
    return failures;
  }

  Set<String> keys() {
    return new TreeSet<>(history.keySet());
  }

  /** Every state sent of an object, in order. */
  List<State> history(String key) {
    return history.getOrDefault(key, List.of());
  }

  /** The states in which an object may be cached. */
  Set<State> possible(String key) {
    return possible.getOrDefault(key, Set.of(State.NOTHING));
  }

  private void answer(RecordedRequest request, Scenario.Answer answer) {
    boolean watch = request.verb().equals("watch");
    boolean initial = request.query().containsKey("sendInitialEvents");
    String version = request.query().getOrDefault("resourceVersion", "");
    String page = request.query().getOrDefault("continue", "");
    endStream(watch && !initial ? version : null);
    failures.replaceAll(failure -> new Failure(failure.codes(), failure.quiet(), true));
    failing = false;
    if ((!watch || initial) && version.isEmpty() && page.isEmpty()) {
      goesBack |= !history.isEmpty();
    }
    int code = code(answer);
    if (answer.fault().equals("hang") || answer.fault().equals("reset")) {
      return;
    }
    if (answer.fault().equals("truncate") || code >= FAILED) {
      noteItems(answer);
      if (answer.fault().isEmpty()) {
        // A streaming list or a version refused is answered with another request, at once; so may
        // 429 be.
        boolean quiet =
            initial || code == 410 || code == 504 || code == 429 || answer.retryAfter() > 0;
        int inBody =
            answer.status() == null ? code : answer.status().path("code").asInt(code);
        failures.add(new Failure(
            new TreeSet<>(List.of(code, inBody).stream().distinct().toList()), quiet, false));
        failing = true;
      }
    } else if (watch) {
      if (answer.stream() && code == 200) {
        stream = new Stream(initial);
      } else {
        obscure = true;
        garbled = true;
      }
    } else if (answer.list() != null && code == 200) {
      list(answer.list(), page.isEmpty());
    } else {
      noteItems(answer);
      obscure = true;
      garbled = true;
    }
  }

  private static int code(Scenario.Answer answer) {
    if (answer.code() != 0) {
      return answer.code();
    }
    return answer.status() == null ? 200 : answer.status().path("code").asInt(200);
  }

  private void noteItems(Scenario.Answer answer) {
    if (answer.list() != null) {
      answer.list().items().forEach(item -> note(key(item), state(item)));
    }
  }

  private void list(Scenario.ListBody list, boolean first) {
    if (first) {
      pages.clear();
    }
    for (JsonNode item : list.items()) {
      String key = key(item);
      State state = state(item);
      note(key, state);
      boolean odd = pages.containsKey(key)
          || !isUsable(item, key)
          || (item.has("kind") && !isExpectedKind(item));
      pages.put(key, odd ? State.ANYTHING : state);
    }
    if (list.continueToken().isEmpty()) {
      replace(pages);
    }
  }

  private void replace(Map<String, State> items) {
    Set<String> keys = new TreeSet<>(possible.keySet());
    keys.addAll(items.keySet());
    boolean nameless = items.containsKey("");
    for (String key : keys) {
      State item = items.get(key);
      Set<State> next = new LinkedHashSet<>();
      if (item == null) {
        next.add(State.NOTHING);
        if (nameless) {
          next.addAll(possible(key));
        }
      } else if (item == State.ANYTHING) {
        next.add(State.ANYTHING);
      } else {
        possible(key).forEach(before -> next.addAll(afterPut(before, item, /* event= */ false)));
      }
      possible.put(key, next);
    }
    obscure = false;
  }

  private void write(Scenario.Step step) {
    switch (step.action()) {
      case "event" ->
        write("{\"type\":" + JsonNodeFactory.instance.textNode(step.type()) + ",\"object\":"
            + step.object() + "}\n");
      case "raw" -> write(String.valueOf(step.text()));
      case "close", "cut" -> {
        ended = stream == null ? ended : stream;
        stream = null;
      }
      case "down" -> {
        // A request that waits for its answer dies with its connection, and the script does not
        // notice.
        obscure |= stream == null;
        garbled |= stream == null;
        ended = stream == null ? ended : stream;
        stream = null;
      }
      default -> {
        // says nothing of any object
      }
    }
  }

  private void write(String text) {
    Stream open = stream;
    if (open == null) {
      obscure = true;
      garbled = true;
      return;
    }
    open.rest += text;
    for (int end = open.rest.indexOf('\n'); end >= 0; end = open.rest.indexOf('\n')) {
      String line = open.rest.substring(0, end);
      open.rest = open.rest.substring(end + 1);
      if (!line.isBlank()) {
        event(open, line);
      }
    }
  }

  private void event(Stream open, String line) {
    JsonNode event = parsed(line);
    if (event == null || !event.isObject()) {
      open.doubtful = true;
      obscure = true;
      garbled = true;
      return;
    }
    JsonNode object = event.path("object");
    String type = event.path("type").asText();
    String key = key(object);
    boolean change = Set.of("ADDED", "MODIFIED", "DELETED").contains(type);
    if (type.equals("BOOKMARK") && isExpectedKind(object)) {
      bookmark(open, object.path("metadata"));
    } else if (!change || !isExpectedKind(object) || key.isEmpty()) {
      open.doubtful = true;
      open.lastVersion = null;
      note(key, state(object));
      possible.put(key, Set.of(State.ANYTHING));
    } else {
      change(open, type, key, object);
    }
  }

  private void bookmark(Stream open, JsonNode metadata) {
    open.lastVersion = metadata.path("resourceVersion").asText();
    if (open.initial
        && metadata
            .path("annotations")
            .path("k8s.io/initial-events-end")
            .asText()
            .equals("true")) {
      open.initial = false;
      replace(open.collected);
    }
  }

  private void change(Stream open, String type, String key, JsonNode object) {
    State state = state(object);
    note(key, state);
    boolean usable = isUsable(object, key);
    open.lastVersion = usable ? version(object) : null;
    if (open.initial) {
      if (!usable || open.doubtful) {
        open.collected.put(key, State.ANYTHING);
      } else if (type.equals("DELETED")) {
        open.collected.remove(key);
      } else if (open.collected.getOrDefault(key, state) != State.ANYTHING) {
        State before = open.collected.get(key);
        open.collected.put(
            key,
            before != null && !before.equals(state) && !before.isOlderThan(state)
                ? State.ANYTHING
                : state);
      }
      return;
    }
    Set<State> next = new LinkedHashSet<>();
    for (State before : possible(key)) {
      if (!usable || open.doubtful) {
        next.add(before);
      }
      if (!usable) {
        next.add(State.NOTHING); // what cannot be understood may be left out
      } else if (type.equals("DELETED")) {
        next.addAll(afterDelete(before, state));
      } else {
        next.addAll(afterPut(before, state, /* event= */ true));
      }
    }
    Set<State> touched = open.touched.computeIfAbsent(key, unused -> new LinkedHashSet<>());
    touched.addAll(possible(key));
    touched.addAll(next);
    possible.put(key, next);
  }

  /** What an object may be after a state of it has arrived. */
  private static Set<State> afterPut(State before, State now, boolean event) {
    if (before == State.NOTHING) {
      return Set.of(now);
    }
    if (before == State.ANYTHING) {
      return Set.of(before);
    }
    if (now.isOlderThan(before)) {
      return event && now.isSameObjectAs(before) ? Set.of(before) : set(before, now);
    }
    return now.isComparableWith(before) ? Set.of(now) : set(before, now);
  }

  private static Set<State> afterDelete(State before, State last) {
    if (before == State.NOTHING) {
      return Set.of(before);
    }
    boolean certain = before != State.ANYTHING
        && before.isComparableWith(last)
        && !last.isOlderThan(before)
        && (before.uid().isEmpty() || last.uid().isEmpty() || before.isSameObjectAs(last));
    return certain ? Set.of(State.NOTHING) : set(before, State.NOTHING);
  }

  private static Set<State> set(State one, State other) {
    return new LinkedHashSet<>(List.of(one, other));
  }

  /**
   * The stream is over. What came on it is certain only if the client goes on where it ended.
   *
   * @param version where the client's next watch begins; null if it lists
   */
  private void endStream(@Nullable String version) {
    Stream over = stream == null ? ended : stream;
    stream = null;
    ended = null;
    if (over == null) {
      return;
    }
    if (!isLineEnded(over)) {
      obscure = true;
      garbled = true;
    }
    if (version == null || !version.equals(over.lastVersion)) {
      over.touched.forEach((key, states) -> {
        Set<State> all = new LinkedHashSet<>(possible(key));
        all.addAll(states);
        possible.put(key, all);
      });
    }
  }

  private static @Nullable JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException malformed) {
      return null;
    }
  }

  private void note(String key, State state) {
    if (key.isEmpty()) {
      garbled = true;
    } else {
      history.computeIfAbsent(key, unused -> new ArrayList<>()).add(state);
    }
  }

  /** Whether an object can be decoded and gets through the transform. */
  private boolean isUsable(JsonNode object, String key) {
    Scenario.Transform transform = scenario.informer().transform();
    boolean refused = transform != null
        && transform.kind().equals("fail-on-key")
        && transform.key().equals(key);
    return !key.isEmpty() && !refused && decodes.test(object);
  }

  private boolean isExpectedKind(JsonNode object) {
    return object.path("kind").asText().equals(scenario.resource().kind())
        && object.path("apiVersion").asText().equals(scenario.resource().apiVersion());
  }

  private State state(JsonNode object) {
    Scenario.Transform transform = scenario.informer().transform();
    boolean blank = transform != null && transform.kind().equals("blank-resource-version");
    return new State(
        blank ? "" : version(object), object.path("metadata").path("uid").asText());
  }

  private static String version(JsonNode object) {
    return object.path("metadata").path("resourceVersion").asText();
  }

  private static String key(JsonNode object) {
    String namespace = object.path("metadata").path("namespace").asText();
    String name = object.path("metadata").path("name").asText();
    return namespace.isEmpty() || name.isEmpty() ? name : namespace + "/" + name;
  }
}
