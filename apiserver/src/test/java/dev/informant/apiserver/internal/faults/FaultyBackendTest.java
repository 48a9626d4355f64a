package dev.informant.apiserver.internal.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.internal.content.ContentNegotiation;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.CoreOptions;
import dev.informant.apiserver.internal.core.KubernetesCore;
import dev.informant.apiserver.internal.core.WatchStream;
import dev.informant.apiserver.internal.http.Backend;
import dev.informant.apiserver.internal.http.Cut;
import dev.informant.testing.VirtualRuntime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults in virtual time, without sockets. */
class FaultyBackendTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final KubernetesCore core =
      KubernetesCore.create(runtime, CoreOptions.DEFAULT, new ContentNegotiation(runtime.clock()));
  private final ServerFaults faults = new ServerFaults(core.faults(), 1);
  private final Backend backend = new FaultyBackend(core, faults, runtime);

  private CompletableFuture<Backend.Answer> ask(
      String method, Map<String, List<String>> query, String body) {
    return ask(method, query, Map.of(), body);
  }

  private CompletableFuture<Backend.Answer> ask(
      String method, Map<String, List<String>> query, Map<String, String> headers, String body) {
    CompletableFuture<Backend.Answer> answer = backend.answer(new ApiRequest(
        method, MAPS, query, headers, body.getBytes(StandardCharsets.UTF_8), "test", List.of()));
    runtime.runUntilIdle();
    return answer;
  }

  private WatchStream watch(Map<String, List<String>> query, String accept) {
    Backend.Answer answer = ask("GET", query, Map.of("accept", accept), "").join();
    return ((ApiResponse.Watch) answer.response()).stream();
  }

  private void create(String... names) {
    for (String name : names) {
      ask("POST", Map.of(), "{\"metadata\":{\"name\":\"" + name + "\"}}");
    }
  }

  /** The next frame as text; empty if there is none. */
  private static String next(WatchStream stream) {
    byte[] frame = stream.poll();
    return frame == null ? "" : new String(frame, StandardCharsets.ISO_8859_1);
  }

  @Test
  void delayedAnswerComesWhenItsTimeHasPassed() {
    faults.add(Fault.delay(Duration.ofSeconds(5)));
    CompletableFuture<Backend.Answer> answer = ask("GET", Map.of(), "");
    runtime.advance(Duration.ofMillis(4999));
    assertThat(answer).isNotDone();
    runtime.advance(Duration.ofMillis(1));
    assertThat(answer).isDone();
    assertThat(answer.join().response().status()).isEqualTo(200);
  }

  @Test
  void stalledWatchStaysOpenAndSaysNothing() {
    faults.add(Fault.stallWatch().nth(1));
    Map<String, List<String>> watch = Map.of("watch", List.of("1"));
    ApiResponse.Watch stalled = (ApiResponse.Watch) ask("GET", watch, "").join().response();
    ApiResponse.Watch sound = (ApiResponse.Watch) ask("GET", watch, "").join().response();
    ask("POST", Map.of(), "{\"metadata\":{\"name\":\"a\"}}");
    assertThat(sound.stream().poll()).isNotNull();
    assertThat(stalled.stream().poll()).isNull();
    assertThat(stalled.stream().ended()).isFalse();
  }

  /** A watch of one second that a fault has stalled, with an event to tell and its time over. */
  private WatchStream overdue() {
    faults.add(Fault.stallWatch());
    Map<String, List<String>> watch = Map.of("watch", List.of("1"), "timeoutSeconds", List.of("1"));
    WatchStream stream = ((ApiResponse.Watch) ask("GET", watch, "").join().response()).stream();
    ask("POST", Map.of(), "{\"metadata\":{\"name\":\"a\"}}");
    runtime.advance(Duration.ofSeconds(2));
    assertThat(stream.poll()).isNull();
    assertThat(stream.ended()).isFalse();
    assertThat(faults.openWatches("configmaps")).isEqualTo(1);
    return stream;
  }

  private void assertSaysItAndEnds(WatchStream stream) {
    runtime.runUntilIdle();
    assertThat(stream.poll()).isNotNull();
    assertThat(stream.poll()).isNull();
    assertThat(stream.ended()).isTrue();
    assertThat(faults.openWatches("configmaps")).isZero();
  }

  @Test
  void watchThatAFaultHasStalledIsReleased() {
    WatchStream stream = overdue();
    assertThat(faults.releaseWatches("configmaps")).isEqualTo(1);
    assertSaysItAndEnds(stream);
  }

  @Test
  void watchThatAFaultHasStalledIsClosed() {
    WatchStream stream = overdue();
    assertThat(faults.closeWatches()).isEqualTo(1);
    assertSaysItAndEnds(stream);
  }

  @Test
  void watchThatAFaultHasStalledIsReleasedByClear() {
    WatchStream stream = overdue();
    faults.clear();
    assertSaysItAndEnds(stream);
  }

  @Test
  void watchGoesOnAfterTheEventThatAFaultStalledItAfter() {
    faults.add(Fault.stallWatchAfter(1));
    WatchStream stream = watch(Map.of("watch", List.of("1")), "application/json");
    create("a", "b", "c");
    assertThat(stream.poll()).isNotNull();
    assertThat(stream.poll()).isNull();
    faults.releaseWatches("configmaps");
    assertThat(stream.poll()).isNotNull();
    assertThat(stream.poll()).isNotNull();
    assertThat(stream.ended()).isFalse();
  }

  @Test
  void watchEndsAfterTheEventThatAFaultEndsItAfter() {
    faults.add(Fault.endWatchAfter(2));
    WatchStream stream = watch(Map.of("watch", List.of("1")), "application/json");
    create("a", "b", "c");
    assertThat(stream.poll()).isNotNull();
    assertThat(stream.ended()).isFalse();
    assertThat(stream.poll()).isNotNull();
    assertThat(stream.ended()).isTrue();
    assertThat(stream.poll()).isNull();
  }

  @Test
  void eventsAreNotCountedBelowZero() {
    assertThatThrownBy(() -> Fault.stallWatchAfter(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("events are counted from 0: -1");
    assertThatThrownBy(() -> Fault.endWatchAfter(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "application/vnd.kubernetes.protobuf;stream=watch"})
  void periodicBookmarksAreDroppedAndEventsAreNot(String form) {
    faults.add(Fault.dropBookmarks().nth(1));
    Map<String, List<String>> query = Map.of(
        "watch", List.of("1"),
        "allowWatchBookmarks", List.of("true"),
        "resourceVersion", List.of(version()));
    WatchStream without = watch(query, form);
    WatchStream with = watch(query, form);
    create("a");
    for (WatchStream stream : List.of(without, with)) {
      assertThat(next(stream)).contains("ADDED");
    }
    runtime.advance(Duration.ofMinutes(3));
    create("b");
    assertThat(next(without)).contains("ADDED");
    assertThat(next(without)).isEmpty();
    for (int minute = 1; minute <= 3; minute++) {
      assertThat(next(with)).contains("BOOKMARK");
    }
    assertThat(next(with)).contains("ADDED");
  }

  /** The resourceVersion of a write that has just been done. */
  private String version() {
    ApiResponse written =
        ask("POST", Map.of(), "{\"metadata\":{\"name\":\"before\"}}").join().response();
    Matcher version = Pattern.compile("\"resourceVersion\":\"(\\d+)\"")
        .matcher(new String(((ApiResponse.Complete) written).body(), StandardCharsets.UTF_8));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  @Test
  void answerIsCutWhicheverFaultWasPutInPlaceFirst() {
    faults.add(Fault.status(503).nth(1));
    faults.add(Fault.truncateAfter(5));
    faults.add(Fault.status(500).nth(2));
    faults.add(Fault.resetAfter(7));
    for (int code : new int[] {503, 500}) {
      Backend.Answer answer = ask("GET", Map.of(), "").join();
      assertThat(answer.response().status()).isEqualTo(code);
      assertThat(answer.cut()).isEqualTo(new Cut(5, /* reset= */ false));
    }
  }
}
