package dev.informant.kubernetes;

import dev.informant.internal.archive.FileArchive;
import dev.informant.internal.compact.CompactForm;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.codec.TreeCodec;
import dev.informant.kubernetes.internal.model.ModelClasses;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.store.CacheArchive;
import io.fabric8.kubernetes.client.Version;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Decides which informers save their caches, and under which name and identity. Thread-safe. */
final class SavedCaches {
  private static final Logger LOG = System.getLogger(SavedCaches.class.getName());

  private final ClusterIdentity cluster;
  private final EngineRuntime runtime;

  SavedCaches(ClusterIdentity cluster, EngineRuntime runtime) {
    this.cluster = cluster;
    this.runtime = runtime;
  }

  /**
   * Where an informer's cache is saved; null if it is not.
   *
   * @param reading how objects are decoded for a cache of objects
   * @param compact the form of the cache, if it is compact
   */
  <T> @Nullable CacheArchive<T> archive(
      Scope scope,
      Codec<T> codec,
      Codec<T> reading,
      InformerOptions<T> options,
      @Nullable CompactForm<T> compact) {
    Path directory = options.cacheDirectory();
    if (directory == null) {
      return null;
    }
    Path file = directory.resolve(fileName(scope));
    if (scope.isConfidential() && !options.get(InformerOptions.CACHE_SECRETS)) {
      forget(scope, file);
      return null;
    }
    String unknown = unknownCode(codec, options);
    if (unknown != null && options.get(InformerOptions.CACHE_VERSION).isEmpty()) {
      LOG.log(
          Level.WARNING,
          "the cache of " + scope + " is not saved: " + unknown
              + " cannot be fingerprinted; set"
              + " cacheVersion(\"…\"), and change it whenever the code changes");
      return null;
    }
    if (codec.encoder() == null && compact == null) {
      LOG.log(
          Level.WARNING,
          "the cache of " + scope + " is not saved: " + codec.getClass().getName()
              + " has no encoder()");
      return null;
    }
    CompactForm<T> form = compact == null
        ? CompactForms.forFiles(scope, reading, options.compressionOrBest())
        : compact;
    return new FileArchive<>(
        scope.toString(),
        file,
        content(scope, codec, options),
        cluster,
        form,
        restored(codec, compact),
        runtime.background());
  }

  /** An earlier run may have been told to write what this one must not. */
  private static void forget(Scope scope, Path file) {
    try {
      FileArchive.delete(file);
    } catch (IOException cannot) {
      LOG.log(
          Level.WARNING,
          "the cache of " + scope + " is not saved, but the file of an earlier run, " + file
              + ", cannot be deleted",
          cannot);
    }
  }

  /** What of the user's code decides about the content of the cache; null if nothing does. */
  private static <T> @Nullable String unknownCode(Codec<T> codec, InformerOptions<T> options) {
    if (options.transform().identity() == null) {
      return "its transform";
    }
    if (options.get(InformerOptions.TWEAK) != InformerOptions.UNTWEAKED) {
      return "tweakListOptions";
    }
    if (codec instanceof ModelCodec<?> model && !ModelClasses.contains(model.model())) {
      return model.model().getName();
    }
    return codec instanceof ModelCodec<?> || codec instanceof TreeCodec
        ? null
        : codec.getClass().getName();
  }

  /**
   * Says which kind it is for people, and by a hash which scope at which address: clusters may share a directory. Without
   * the certificates, which are renewed now and then and would leave files behind. What is in the file is said there.
   */
  private String fileName(Scope scope) {
    CRC32C hash = new CRC32C();
    hash.update(
        (cluster.url() + ' ' + scope.model() + ' ' + scope).getBytes(StandardCharsets.UTF_8));
    String kind = scope.resource().toString().replaceAll("[^A-Za-z0-9.]", "-");
    return kind + "-" + String.format("%08x", hash.getValue()) + ".cache";
  }

  /** All but the cluster that must be the same for a file to be of use. A field's name is shown: "it is of another " and the name. */
  private static <T> Map<String, String> content(
      Scope scope, Codec<T> codec, InformerOptions<T> options) {
    String transform = options.transform().identity();
    String model = codec instanceof ModelCodec<?> known
        ? known.model().getName()
        : codec.getClass().getName();
    return Map.ofEntries(
        Map.entry("resource", scope.resource().toString()),
        Map.entry("namespace", scope.namespace()),
        Map.entry("label selector", scope.labelSelector()),
        Map.entry("field selector", scope.fieldSelector()),
        Map.entry("model", scope.model() + " " + model),
        Map.entry("model library", Version.clientVersion()),
        Map.entry("transform", transform == null ? "own" : transform),
        Map.entry("cacheVersion", options.get(InformerOptions.CACHE_VERSION)));
  }

  /** A compact cache takes what is read as it is; another one the objects. */
  private static <T> UnaryOperator<Revision<T>> restored(
      Codec<T> codec, @Nullable CompactForm<T> compact) {
    if (compact != null) {
      return UnaryOperator.identity();
    }
    ObjectForm<T> objects = ObjectForm.shared(codec.accessor());
    return revision ->
        objects.hold(revision.uid(), revision.resourceVersion(), revision.object(), null);
  }
}
