package dev.informant.controller.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.controller.Controller;
import dev.informant.controller.ControllerHealth;
import dev.informant.controller.ControllerManager;
import dev.informant.controller.Election;
import dev.informant.controller.Outcome;
import dev.informant.informer.NotSyncedException;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Start, health, permissions and end. */
@Timeout(60)
class LifecycleTest {
  private static final Resource WIDGETS =
      new Resource("example.com", "v1", "widgets", "Widget", /* namespaced= */ true);
  private static final String CRD = """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata:
        name: widgets.example.com
      spec:
        group: example.com
        scope: Namespaced
        names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
        versions:
        - name: v1
          served: true
          storage: true
          schema:
            openAPIV3Schema:
              type: object
              x-kubernetes-preserve-unknown-fields: true
      """;

  private final VirtualCluster cluster = VirtualCluster.create(6);
  private final Replica replica = cluster.replica("one");
  private final SharedInformerFactory informers = replica.informers().build();
  private final ControllerManager controllers = ControllerManager.builder(informers)
      .name("test")
      .shutdownTimeout(Duration.ofSeconds(10))
      .build();
  private final List<String> runs = new ArrayList<>();

  @AfterEach
  void close() {
    controllers.close();
    informers.close();
    cluster.close();
  }

  @Test
  void aKindThatDoesNotExistYetDelaysOnlyItsController() {
    cluster.create(ConfigMaps.map("a"));
    controllers.add(Controller.of(informers.forResource(WIDGETS)).reconcile((widget, context) -> {
      runs.add("widget");
      return Outcome.done();
    }));
    controllers.add(Controller.of(informers.kind(ConfigMap.class).withFields("metadata.name=a"))
        .reconcile((map, context) -> {
          runs.add("map");
          return Outcome.done();
        }));
    controllers.start();
    assertThatThrownBy(() -> controllers.awaitSynced(Duration.ofSeconds(10)))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("controller widget needs widgets.example.com/v1");
    assertThat(runs).containsExactly("map");
    ControllerHealth health = controllers.health();
    assertThat(health.ready()).isFalse();
    assertThat(health.live()).isTrue();
    assertThat(health.toString()).contains("controller widget is not synced");
    cluster.createCrds(CRD);
    controllers.awaitSynced(Duration.ofMinutes(2));
    cluster.settle();
    assertThat(controllers.health().ready()).as(controllers.health().toString()).isTrue();
    assertThat(controllers.health().toString()).isEqualTo("ok");
  }

  @Test
  void permissionsNameWatchedKindsAndTheWritesThatWereMade() {
    var elected = ControllerManager.builder(informers)
        .name("backups")
        .election(Election.onLease("ops", "backups"))
        .build();
    elected.add(Controller.of(informers.kind(ConfigMap.class).namespace("default"))
        .owns(Secret.class)
        .reconcile((map, context) -> Outcome.done()));
    try (Script script = new Script(cluster, informers, builder -> builder)) {
      script.run(context -> {
        context.create(ConfigMaps.secret("s"));
        context.editStatus(
            ConfigMaps.map("script"), each -> {}); // no difference: no request, no right needed
      });
      assertThat(script.controllers().permissions()).isEqualTo("""
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRole
          metadata:
            name: script
          rules:
          - apiGroups: [""]
            resources: ["configmaps"]
            verbs: ["get", "list", "watch"]
          - apiGroups: [""]
            resources: ["secrets"]
            verbs: ["create"]
          - apiGroups: ["events.k8s.io"]
            resources: ["events"]
            verbs: ["create", "patch"]
          """);
    }
    assertThat(elected.permissions())
        .contains("namespace: ops\nrules:\n- apiGroups: [\"coordination.k8s.io\"]\n"
            + "  resources: [\"leases\"]\n  verbs: [\"create\", \"get\", \"update\"]");
    elected.close();
  }

  @Test
  void closingWaitsForTheRunsUnderWayAndBeginsNoOther() {
    cluster.create(ConfigMaps.map("a"));
    cluster.create(ConfigMaps.map("b"));
    CompletableFuture<Void> closed = new CompletableFuture<>();
    List<Boolean> closedDuringRun = new ArrayList<>();
    controllers.add(Controller.of(informers.kind(ConfigMap.class).namespace("default"))
        .when(change -> change.latest().getMetadata().getName().length() == 1)
        .reconcile((map, context) -> {
          runs.add(map.getMetadata().getName());
          controllers.closeAsync().thenAccept(closed::complete);
          for (int i = 0; i < 5; i++) {
            context.fetch(map);
          }
          closedDuringRun.add(closed.isDone());
          context.edit(map, each -> each.setData(Map.of("value", "last")));
          return Outcome.done();
        }));
    controllers.start();
    cluster.settle();
    assertThat(closed).isCompleted();
    assertThat(runs).hasSize(1);
    assertThat(closedDuringRun).containsExactly(false);
    assertThat(cluster.writes()).hasSize(1);
  }

  @Test
  void closingInterruptsARunThatDoesNotReturn() {
    cluster.create(ConfigMaps.map("a"));
    replica.latency(Duration.ofMillis(100));
    List<String> ended = new ArrayList<>();
    controllers.add(Controller.of(informers.kind(ConfigMap.class).withFields("metadata.name=a"))
        .reconcile((map, context) -> {
          controllers.closeAsync();
          try {
            while (true) {
              context.fetch(map);
            }
          } catch (RuntimeException interrupted) {
            ended.add(interrupted.getMessage());
            throw interrupted;
          }
        }));
    controllers.start();
    cluster.advance(Duration.ofSeconds(30));
    assertThat(ended).singleElement().asString().contains("shutting down");
  }

  @Test
  void startingTwiceAndClosingTwiceAreHarmlessAndStartingLateIsRefused() {
    controllers.start();
    controllers.start();
    controllers.close();
    controllers.close();
    assertThatThrownBy(controllers::start).hasMessageContaining("closed");
    assertThatThrownBy(() -> controllers.add(
            Controller.of(ConfigMap.class).reconcile((map, context) -> Outcome.done())))
        .hasMessageContaining("closed");
  }

  @Test
  void aControllerCanBeAddedWhileOthersRun() {
    cluster.create(ConfigMaps.map("a"));
    controllers.start();
    cluster.settle();
    controllers.add(Controller.of(informers.kind(ConfigMap.class).withFields("metadata.name=a"))
        .reconcile((map, context) -> {
          runs.add("late");
          return Outcome.done();
        }));
    cluster.settle();
    assertThat(runs).containsExactly("late");
  }

  @Test
  void runsAreInAFlightRecording(@TempDir Path folder) throws IOException {
    cluster.create(ConfigMaps.map("a"));
    controllers.add(Controller.of(informers.kind(ConfigMap.class).withFields("metadata.name=a"))
        .reconcile((map, context) -> Outcome.giveUp(new IllegalStateException("planned"))));
    Path file = folder.resolve("runs.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.informant.Reconcile").withoutThreshold();
      recording.start();
      controllers.start();
      cluster.settle();
      recording.dump(file);
    }
    List<RecordedEvent> spans = RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("dev.informant.Reconcile"))
        .toList();
    assertThat(spans).hasSize(1);
    assertThat(spans.get(0).getString("controller")).isEqualTo("configmap");
    assertThat(spans.get(0).getString("key")).isEqualTo("default/a");
    assertThat(spans.get(0).getString("outcome")).isEqualTo("GiveUp");
  }

  @Test
  void twoControllersOfOneKindShareItsInformer() {
    controllers.add(
        Controller.of(ConfigMap.class).name("first").reconcile((map, context) -> Outcome.done()));
    controllers.add(
        Controller.of(ConfigMap.class).name("second").reconcile((map, context) -> Outcome.done()));
    controllers.start();
    cluster.settle();
    assertThat(informers.all()).hasSize(1);
  }
}
