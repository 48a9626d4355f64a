package dev.informant.apiserver.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PodStatusesTest {
  private static final String CREATED = "2026-01-01T00:00:00Z";
  private static final String KILLED = "2026-01-01T01:00:00Z";
  private static final String READY = "2026-01-01T01:00:10Z";
  private static final String KILLED_AGAIN = "2026-01-01T02:00:00Z";

  private final SplittableRandom random = new SplittableRandom(1);
  private final ObjectNode pod = pod();

  private static ObjectNode pod() {
    try {
      return (ObjectNode)
          new ObjectMapper()
              .readTree(
                  "{\"spec\":{\"containers\":[{\"name\":\"a\",\"image\":\"i\"},{\"name\":\"b\",\"image\":\"j\"}]}}");
    } catch (java.io.IOException malformed) {
      throw new java.io.UncheckedIOException(malformed);
    }
  }

  private JsonNode at(String pointer) {
    return pod.path("status").at(pointer);
  }

  private Map<String, String> transitions() {
    Map<String, String> transitions = new TreeMap<>();
    at("/conditions")
        .forEach(condition -> transitions.put(
            condition.path("type").asText(),
            condition.path("lastTransitionTime").asText()));
    return transitions;
  }

  private static Map<String, String> sinceCreation(String ready) {
    return new TreeMap<>(Map.of(
        "PodReadyToStartContainers", CREATED,
        "Initialized", CREATED,
        "PodScheduled", CREATED,
        "Ready", ready,
        "ContainersReady", ready));
  }

  @Test
  void restartChangesWhatItIsAboutAndNothingElse() {
    pod.set("status", PodStatuses.running(pod, 3, CREATED, random));
    assertThat(transitions()).isEqualTo(sinceCreation(CREATED));
    final JsonNode before = pod.path("status").deepCopy();

    pod.set("status", PodStatuses.restarted(pod, KILLED, random));
    assertThat(transitions()).isEqualTo(sinceCreation(KILLED));
    for (String kept : new String[] {"startTime", "podIP", "podIPs", "hostIP", "hostIPs"}) {
      assertThat(pod.path("status").path(kept)).as(kept).isEqualTo(before.path(kept));
    }
    assertThat(at("/containerStatuses/1")).isEqualTo(before.at("/containerStatuses/1"));
    JsonNode restarted = at("/containerStatuses/0");
    assertThat(restarted.path("restartCount").asInt()).isEqualTo(1);
    assertThat(restarted.path("ready").asBoolean()).isFalse();
    assertThat(restarted.at("/state/running/startedAt").asText()).isEqualTo(KILLED);
    JsonNode ended = restarted.at("/lastState/terminated");
    assertThat(ended.path("startedAt").asText()).isEqualTo(CREATED);
    assertThat(ended.path("finishedAt").asText()).isEqualTo(KILLED);
    assertThat(ended.path("containerID"))
        .isEqualTo(before.at("/containerStatuses/0/containerID"))
        .isNotEqualTo(restarted.path("containerID"));
    assertThat(restarted.path("imageID")).isEqualTo(before.at("/containerStatuses/0/imageID"));

    pod.set("status", PodStatuses.ready(pod, READY));
    assertThat(transitions()).isEqualTo(sinceCreation(READY));
    assertThat(at("/containerStatuses/0/ready").asBoolean()).isTrue();
    assertThat(at("/containerStatuses/0/restartCount").asInt()).isEqualTo(1);

    pod.set("status", PodStatuses.restarted(pod, KILLED_AGAIN, random));
    assertThat(at("/containerStatuses/0/restartCount").asInt()).isEqualTo(2);
    assertThat(at("/containerStatuses/0/lastState/terminated/startedAt").asText())
        .isEqualTo(KILLED);
  }

  @Test
  void podThatHasNotStartedDoesNotRun() {
    assertThat(PodStatuses.isRunning(pod)).isFalse();
    pod.set("status", PodStatuses.running(pod, 0, CREATED, random));
    assertThat(PodStatuses.isRunning(pod)).isTrue();
  }
}
