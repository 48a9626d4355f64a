package dev.informant.examples;

import dev.informant.informer.Informer;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.RevisionHandler;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.object.Revision;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Keeps its own store in step with the cache, as an adapter for another framework does. */
public final class StoreAdapter implements AutoCloseable {
  private final Map<String, String> versions = new ConcurrentHashMap<>();
  private final SharedInformerFactory informers;
  private final Informer<ConfigMap> maps;

  public StoreAdapter(Config config, Collection<ConfigMap> known, Consumer<String> print) {
    // snippet: stage
    informers = SharedInformerFactory.builder(config)
        .kind(
            ConfigMap.class,
            options -> options
                .initialState(known) // in the cache before the first list
                .afterStore(
                    new RevisionHandler<>() { // called before all handlers; must not block
                      @Override
                      public void onAdd(Revision<ConfigMap> added, boolean inInitialList) {
                        versions.put(added.key(), added.resourceVersion());
                      }

                      @Override
                      public void onUpdate(Revision<ConfigMap> before, Revision<ConfigMap> after) {
                        versions.put(after.key(), after.resourceVersion());
                      }

                      @Override
                      public void onDelete(Revision<ConfigMap> last, boolean finalStateUnknown) {
                        versions.remove(last.key());
                      }
                    }))
        .build();
    // end
    maps = informers.core().v1().configMaps().informer();
    // snippet: lists
    maps.addHandler(ResourceEventHandler.<ConfigMap>builder()
        .onListStart(previousVersion -> print.accept("list started"))
        .onAdd((map, inInitialList) -> print.accept("+ " + maps.keyOf(map)))
        .onListEnd(version -> print.accept("list complete"))
        .build());
    // end
    informers.start();
  }

  /** Versions by key. */
  public Map<String, String> versions() {
    return Map.copyOf(versions);
  }

  /** Stops following config maps. */
  public CompletableFuture<Void> stop() {
    // snippet: stop
    CompletableFuture<Void> stopped = maps.closeAsync(); // completes when no handler runs
    // end
    return stopped;
  }

  @Override
  public void close() {
    informers.close();
  }
}
