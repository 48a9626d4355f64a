package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.Informer;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.transport.Resource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A kind that goes under a running informer, and comes back. */
@Timeout(400)
class GoneKindTest extends EmbeddedFixture {
  /** Its absence is confirmed twice, half a minute apart. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final Resource WIDGETS =
      new Resource("gone.example.com", "v1", "widgets", "Widget", /* namespaced= */ true);

  private void make(String name) {
    client
        .resource(new GenericKubernetesResourceBuilder()
            .withApiVersion(WIDGETS.apiVersion())
            .withKind(WIDGETS.kind())
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .endMetadata()
            .build())
        .create();
  }

  @Test
  void itsObjectsAreDeletedTheStateSaysSoAndItsReturnIsFollowed() throws Exception {
    CustomResourceDefinition definition = BindingSuite.definition(WIDGETS);
    client.resource(definition).create();
    Informer<GenericKubernetesResource> widgets =
        started(builder()).forResource(WIDGETS).informer();
    widgets
        .addHandler(ResourceEventHandler.<GenericKubernetesResource>builder()
            .onAdd((object, initial) -> count("add " + object.getMetadata().getName()))
            .onDelete(deleted -> count("delete " + deleted.key()))
            .build())
        .awaitSynced(LIMIT);
    make("one");
    eventually("it is there", () -> times("add one") == 1);
    client.resource(definition).delete();
    eventually("the kind is gone", PATIENCE, Duration.ofMillis(250), () -> {
      Throwable cause = widgets.state().cause();
      return cause != null && cause.getMessage().contains("kind gone: " + WIDGETS);
    });
    assertThat(widgets.snapshot().size()).isZero();
    eventually("its delete is told", () -> times("delete " + namespace + "/one") == 1);
    client.resource(BindingSuite.definition(WIDGETS)).create();
    make("two");
    eventually("its return is followed", () -> times("add two") == 1);
    assertThat(widgets.snapshot().keys()).containsExactly(namespace + "/two");
    eventually("all is well", () -> widgets.state().cause() == null);
  }
}
