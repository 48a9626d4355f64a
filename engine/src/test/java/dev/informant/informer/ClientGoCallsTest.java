package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.Item;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * With {@link Parity#EXACT} handlers are told what client-go tells them, call for call, and the cache ends
 * with the same content: recorded runs of client-go, played again from memory.
 */
@Timeout(30)
final class ClientGoCallsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  record Case(String name, QueueKind queue, List<String> lines) {
    @Override
    public String toString() {
      return name + " " + queue;
    }

    String queueName() {
      return queue.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  static Stream<Case> cases() throws IOException {
    Map<String, List<String>> scenarios = new LinkedHashMap<>();
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(
        Objects.requireNonNull(ClientGoCallsTest.class.getResourceAsStream("client-go-calls.txt")),
        StandardCharsets.UTF_8))) {
      List<String> lines = new ArrayList<>();
      for (String line : reader.lines().toList()) {
        if (line.startsWith("scenario ")) {
          lines = new ArrayList<>();
          scenarios.put(line.substring("scenario ".length()), lines);
        } else if (!line.isBlank() && !line.startsWith("#")) {
          lines.add(line);
        }
      }
    } catch (UncheckedIOException broken) {
      throw broken.getCause();
    }
    List<Case> cases = new ArrayList<>();
    scenarios.forEach((name, lines) -> {
      for (QueueKind queue : QueueKind.values()) {
        Case one = new Case(name, queue, lines);
        if (lines.stream().anyMatch(line -> line.startsWith("stored " + one.queueName()))) {
          cases.add(one);
        }
      }
    });
    assertThat(cases).hasSizeGreaterThan(50);
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void handlersAreToldWhatClientGoTellsThem(Case scenario) {
    new Run(scenario).play();
  }

  private static final class Run {
    private final Case scenario;
    private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    private final ScriptedSource<TestObject> source = new ScriptedSource<>(runtime);
    private final Map<String, Told> handlers = new LinkedHashMap<>();
    private final Map<String, Registration<TestObject>> registrations = new HashMap<>();
    private final SharedIndexInformer<TestObject> informer;
    private ScriptedSource<TestObject>.@Nullable ScriptedWatch watch;

    Run(Case scenario) {
      this.scenario = scenario;
      String resync = scenario.lines.get(0).split(" ", -1)[1];
      this.informer = SharedIndexInformer.builder(source, TestObject.ACCESSOR)
          .deepCopy(TestObject::copy)
          .runtime(runtime)
          .queue(scenario.queue)
          .parity(Parity.EXACT)
          .resync(Duration.ofMillis(Long.parseLong(resync)))
          .watchList(WatchListPolicy.NEVER)
          .build();
    }

    void play() {
      boolean started = false;
      for (String line : scenario.lines.subList(1, scenario.lines.size())) {
        if (!started && !line.startsWith("handler ")) {
          informer.start();
          started = true;
        }
        step(line.split(" ", -1));
      }
      Map<String, List<String>> expected = new LinkedHashMap<>();
      String prefix = "call " + scenario.queueName() + " ";
      for (String line : scenario.lines) {
        if (line.startsWith(prefix)) {
          String[] parts = line.substring(prefix.length()).split(" ", 2);
          expected.computeIfAbsent(parts[0], handler -> new ArrayList<>()).add(parts[1]);
        }
      }
      handlers.forEach(
          (name, told) -> compare(name, told.calls, expected.getOrDefault(name, List.of())));
    }

    private void compare(String handler, List<String> calls, List<String> expected) {
      List<String> grouped = new ArrayList<>();
      int next = 0;
      for (String line : expected) {
        int size = line.split(" & ", -1).length;
        grouped.add(sorted(
            calls.subList(Math.min(next, calls.size()), Math.min(next + size, calls.size()))));
        next += size;
      }
      calls.subList(Math.min(next, calls.size()), calls.size()).forEach(grouped::add);
      assertThat(grouped)
          .as("calls of %s", handler)
          .isEqualTo(expected.stream()
              .map(line -> sorted(Arrays.asList(line.split(" & ", -1))))
              .toList());
    }

    private static String sorted(List<String> group) {
      return String.join(" & ", group.stream().sorted().toList());
    }

    private void step(String[] words) {
      switch (words[0]) {
        case "handler" -> add(words);
        case "remove" -> Objects.requireNonNull(registrations.remove(words[1])).remove();
        case "list" ->
          source
              .awaitList()
              .respond(
                  words[1].equals("-") ? "" : words[1],
                  Arrays.stream(words).skip(2).map(Run::object).toArray(TestObject[]::new));
        case "list-fails" -> source.awaitList().fail(failure(words, 1));
        case "watch" -> watch = source.awaitWatch().open();
        case "watch-fails" -> source.awaitWatch().fail(failure(words, 1));
        case "event" -> Objects.requireNonNull(watch).events(event(words));
        case "close" -> Objects.requireNonNull(watch).close();
        case "await" -> await(String.join(" ", words), () -> told(words));
        case "synced" ->
          await(
              String.join(" ", words), () -> Arrays.stream(words).skip(1).allMatch(this::isSynced));
        case "version" ->
          await(words[1], () -> informer.lastSyncResourceVersion().equals(words[1]));
        case "settle" -> runtime.runUntilIdle();
        case "stop" -> informer.close();
        case "stored" -> {
          if (words[1].equals(scenario.queueName())) {
            assertThat(informer.indexer().list())
                .extracting(
                    object -> TestObject.ACCESSOR.key(object) + "@" + object.resourceVersion())
                .containsExactlyInAnyOrder(Arrays.stream(words).skip(2).toArray(String[]::new));
          }
        }
        case "call" -> {}
        default -> throw new AssertionError("unknown step " + words[0]);
      }
    }

    private void await(String what, BooleanSupplier condition) {
      assertThat(runtime.runUntil(condition, PATIENCE)).as(what).isTrue();
      if (what.startsWith("await")) {
        runtime.runUntilIdle();
      }
    }

    private boolean isSynced(String name) {
      return name.equals("informer")
          ? informer.isSynced()
          : Objects.requireNonNull(registrations.get(name)).isSynced();
    }

    private boolean told(String[] words) {
      Told told = Objects.requireNonNull(handlers.get(words[1]));
      String pattern = (words[2].equals("-") ? "\\w+" : words[2])
          + "[!?]? "
          + (words[3].equals("-") ? "[^@]+" : words[3])
          + "@(.*>)?"
          + (words[4].equals("-") ? "[^>]*" : words[4]);
      return told.calls.stream().filter(call -> call.matches(pattern)).count()
          >= Long.parseLong(words[5]);
    }

    private void add(String[] words) {
      HandlerOptions<TestObject> options = HandlerOptions.<TestObject>defaults().withName(words[1]);
      for (String option : words) {
        if (option.startsWith("resync=")) {
          options = options.withResync(
              Duration.ofMillis(Long.parseLong(option.substring("resync=".length()))));
        } else if (option.startsWith("filter=")) {
          String[] label = option.substring("filter=".length()).split("=", -1);
          options = options.withFilter(object -> label[1].equals(object.labels().get(label[0])));
        }
      }
      Told told = new Told(words[2].equals("detailed"));
      handlers.put(words[1], told);
      registrations.put(words[1], informer.addHandler(told, options));
    }

    private static WatchEvent<TestObject> event(String[] words) {
      return switch (words[1]) {
        case "ADDED" -> new WatchEvent.Added<>(new Item.Good<>(object(words[2])));
        case "MODIFIED" -> new WatchEvent.Modified<>(new Item.Good<>(object(words[2])));
        case "DELETED" -> new WatchEvent.Deleted<>(new Item.Good<>(object(words[2])));
        case "BOOKMARK" -> new WatchEvent.Bookmark<>(words[2], /* initialEventsEnd= */ false);
        default -> new WatchEvent.Error<>(failure(words, 2));
      };
    }

    private static SourceException failure(String[] words, int at) {
      String reason = words[at + 1].equals("-") ? "" : words[at + 1];
      return SourceException.status(
          Integer.parseInt(words[at]),
          reason,
          "planted",
          /* tooLargeResourceVersion= */ words.length > at + 2,
          /* retryAfter= */ null);
    }

    /** Reads key@version#uid%label=value. */
    private static TestObject object(String text) {
      String[] labels = text.split("%", -1);
      String[] identity = labels[0].split("[@#]", -1);
      int slash = identity[0].indexOf('/');
      Map<String, String> map = new HashMap<>();
      for (int i = 1; i < labels.length; i++) {
        String[] label = labels[i].split("=", -1);
        map.put(label[0], label[1]);
      }
      return TestObject.of(
              slash < 0 ? "" : identity[0].substring(0, slash), identity[0].substring(slash + 1))
          .withResourceVersion(identity[1])
          .withUid(identity[2])
          .withLabels(map);
    }
  }

  /** Writes calls down as the recorded ones are written. */
  private static final class Told implements ResourceEventHandler<TestObject> {
    final List<String> calls = new ArrayList<>();
    private final boolean detailed;

    Told(boolean detailed) {
      this.detailed = detailed;
    }

    private static String shown(TestObject object) {
      return TestObject.ACCESSOR.key(object) + "@" + object.resourceVersion();
    }

    @Override
    public void onAdd(TestObject object, boolean inInitialList) {
      calls.add((detailed && inInitialList ? "add! " : "add ") + shown(object));
    }

    @Override
    public void onUpdate(TestObject before, TestObject after) {
      calls.add("update " + shown(before) + ">" + after.resourceVersion());
    }

    @Override
    public void onDelete(Deleted<TestObject> deleted) {
      calls.add((deleted.finalStateUnknown() ? "delete? " : "delete ")
          + shown(Objects.requireNonNull(deleted.object())));
    }
  }
}
