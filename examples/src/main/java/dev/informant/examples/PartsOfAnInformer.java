package dev.informant.examples;

import dev.informant.informer.QueueController;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.codec.HasMetadataAccessor;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
import dev.informant.queue.Delta;
import dev.informant.queue.InOrderQueue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.ListerWatcher;
import dev.informant.store.IndexFunction;
import dev.informant.store.Indexer;
import dev.informant.store.SnapshotIndexer;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.function.Consumer;

/** The entry points below the shared informer, for programs that bring their own queue, store or process function. */
public final class PartsOfAnInformer {
  private static final ObjectAccessor<Pod> PODS = HasMetadataAccessor.instance();

  private final ListerWatcher<Pod> source;
  private final EngineRuntime runtime;

  public PartsOfAnInformer(ListerWatcher<Pod> source, EngineRuntime runtime) {
    this.source = source;
    this.runtime = runtime;
  }

  /** A queue and a process function. */
  public QueueController<Pod> process(Consumer<String> print) {
    // snippet: process
    var queue = new InOrderQueue<Revision<Pod>>(Revision::key);
    QueueController<Pod> controller = QueueController.builder(source, PODS, runtime)
        .queue(queue)
        .process((deltas, inInitialList) -> {
          for (Delta<Revision<Pod>> delta : deltas) {
            if (delta instanceof Delta.ReplacedAll<Revision<Pod>> list) {
              print.accept("all pods: " + list.objects().size());
            } else if (delta instanceof Delta.Keyed<Revision<Pod>> change) {
              print.accept(change.getClass().getSimpleName() + " " + change.key());
            }
          }
        });
    controller.start();
    // end
    return controller;
  }

  /** A store and one handler. */
  public QueueController<Pod> handle(SnapshotIndexer<Pod> store, Consumer<String> print) {
    // snippet: handle
    QueueController<Pod> controller = QueueController.builder(source, PODS, runtime)
        .reflector(options -> options.resync(Duration.ofMinutes(10), () -> true))
        .into(
            store,
            ResourceEventHandler.<Pod>builder()
                .onAdd((pod, inInitialList) ->
                    print.accept("+ " + pod.getMetadata().getName()))
                .onDelete(deleted -> print.accept("- " + deleted.key()))
                .build());
    controller.start();
    // end
    return controller;
  }

  /** A reflector that feeds a store. */
  public QueueController<Pod> reflect(Consumer<Indexer<Pod>> use) {
    // snippet: reflect
    SnapshotIndexer<Pod> store = SnapshotIndexer.builder(PODS)
        .indexer(Indexer.NAMESPACE_INDEX, IndexFunction.byNamespace(PODS))
        .build();
    QueueController<Pod> controller =
        QueueController.builder(source, PODS, runtime).into(store);
    controller.start();
    // end
    use.accept(store);
    return controller;
  }
}
