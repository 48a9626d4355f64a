package dev.informant.controller.test;

import dev.informant.controller.Context;
import dev.informant.controller.Controller;
import dev.informant.controller.ControllerBuilder;
import dev.informant.controller.ControllerHandle;
import dev.informant.controller.ControllerManager;
import dev.informant.controller.Outcome;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runs pieces of a test inside a run of a controller, with its context. */
final class Script implements AutoCloseable {
  private final VirtualCluster cluster;
  private final ControllerManager controllers;
  private final ControllerHandle handle;
  private @Nullable Step next;
  private @Nullable Throwable failure;
  private boolean ran;

  interface Step {
    void run(Context<ConfigMap> context) throws Exception;
  }

  Script(
      VirtualCluster cluster,
      SharedInformerFactory informers,
      UnaryOperator<ControllerBuilder<ConfigMap>> options) {
    this.cluster = cluster;
    cluster.create(ConfigMaps.map("script"));
    this.controllers = ControllerManager.builder(informers).name("script").build();
    this.handle = controllers.add(options
        .apply(Controller.of(informers.kind(ConfigMap.class).withFields("metadata.name=script")))
        .name("script")
        .reconcile((map, context) -> run(context)));
    controllers.start();
    cluster.settle();
  }

  private Outcome run(Context<ConfigMap> context) {
    Step step = next;
    next = null;
    if (step != null) {
      ran = true;
      try {
        step.run(context);
      } catch (Throwable thrown) {
        failure = thrown;
      }
    }
    return Outcome.done();
  }

  /** Runs a step and throws what it threw. */
  void run(Step step) {
    next = step;
    ran = false;
    failure = null;
    handle.trigger("default/script");
    cluster.settle();
    Throwable thrown = failure;
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (thrown != null) {
      throw new AssertionError(thrown);
    }
    if (!ran) {
      throw new AssertionError("the step did not run");
    }
  }

  ControllerManager controllers() {
    return controllers;
  }

  @Override
  public void close() {
    controllers.close();
  }
}
