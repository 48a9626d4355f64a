package dev.informant.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.FailureLevel;
import dev.informant.source.ListOptions;
import dev.informant.source.SourceException;
import dev.informant.source.SourceException.Kind;
import dev.informant.source.WatchEvent;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Against the same server the reflector sends the requests client-go sends, one for one, and {@link
 * FailureLevel#REPORTED} marks exactly what client-go's watch error handler hears of.
 */
@Timeout(20)
class ClientGoRequestsTest {
  private static final SourceException LOST = SourceException.of(Kind.NETWORK, "lost", null);
  private static final SourceException REFUSED =
      SourceException.of(Kind.CONNECTION_REFUSED, "refused", null);

  record Scenario(String name, boolean streaming, List<String> lines) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>();
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(
        Objects.requireNonNull(
            ClientGoRequestsTest.class.getResourceAsStream("client-go-requests.txt")),
        StandardCharsets.UTF_8))) {
      for (String line : reader.lines().toList()) {
        if (line.startsWith("scenario ")) {
          String[] words = line.split(" ", -1);
          scenarios.add(new Scenario(words[1], words.length > 2, new ArrayList<>()));
        } else if (!line.isBlank() && !line.startsWith("#")) {
          scenarios.get(scenarios.size() - 1).lines.add(line);
        }
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    assertThat(scenarios).hasSizeGreaterThan(40);
    return scenarios.stream();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void requestsAndReportsAreClientGos(Scenario scenario) {
    new Run(scenario).play();
  }

  /** Plays one scenario. */
  private static final class Run {
    private final Scenario scenario;
    private final ReflectorBench bench;
    private @Nullable Object request;

    Run(Scenario scenario) {
      this.scenario = scenario;
      this.bench = scenario.streaming ? ReflectorBench.streaming() : ReflectorBench.listing();
    }

    void play() {
      for (String line : scenario.lines) {
        if (line.startsWith("> ")) {
          take(line.substring(2));
        } else if (line.startsWith("< ")) {
          serve(line.substring(2).split(" ", -1));
        } else if (line.equals("stop")) {
          bench.reflector.close();
          bench.runtime.runUntilIdle();
        }
      }
      assertThat(bench.source.hasRequest()).as("a request too many").isFalse();
      assertThat(bench.failures.stream()
              .filter(failure -> failure.startsWith("REPORTED "))
              .map(failure -> "! " + failure.substring("REPORTED ".length()).toLowerCase()))
          .containsExactlyElementsOf(
              scenario.lines.stream().filter(line -> line.startsWith("! ")).toList());
    }

    private void take(String expected) {
      if (expected.startsWith("list")) {
        ScriptedSource<TestObject>.ScriptedList list = bench.source.awaitList();
        assertThat("list" + query(list.options())).isEqualTo(expected);
        request = list;
      } else {
        ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch();
        assertThat("watch" + query(watch.options())).isEqualTo(expected);
        request = watch;
      }
    }

    private static String query(ListOptions options) {
      TreeMap<String, String> query = new TreeMap<>();
      query.put("resourceVersion", options.resourceVersion());
      query.put("resourceVersionMatch", options.resourceVersionMatch());
      query.put("continue", options.continueToken());
      query.put("limit", options.limit() == 0 ? "" : Long.toString(options.limit()));
      query.put("allowWatchBookmarks", options.allowWatchBookmarks() ? "true" : "");
      query.put("sendInitialEvents", options.sendInitialEvents() == null ? "" : "true");
      long timeout = options.watchTimeout().toSeconds();
      query.put("timeoutSeconds", timeout >= 300 && timeout < 600 ? "300..600" : "");
      StringBuilder text = new StringBuilder();
      query.forEach((name, value) -> text.append(value.isEmpty() ? "" : " " + name + "=" + value));
      return text.toString();
    }

    @SuppressWarnings("unchecked")
    private ScriptedSource<TestObject>.ScriptedList list() {
      return (ScriptedSource<TestObject>.ScriptedList) Objects.requireNonNull(request);
    }

    @SuppressWarnings("unchecked")
    private ScriptedSource<TestObject>.ScriptedWatch watch() {
      return (ScriptedSource<TestObject>.ScriptedWatch) Objects.requireNonNull(request);
    }

    private void serve(String[] words) {
      switch (words[0]) {
        case "list" ->
          list()
              .respondPage(
                  words[1].substring("rv=".length()),
                  words[2].substring("token=".length()),
                  Arrays.stream(words).skip(3).map(Run::object).toArray(TestObject[]::new));
        case "stream" -> watch().open();
        case "status" -> fail(status(words));
        case "undecodable" -> {
          list().begin();
          list().fail(SourceException.of(Kind.DECODE, "not understood", null));
        }
        case "reset" -> fail(LOST);
        case "truncated" -> {
          list().begin();
          list().fail(LOST);
        }
        case "hang" -> assertThat(request).isNotNull();
        case "ADDED" -> watch().added(object(words[1]));
        case "MODIFIED" -> watch().modified(object(words[1]));
        case "DELETED" -> watch().deleted(object(words[1]));
        case "BOOKMARK" -> watch().events(new WatchEvent.Bookmark<>(words[1], words.length > 2));
        case "ERROR" -> watch().error(status(words));
        case "unexpected" -> watch().events(new WatchEvent.Unexpected<>("another kind"));
        case "close" -> watch().close();
        case "cut" -> watch().fail(LOST);
        case "down" -> {
          watch().fail(LOST);
          bench.source.awaitWatch().fail(REFUSED); // never reaches the server
        }
        case "up" -> assertThat(bench.source.hasRequest()).isFalse();
        case "pause" -> bench.runtime.advance(Duration.ofMillis(Long.parseLong(words[1])));
        default -> throw new AssertionError("unknown word " + words[0]);
      }
    }

    private void fail(SourceException cause) {
      if (request instanceof ScriptedSource<?>.ScriptedList) {
        list().fail(cause);
      } else {
        watch().fail(cause);
      }
    }

    private static SourceException status(String[] words) {
      boolean tooLarge = Arrays.asList(words).contains("too-large");
      Duration retryAfter = Arrays.stream(words)
          .filter(word -> word.startsWith("retryAfter="))
          .map(word -> Duration.ofSeconds(Long.parseLong(word.substring("retryAfter=".length()))))
          .findFirst()
          .orElse(null);
      return SourceException.status(
          Integer.parseInt(words[1]),
          words[2].equals("-") ? "" : words[2],
          "scripted",
          tooLarge,
          retryAfter);
    }

    private static TestObject object(String text) {
      String key = text.substring(0, text.indexOf('@'));
      int slash = key.indexOf('/');
      return TestObject.of(slash < 0 ? "" : key.substring(0, slash), key.substring(slash + 1))
          .withResourceVersion(text.substring(text.indexOf('@') + 1));
    }
  }
}
