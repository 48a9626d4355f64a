package dev.informant.cli.sync;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.cli.cluster.ApiClient;
import dev.informant.cli.cluster.Failures;
import dev.informant.cli.demo.Heap;
import dev.informant.cli.demo.Words;
import dev.informant.compact.CompactForm;
import dev.informant.compact.ObjectBytes;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transform;
import dev.informant.kubernetes.Transforms;
import dev.informant.kubernetes.codec.HasMetadataAccessor;
import dev.informant.kubernetes.codec.ModelMapper;
import dev.informant.kubernetes.compact.Compressions;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.Keys;
import dev.informant.object.Revision;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Fills the cache of one kind after another and measures each. A kind whose models are known is held as
 * those, any other as generic objects. Used by one thread.
 */
public final class CacheMeasurement {
  /** Hears how far it is. */
  public interface Progress {
    /** {@code objects} of {@code kind} have arrived since {@code took}. */
    void report(String kind, long objects, Duration took);
  }

  private static final KubernetesSerialization MODELS = new KubernetesSerialization();

  private final Config config;
  private final String namespace;
  private final Duration limit;
  private final Progress progress;

  public CacheMeasurement(Config config, String namespace, Duration limit, Progress progress) {
    this.config = config;
    this.namespace = namespace;
    this.limit = limit;
    this.progress = progress;
  }

  /** How many objects the server says there are; asks for one of them. */
  public static long expected(ApiClient client, Resource resource, String namespace) {
    JsonNode page =
        client.get("/" + resource.path(resource.namespaced() ? namespace : "") + "?limit=1");
    return page.path("items").size()
        + page.path("metadata").path("remainingItemCount").asLong(0);
  }

  public KindSize measure(Resource resource) {
    long began = System.nanoTime();
    try {
      Filled filled = fill(resource, began);
      // What goes when the cache goes: classes loaded and pools opened on the way are not its cost.
      long heap = Math.max(0, filled.heap - Heap.live());
      return filled.size.withHeap(filled.size.objects() == 0 ? 0 : heap);
    } catch (SourceException failure) {
      return KindSize.failed(
          resource.toString(),
          Duration.ofNanos(System.nanoTime() - began),
          Words.shortCause(failure));
    }
  }

  /** What a full cache was like; the cache itself is gone. */
  private record Filled(long heap, KindSize size) {}

  private Filled fill(Resource resource, long began) {
    LongAdder arrived = new LongAdder();
    CompletableFuture<Void> refused = new CompletableFuture<>();
    try (SharedInformerFactory informers = SharedInformerFactory.builder(config)
        .transform(counting(arrived))
        .options(all -> all.closeTimeout(Duration.ofMillis(300)).watchErrorHandler(cause -> {
          if (cause instanceof SourceException failure && Failures.isFinal(failure)) {
            refused.completeExceptionally(failure);
          }
        }))
        .build()) {
      SharedIndexInformer<? extends HasMetadata> informer =
          kind(informers, resource).inNamespace(namespace).informer();
      informers.start();
      await(resource, informer, refused, arrived, began);
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      KindSize size = weigh(resource, informer, took); // first: it loads what it needs for ever
      return new Filled(Heap.live(), size);
    }
  }

  @SuppressWarnings("unchecked") // checked by isAssignableFrom
  private static KindInformer<? extends HasMetadata> kind(
      SharedInformerFactory informers, Resource resource) {
    Class<?> model = MODELS.getRegisteredKubernetesResource(resource.apiVersion(), resource.kind());
    return model != null && HasMetadata.class.isAssignableFrom(model)
        ? informers.kind((Class<? extends HasMetadata>) model)
        : informers.forResource(resource);
  }

  private void await(
      Resource resource,
      SharedIndexInformer<?> informer,
      CompletableFuture<Void> refused,
      LongAdder arrived,
      long began) {
    CompletableFuture<Object> either = CompletableFuture.anyOf(informer.synced(), refused);
    while (true) {
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      progress.report(resource.plural(), arrived.sum(), took);
      try {
        either.get(200, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException notYet) {
        if (took.compareTo(limit) > 0) {
          throw SourceException.of(
              SourceException.Kind.OTHER, "not synced after " + Words.time(limit), notYet);
        }
      } catch (ExecutionException failed) {
        throw failed.getCause() instanceof SourceException failure
            ? failure
            : SourceException.of(
                SourceException.Kind.OTHER, String.valueOf(failed.getCause()), failed.getCause());
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw SourceException.of(SourceException.Kind.OTHER, "interrupted", interrupted);
      }
    }
  }

  private KindSize weigh(
      Resource resource, SharedIndexInformer<? extends HasMetadata> informer, Duration took) {
    Map<String, KindSize.Share> namespaces = new TreeMap<>();
    HasMetadataAccessor<HasMetadata> accessor = HasMetadataAccessor.instance();
    CompactForm<HasMetadata> form = CompactForm.builder(accessor, UNREAD)
        .compression(Compressions.available())
        .build();
    List<Held> all = new ArrayList<>();
    for (HasMetadata object : informer.indexer().snapshot().list()) {
      byte[] text = ModelMapper.shared().bytes(object);
      all.add(new Held(
          form.hold(accessor.uid(object), accessor.resourceVersion(object), object, text),
          text.length));
    }
    long json = 0;
    long compact = form.dictionaries().stream().mapToLong(bytes -> bytes.length).sum();
    for (Held held :
        all) { // only now: the first ones were packed again when there was a dictionary
      int packed = form.packed(held.revision).length;
      json += held.json;
      compact += packed;
      String where = Keys.namespace(held.revision.key());
      if (!where.isEmpty()) {
        namespaces.merge(
            where,
            new KindSize.Share(1, held.json, packed),
            (sum, one) -> sum.plus(one.json(), one.compact()));
      }
    }
    return new KindSize(
        resource.toString(),
        all.size(),
        took,
        /* heap= */ 0,
        json,
        compact,
        namespaces,
        /* problem= */ "");
  }

  private record Held(Revision<HasMetadata> revision, int json) {}

  /** Bytes are given, and nobody reads them. */
  private static final ObjectBytes<HasMetadata> UNREAD = new ObjectBytes<>() {
    @Override
    public byte[] write(HasMetadata object) {
      return ModelMapper.shared().bytes(object);
    }

    @Override
    public HasMetadata read(byte[] bytes) {
      throw new UnsupportedOperationException("only measured");
    }
  };

  private static Transform<Object> counting(LongAdder arrived) {
    Transform<Object> strip = Transforms.stripManagedFields();
    return new Transform<>() {
      @Override
      public Object apply(Object object) {
        arrived.increment();
        return strip.apply(object);
      }

      @Override
      public boolean leavesOutManagedFields() {
        return true;
      }

      @Override
      public boolean changesParts() {
        return false;
      }
    };
  }
}
