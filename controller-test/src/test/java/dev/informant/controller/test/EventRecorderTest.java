package dev.informant.controller.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.faults.Fault;
import dev.informant.controller.ControllerManager;
import dev.informant.controller.EventRecorder;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events reach the server as series, within limits, and nothing is lost without being counted. */
@Timeout(60)
class EventRecorderTest {
  private final VirtualCluster cluster = VirtualCluster.create(5);
  private final SharedInformerFactory informers =
      cluster.replica("one").informers().build();
  private final ControllerManager controllers =
      ControllerManager.builder(informers).name("backups").build();
  private final EventRecorder events = controllers.events();
  private final ConfigMap object = cluster.create(ConfigMaps.map("a"));

  @AfterEach
  void close() {
    controllers.close();
    informers.close();
    cluster.close();
  }

  private void record(String reason, String note) {
    events.record(object, null, EventRecorder.NORMAL, reason, "Test", note);
  }

  private List<Event> stored() {
    return cluster.list(Event.class, "default");
  }

  @Test
  void anEventIsStoredWithItsObjectButWithoutItsVersion() {
    events.record(
        object, ConfigMaps.secret("s"), EventRecorder.WARNING, "Failed", "Copy", "no space");
    cluster.settle();
    Event event = stored().get(0);
    assertThat(event.getMetadata().getName()).startsWith("a.");
    assertThat(event.getType()).isEqualTo("Warning");
    assertThat(event.getReason()).isEqualTo("Failed");
    assertThat(event.getAction()).isEqualTo("Copy");
    assertThat(event.getNote()).isEqualTo("no space");
    assertThat(event.getReportingController()).isEqualTo("backups");
    assertThat(event.getRegarding().getUid()).isEqualTo(object.getMetadata().getUid());
    assertThat(event.getRegarding().getResourceVersion()).isNull();
    assertThat(event.getRelated().getName()).isEqualTo("s");
    assertThat(event.getSeries()).isNull();
  }

  @Test
  void repeatedEventsAreASeriesAlsoIfTheObjectChanges() {
    record("Copied", "first");
    cluster.settle();
    for (int i = 0; i < 4; i++) {
      object.getMetadata().setResourceVersion("9" + i);
      record("Copied", "again " + i);
      cluster.settle();
    }
    assertThat(stored()).hasSize(1);
    assertThat(stored().get(0).getSeries().getCount()).isEqualTo(2);
    assertThat(stored().get(0).getNote()).isEqualTo("first");
    cluster.advance(Duration.ofMinutes(13)); // the series has ended
    assertThat(stored().get(0).getSeries().getCount()).isEqualTo(5);
    record("Copied", "a new series");
    cluster.settle();
    assertThat(stored()).hasSize(2);
  }

  @Test
  void tooManyEventsOfOneObjectAreDroppedAndCounted() {
    for (int i = 0; i < 30; i++) {
      record("Reason" + i, "");
    }
    cluster.settle();
    assertThat(stored()).hasSize(25);
    assertThat(events.dropped()).isEqualTo(5);
    cluster.advance(Duration.ofMinutes(5));
    record("Later", "");
    cluster.settle();
    assertThat(stored()).hasSize(26);
  }

  @Test
  void aDroppedEventLeavesNoSeriesBehind() {
    for (int i = 0; i < 26; i++) {
      record("Reason" + i, "");
    }
    cluster.advance(Duration.ofMinutes(6));
    record("Reason25", "");
    cluster.settle();
    assertThat(stored()).anyMatch(event -> event.getReason().equals("Reason25"));
  }

  @Test
  void anOverloadedServerIsTriedAgain() {
    cluster.faults().add(Fault.status(503).verb("create").resource("events").times(2));
    record("Copied", "");
    cluster.settle();
    assertThat(stored()).isEmpty();
    cluster.advance(Duration.ofSeconds(30));
    assertThat(stored()).hasSize(1);
    assertThat(events.dropped()).isZero();
  }

  @Test
  void aRefusedEventIsDroppedAndCounted() {
    cluster.faults().add(Fault.status(403).verb("create").resource("events").times(1));
    record("Copied", "");
    cluster.advance(Duration.ofMinutes(1));
    assertThat(stored()).isEmpty();
    assertThat(events.dropped()).isEqualTo(1);
    record("Copied", "");
    cluster.settle();
    assertThat(stored()).hasSize(1);
  }

  @Test
  void anEventThatTheServerHasForgottenIsCreatedAgain() {
    record("Copied", "");
    cluster.settle();
    cluster.delete(stored().get(0));
    record("Copied", "");
    cluster.settle();
    assertThat(stored()).hasSize(1);
    assertThat(stored().get(0).getSeries().getCount()).isEqualTo(2);
  }

  @Test
  void closingSendsWhatWaitsAndTheFinalCounts() {
    record("Copied", "");
    cluster.settle();
    record("Copied", "");
    record("Copied", "");
    record("Another", "");
    controllers.close();
    assertThat(stored()).hasSize(2);
    assertThat(stored())
        .anyMatch(event -> event.getSeries() != null && event.getSeries().getCount() == 3);
    record("TooLate", "");
    assertThat(events.dropped()).isEqualTo(1);
  }

  @Test
  void notesAreCutToWholeCharactersWithinOneKibibyte() {
    record("Copied", "ü".repeat(2000));
    cluster.settle();
    String note = stored().get(0).getNote();
    assertThat(note.getBytes(StandardCharsets.UTF_8)).hasSize(1024);
    assertThat(note).isEqualTo("ü".repeat(512));
  }

  @Test
  void anObjectOfClusterScopeHasItsEventsInTheDefaultNamespace() {
    object.getMetadata().setNamespace(null);
    object.getMetadata().setName("Invalid:Name");
    record("Copied", "");
    cluster.settle();
    assertThat(stored().get(0).getMetadata().getName()).startsWith("event.");
  }

  @Test
  void malformedEventsAreRefusedAtOnce() {
    assertThatThrownBy(() -> events.record(object, null, "Error", "R", "A", ""))
        .hasMessageContaining("Normal or Warning");
    assertThatThrownBy(() -> events.record(object, null, "Normal", "", "A", ""))
        .hasMessageContaining("needs a reason");
  }
}
