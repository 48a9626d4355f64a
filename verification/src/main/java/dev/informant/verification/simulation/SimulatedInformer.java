package dev.informant.verification.simulation;

import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.SharedIndexInformerBuilder;
import dev.informant.internal.compact.CompactForm;
import dev.informant.kubernetes.internal.compact.CodecBytes;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.HttpSource;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectForm;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An informer built to a plan, as a factory would build it.
 *
 * @param archive where it saves its cache; null if it does not
 */
record SimulatedInformer<T>(
    SharedIndexInformer<T> informer, @Nullable SimulatedArchive<T> archive) {
  static {
    // All collections here are small: warm starts of some are to be listed at once, of others not.
    if (System.getProperty("informant.smallKind") == null) {
      System.setProperty("informant.smallKind", "3");
    }
  }

  static final String INDEX = "colour";
  private static final Duration RESYNC = Duration.ofMinutes(7);
  private static final Resource CONFIG_MAPS =
      new Resource("", "v1", "configmaps", "ConfigMap", /* namespaced= */ true);

  /**
   * @param archives makes an archive that writes objects in the form it is given
   */
  static <T> SimulatedInformer<T> of(
      String name,
      Plan plan,
      ObjectModel<T> model,
      SimulatedNetwork network,
      ClientRuntime runtime,
      Function<SimulatedArchive.Form<T>, SimulatedArchive<T>> archives) {
    SharedIndexInformerBuilder<T> builder = SharedIndexInformer.builder(
            source(plan, model, network, runtime), model.codec().accessor())
        .name(name)
        .runtime(runtime)
        .queue(plan.queue())
        .parity(plan.parity())
        .watchList(plan.watchList())
        .pageSize(plan.pageSize())
        .resync(plan.resyncing() ? RESYNC : Duration.ZERO)
        .transform(model.transform())
        .indexer(INDEX, object -> List.of(model.colour().apply(object)))
        .closeTimeout(Duration.ZERO);
    CompactForm<T> compact = plan.shape().compact() ? compactForm(plan, model, runtime) : null;
    if (compact != null) {
      builder.form(compact);
    }
    SimulatedArchive<T> archive = plan.isSaving() ? archives.apply(written(model, compact)) : null;
    if (archive != null) {
      builder.archive(archive, plan.saveInterval());
    }
    return new SimulatedInformer<>(builder.build(), archive);
  }

  private static <T> HttpSource<T> source(
      Plan plan, ObjectModel<T> model, SimulatedNetwork network, ClientRuntime runtime) {
    return HttpSource.builder(
            ApiConnection.of(network, "http://simulated/"), CONFIG_MAPS, model.codec())
        .runtime(runtime)
        .namespace(plan.namespace())
        .leaveOutManagedFields(plan.shape().lean())
        .keepBytes(plan.shape().compact() && !plan.shape().transforming())
        .build();
  }

  private static <T> CompactForm<T> compactForm(
      Plan plan, ObjectModel<T> model, ClientRuntime runtime) {
    return CompactForm.builder(model.codec().accessor(), new CodecBytes<>(model.unshared()))
        .trainer(runtime.callbacks())
        .recentlyRead(plan.shape().recentlyRead())
        .build();
  }

  /** A compact cache is saved as it is, any other in a form of its own. */
  private static <T> SimulatedArchive.Form<T> written(
      ObjectModel<T> model, @Nullable CompactForm<T> compact) {
    if (compact != null) {
      return new SimulatedArchive.Form<>(compact, revision -> revision);
    }
    ObjectAccessor<T> accessor = model.codec().accessor();
    ObjectForm<T> objects = ObjectForm.shared(accessor);
    return new SimulatedArchive.Form<>(
        CompactForm.builder(accessor, new CodecBytes<>(model.codec())).build(),
        revision ->
            objects.hold(revision.uid(), revision.resourceVersion(), revision.object(), null));
  }
}
