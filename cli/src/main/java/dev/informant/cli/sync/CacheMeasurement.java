package dev.informant.cli.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.informant.cli.CommandException;
import dev.informant.cli.Heap;
import dev.informant.cli.Words;
import dev.informant.cli.cluster.ApiClient;
import dev.informant.cli.cluster.Failures;
import dev.informant.informer.Informer;
import dev.informant.internal.compact.CompactForm;
import dev.informant.internal.compact.ObjectBytes;
import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transform;
import dev.informant.kubernetes.Transforms;
import dev.informant.kubernetes.codec.HasMetadataAccessor;
import dev.informant.kubernetes.internal.compact.Compressions;
import dev.informant.kubernetes.internal.model.ModelMapper;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.object.Keys;
import dev.informant.object.Revision;
import dev.informant.source.SourceException;
import dev.informant.store.IndexFunction;
import dev.informant.store.Indexer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

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

  private static final ObjectMapper JSON = new ObjectMapper();
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

  /** Requests one object and returns the number of objects that the server reports; 0 if the request fails. */
  public static long expected(ApiClient client, Resource resource, String namespace) {
    JsonNode page = first(client, resource, namespace);
    return page.path("items").size()
        + page.path("metadata").path("remainingItemCount").asLong(0);
  }

  /** A list of one object; empty if the server refuses it: the measurement will say why. */
  private static JsonNode first(ApiClient client, Resource resource, String namespace) {
    HttpResponse<byte[]> answer = client.exchange(
        "/" + resource.path(resource.namespaced() ? namespace : "") + "?limit=1",
        "application/json",
        "identity");
    try {
      return answer.isSuccessful() && answer.body() != null
          ? JSON.readTree(answer.body())
          : MissingNode.getInstance();
    } catch (IOException notJson) {
      return MissingNode.getInstance();
    }
  }

  /**
   * Both forms are measured against the heap before the cache was there. So nothing is left out that outlives a
   * closed cache, such as strings that objects share; and what is loaded once for the kind, whatever the number of
   * its objects, is loaded before, by a cache of one object.
   */
  public KindSize measure(Resource resource) {
    boolean any = warmUp(resource);
    long before = any ? Heap.live() : 0;
    long began = System.nanoTime();
    try {
      Filled filled = fill(resource, /* fields= */ "", any, began);
      if (!any) {
        return filled.size;
      }
      long compact = Heap.live() - before; // the objects are gone, the compact store is not
      Reference.reachabilityFence(filled.compact);
      return filled.size.withHeap(Math.max(0, filled.live - before), Math.max(0, compact));
    } catch (SourceException failure) {
      return KindSize.failed(
          resource.toString(),
          Duration.ofNanos(System.nanoTime() - began),
          Words.cause(failure).strip());
    }
  }

  /** Whether there is any object. */
  private boolean warmUp(Resource resource) {
    try (ApiClient client = new ApiClient(config)) {
      String name = first(client, resource, namespace)
          .path("items")
          .path(0)
          .path("metadata")
          .path("name")
          .asText("");
      if (!name.isEmpty()) {
        fill(resource, "metadata.name=" + name, /* measured= */ false, System.nanoTime());
      }
      return !name.isEmpty();
    } catch (SourceException | CommandException asTheMeasurementWillSay) {
      return true;
    }
  }

  /**
   * What a full cache was like; the cache itself is gone.
   *
   * @param live the heap while it was there
   * @param compact its objects in the compact form, to be measured by who keeps it
   */
  private record Filled(long live, SnapshotIndexer<HasMetadata> compact, KindSize size) {}

  private Filled fill(Resource resource, String fields, boolean measured, long began) {
    LongAdder arrived = new LongAdder();
    AtomicReference<@Nullable Throwable> lastFailure = new AtomicReference<>();
    CompletableFuture<Void> refused = new CompletableFuture<>();
    try (SharedInformerFactory informers = SharedInformerFactory.builder(config)
        .transform(counting(arrived))
        .options(all -> all.closeTimeout(Duration.ofMillis(300)).watchErrorHandler(cause -> {
          lastFailure.set(cause);
          if (cause instanceof SourceException failure && Failures.isFinal(failure)) {
            refused.completeExceptionally(failure);
          }
        }))
        .build()) {
      Informer<? extends HasMetadata> informer =
          kind(informers, resource).namespace(namespace).withFields(fields).informer();
      informers.start();
      await(resource, informer, refused, lastFailure, arrived, began);
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      long live = measured ? Heap.live() : 0;
      return weigh(resource, informer, live, took);
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
      Informer<?> informer,
      CompletableFuture<Void> refused,
      AtomicReference<@Nullable Throwable> lastFailure,
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
          Throwable why = lastFailure.get();
          throw SourceException.of(
              SourceException.Kind.OTHER,
              "not synced after " + Words.time(limit)
                  + (why == null
                      ? "; no request failed, the server is slow: increase --timeout"
                      : ": " + Words.shortCause(why).strip()),
              notYet);
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

  private static Filled weigh(
      Resource resource, Informer<? extends HasMetadata> informer, long live, Duration took) {
    HasMetadataAccessor<HasMetadata> accessor = HasMetadataAccessor.instance();
    CompactForm<HasMetadata> form = CompactForm.builder(accessor, UNREAD)
        .compression(Compressions.available())
        .build();
    SnapshotIndexer<HasMetadata> store = SnapshotIndexer.builder(accessor)
        .form(form)
        .indexer(Indexer.NAMESPACE_INDEX, IndexFunction.byNamespace(accessor))
        .build();
    List<Revision<HasMetadata>> all = new ArrayList<>();
    Map<String, Integer> lengths = new HashMap<>();
    for (HasMetadata object : informer.snapshot().list()) {
      byte[] text = ModelMapper.shared().bytes(object);
      all.add(
          store.form().hold(accessor.uid(object), accessor.resourceVersion(object), object, text));
      lengths.put(accessor.key(object), text.length);
    }
    store.revisionStore().replaceAll(all, "1");
    long[] packed = {
      form.archiving().dictionaries().stream().mapToLong(bytes -> bytes.length).sum()
    };
    Map<String, KindSize.Share> namespaces = new TreeMap<>();
    // Only now: the first ones were packed again when there was a dictionary.
    store.revisionStore().state().forEach(revision -> {
      int text = lengths.getOrDefault(revision.key(), 0);
      int bytes = form.archiving().packed(revision).length;
      packed[0] += bytes;
      String where = Keys.namespace(revision.key());
      if (!where.isEmpty()) {
        namespaces.merge(
            where,
            new KindSize.Share(1, text, bytes),
            (sum, one) -> sum.plus(one.json(), one.packed()));
      }
    });
    long json = lengths.values().stream().mapToLong(length -> length).sum();
    KindSize size = new KindSize(
        resource.toString(),
        all.size(),
        took,
        /* heap= */ 0,
        /* compactHeap= */ 0,
        json,
        packed[0],
        namespaces,
        /* problem= */ "");
    return new Filled(live, store, size);
  }

  /** The bytes are passed but not read. */
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
