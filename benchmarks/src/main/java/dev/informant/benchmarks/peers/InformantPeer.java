package dev.informant.benchmarks.peers;

import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.RevisionHandler;
import dev.informant.kubernetes.CacheForm;
import dev.informant.kubernetes.InformerOptions;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import dev.informant.source.WatchListPolicy;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** Ours, as a user gets it; managed fields left out where that is asked for. */
public final class InformantPeer implements Peer {
  private volatile boolean confirmed;
  private final InformerObserver transitions = event -> {
    if (event instanceof InformerEvent.StateChanged stateChanged) {
      if (stateChanged.from() instanceof InformerState.Warm
          && stateChanged.to() instanceof InformerState.Watching) {
        confirmed = true;
      }
    }
  };
  private Optional<SharedInformerFactory> factory = Optional.empty();
  private Optional<Informer<Pod>> informer = Optional.empty();

  @Override
  public String name() {
    return "informant";
  }

  @Override
  public String version() {
    return "this tree";
  }

  @Override
  public void start(Options options, Counters counters) {
    Config config = new ConfigBuilder(Config.empty())
        .withMasterUrl(options.server())
        .withTrustCerts(true)
        .withOauthToken(options.token().isEmpty() ? null : options.token())
        .build();
    SharedInformerFactory made = SharedInformerFactory.builder(config)
        .options(all -> choose(all, options))
        .build();
    Informer<Pod> pods = made.core().v1().pods().informer();
    factory = Optional.of(made);
    informer = Optional.of(pods);
    for (int i = 0; i < options.handlers(); i++) {
      if (options.keys()) {
        pods.addRevisionHandler(RevisionHandler.ofKeys(key -> counters.adds.increment()));
      } else {
        join(counters);
      }
    }
    made.start();
  }

  private void choose(InformerOptions<Object> all, Options options) {
    if (options.strip()) {
      all.transform(Transforms.stripManagedFields());
    }
    if (options.page() > 0) {
      all.pageSize(options.page()).watchList(WatchListPolicy.NEVER);
    }
    all.cacheForm(CacheForm.valueOf(options.cache().toUpperCase(Locale.ROOT)));
    if (!options.directory().isEmpty()) {
      all.cacheDirectory(Path.of(options.directory()));
      all.closeTimeout(Duration.ofMinutes(2)); // the next run needs what is saved
    }
    all.observer(resource -> transitions);
  }

  @Override
  public void join(Counters counters) {
    informer.orElseThrow().addHandler(new ResourceEventHandler<Pod>() {
      @Override
      public void onAdd(Pod pod, boolean inInitialList) {
        counters.adds.increment();
      }

      @Override
      public void onUpdate(Pod before, Pod after) {
        counters.updated();
      }

      @Override
      public void onDelete(dev.informant.informer.Deleted<Pod> deleted) {
        counters.deletes.increment();
      }
    });
  }

  @Override
  public int storeSize() {
    return informer.orElseThrow().snapshot().size();
  }

  @Override
  public boolean hasManagedFields() {
    var pods = informer.orElseThrow().snapshot(); // a compact one would decode all of list()
    Pod pod = Objects.requireNonNull(pods.get(pods.keys().get(0)), "the first pod");
    return !pod.getMetadata().getManagedFields().isEmpty();
  }

  @Override
  public boolean isSynced() {
    return informer.orElseThrow().isSynced();
  }

  @Override
  public boolean isWarm() {
    return confirmed;
  }

  @Override
  public void stop() {
    factory.ifPresent(SharedInformerFactory::close);
  }
}
