package dev.informant.controller.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.faults.Fault;
import dev.informant.controller.Controller;
import dev.informant.controller.ControllerManager;
import dev.informant.controller.Outcome;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A finalizer is added before the first run and removed only after the clean-up has succeeded. */
@Timeout(60)
class FinalizerTest {
  private static final String FINALIZER = "example.com/test";

  private final VirtualCluster cluster = VirtualCluster.create(3);
  private final SharedInformerFactory informers =
      cluster.replica("one").informers().build();
  private final ControllerManager controllers =
      ControllerManager.builder(informers).build();
  private final List<String> calls = new ArrayList<>();
  private int cleanupFailures;

  @BeforeEach
  void start() {
    controllers.add(Controller.of(informers.kind(ConfigMap.class).namespace("default"))
        .finalizer(FINALIZER, (map, context) -> {
          calls.add("clean up " + map.getMetadata().getName());
          if (cleanupFailures-- > 0) {
            throw new IllegalStateException("planned");
          }
          return Outcome.done();
        })
        .reconcile((map, context) -> {
          assertThat(map.getMetadata().getFinalizers()).contains(FINALIZER);
          assertThat(cluster
                  .get(ConfigMap.class, "default", map.getMetadata().getName())
                  .getMetadata()
                  .getFinalizers())
              .contains(FINALIZER);
          calls.add("reconcile " + map.getMetadata().getName());
          return Outcome.done();
        }));
    controllers.start();
    cluster.settle();
    cluster.list(ConfigMap.class, "default").forEach(each -> {
      cluster.delete(each);
      cluster.settle();
    });
    calls.clear();
  }

  @AfterEach
  void close() {
    controllers.close();
    informers.close();
    cluster.close();
  }

  @Test
  void itIsAddedBeforeTheFirstRun() {
    cluster.create(ConfigMaps.map("a"));
    cluster.settle();
    assertThat(calls).contains("reconcile a");
  }

  @Test
  void itIsRemovedOnlyAfterTheCleanUpHasSucceeded() {
    ConfigMap created = cluster.create(ConfigMaps.map("a"));
    cluster.settle();
    calls.clear();
    cleanupFailures = 2;
    cluster.delete(created);
    cluster.advance(Duration.ofMillis(12));
    assertThat(cluster.get(ConfigMap.class, "default", "a"))
        .as("the first clean-up failed")
        .isNotNull();
    cluster.settle();
    assertThat(calls).containsExactly("clean up a", "clean up a", "clean up a");
    assertThat(cluster.get(ConfigMap.class, "default", "a")).isNull();
  }

  @Test
  void theFinalizersOfOthersAreKept() {
    ConfigMap guarded = ConfigMaps.map("a");
    guarded.getMetadata().setFinalizers(List.of("example.com/other"));
    cluster.create(guarded);
    cluster.settle();
    assertThat(finalizers("a")).containsExactly("example.com/other", FINALIZER);
    cluster.delete(guarded);
    cluster.settle();
    assertThat(finalizers("a")).containsExactly("example.com/other");
    assertThat(calls).endsWith("clean up a");
    calls.clear();
    cluster.edit(ConfigMap.class, "default", "a", map -> map.setData(Map.of("value", "2")));
    cluster.settle();
    assertThat(calls).as("nothing more is done with a dying object").isEmpty();
  }

  private List<String> finalizers(String name) {
    return cluster.get(ConfigMap.class, "default", name).getMetadata().getFinalizers();
  }

  @Test
  void conflictsAreResolved() {
    cluster.faults().add(Fault.status(409).verb("patch").resource("configmaps").times(3));
    ConfigMap created = cluster.create(ConfigMaps.map("a"));
    cluster.settle();
    assertThat(finalizers("a")).containsExactly(FINALIZER);
    cluster.faults().add(Fault.status(409).verb("patch").resource("configmaps").times(3));
    cluster.delete(created);
    cluster.settle();
    assertThat(cluster.get(ConfigMap.class, "default", "a")).isNull();
    assertThat(calls).endsWith("clean up a");
  }

  @Test
  void anObjectThatIsGoneMeanwhileNeedsNoFinalizer() {
    cluster.faults().add(Fault.status(404).verb("patch").resource("configmaps").times(1));
    cluster.create(ConfigMaps.map("a"));
    cluster.settle();
    assertThat(calls).doesNotContain("reconcile a");
    cluster.edit(ConfigMap.class, "default", "a", map -> map.setData(Map.of("value", "2")));
    cluster.settle();
    assertThat(calls).contains("reconcile a");
  }

  @Test
  void aFinalizerWithoutADomainIsRefused() {
    assertThatThrownBy(() ->
            Controller.of(ConfigMap.class).finalizer("backups", (map, context) -> Outcome.done()))
        .hasMessageContaining("example.com/");
  }
}
