package dev.informant.examples;

import dev.informant.informer.Deleted;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.Informer;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import dev.informant.object.LabelSelector;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The snippets of the page "Getting started". */
public final class FirstInformer implements AutoCloseable {
  private final SharedInformerFactory informers;
  private final Informer<ConfigMap> maps;

  public FirstInformer(Config config, Consumer<String> print) {
    // snippet: factory
    informers = SharedInformerFactory.builder(config) // Config.autoConfigure(null): your kubeconfig
        .transform(Transforms.stripManagedFields())
        .build();
    maps = informers.core().v1().configMaps().informer();
    // end
    // snippet: handler
    var seen = maps.addHandler(new ResourceEventHandler<ConfigMap>() {
      @Override
      public void onAdd(ConfigMap map, boolean inInitialList) {
        print.accept("+ " + map.getMetadata().getName());
      }

      @Override
      public void onUpdate(ConfigMap before, ConfigMap after) {
        print.accept("~ " + after.getMetadata().getName());
      }

      @Override
      public void onDelete(Deleted<ConfigMap> gone) {
        print.accept("- " + gone.key());
      }
    });
    // end
    // snippet: start
    informers.start();
    try {
      seen.awaitSynced(Duration.ofSeconds(30)); // the handler has returned from every object
    } catch (NotSyncedException late) {
      print.accept(late.getMessage()); // "… 403 Forbidden: configmaps is forbidden: User …"
      throw late;
    }
    // end
  }

  public List<ConfigMap> read() {
    // snippet: read
    List<ConfigMap> labelled =
        maps.lister().namespace("default").list(LabelSelector.parse("app=web,tier!=test"));
    ConfigMap one = maps.lister().namespace("default").get("settings"); // null if there is none
    var snapshot = maps.snapshot(); // immutable, one consistent state
    // end
    return one == null || snapshot.size() == 0 ? List.of() : labelled;
  }

  /** Prints a status page. */
  public void describe(Consumer<String> print) {
    // snippet: state
    if (!maps.isSynced()) { // does not wait
      informers
          .syncResults()
          .forEach((scope, result) -> print.accept(scope + ": " + result.failure()));
    }
    print.accept("the cache has reached version " + maps.storedResourceVersion());
    // end
  }

  /** Adds a second handler, for a slow consumer, to the running informer. */
  public void addSlow(Consumer<String> consumer) {
    // snippet: late
    maps.addHandler(
        ResourceEventHandler.<ConfigMap>builder()
            .onAdd((map, inInitialList) -> consumer.accept(map.getMetadata().getName()))
            .build(),
        HandlerOptions.defaults()
            .withName("search-index") // in logs and metrics
            .withBuffer(HandlerOptions.Buffer.CONFLATING)); // at most one pending call per object
    // end
  }

  @Override
  public void close() {
    informers.close();
  }
}
