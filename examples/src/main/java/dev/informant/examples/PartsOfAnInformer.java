package dev.informant.examples;

import dev.informant.informer.QueueController;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.codec.HasMetadataAccessor;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.transport.ApiConnection;
import dev.informant.kubernetes.transport.HttpSource;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
import dev.informant.queue.Delta;
import dev.informant.queue.InOrderQueue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.PagedList;
import dev.informant.source.Pager;
import dev.informant.store.IndexFunction;
import dev.informant.store.Indexer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The entry points below the shared informer, for programs that bring their own queue, store or process function. */
public final class PartsOfAnInformer implements AutoCloseable {
  private final ApiConnection connection;
  private final EngineRuntime runtime;
  private final ObjectAccessor<Pod> accessor;
  private final ListerWatcher<Pod> source;

  public PartsOfAnInformer(Config config) {
    // snippet: source
    ApiConnection connection =
        ApiConnection.of(config); // Config.autoConfigure(null): your kubeconfig
    EngineRuntime runtime = EngineRuntime.shared();
    ObjectAccessor<Pod> accessor = HasMetadataAccessor.instance();
    ListerWatcher<Pod> source = HttpSource.builder(
            connection, Resource.of(Pod.class), ModelCodec.of(Pod.class))
        .runtime(runtime)
        .build();
    // end
    this.connection = connection;
    this.runtime = runtime;
    this.accessor = accessor;
    this.source = source;
  }

  /** A list without a watch. */
  public CompletableFuture<PagedList<Pod>> list() {
    // snippet: list
    ListOptions options =
        ListOptions.builder().labelSelector("app=web").limit(100).build();
    CompletableFuture<PagedList<Pod>> pods = Pager.of(source, runtime).list(options);
    // end
    return pods;
  }

  /** A queue and a process function. */
  public QueueController<Pod> process(Consumer<String> print) {
    // snippet: process
    var queue = new InOrderQueue<Revision<Pod>>(Revision::key);
    QueueController<Pod> controller = QueueController.builder(source, accessor, runtime)
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
  public QueueController<Pod> handle(Indexer<Pod> store, Consumer<String> print) {
    // snippet: handle
    QueueController<Pod> controller = QueueController.builder(source, accessor, runtime)
        .resync(Duration.ofMinutes(10))
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
    Indexer<Pod> store = Indexer.builder(accessor)
        .indexer(Indexer.NAMESPACE_INDEX, IndexFunction.byNamespace(accessor))
        .build();
    QueueController<Pod> controller =
        QueueController.builder(source, accessor, runtime).into(store);
    controller.start();
    // end
    use.accept(store);
    return controller;
  }

  @Override
  public void close() {
    connection.close();
  }
}
