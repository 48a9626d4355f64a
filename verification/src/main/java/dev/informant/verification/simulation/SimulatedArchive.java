package dev.informant.verification.simulation;

import dev.informant.internal.compact.CompactArchiving;
import dev.informant.internal.compact.CompactForm;
import dev.informant.internal.compact.PackedRevisions;
import dev.informant.object.Revision;
import dev.informant.store.CacheArchive;
import dev.informant.store.SavedCache;
import dev.informant.testing.VirtualRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what an informer saves for one that comes after it: what a file would hold, but in memory. Reading takes a
 * while, and neither reading nor saving always succeeds.
 */
final class SimulatedArchive<T> implements CacheArchive<T> {
  /** No server of a run comes as far as this. */
  private static final long ANOTHER_HISTORY = 1_000_000_000_000L;

  /**
   * How objects are written and read.
   *
   * @param bytes the form in which they are written
   * @param restored makes of a revision in that form one of the cache
   */
  record Form<T>(CompactForm<T> bytes, UnaryOperator<Revision<T>> restored) {}

  /** One save, in a form that belongs to no informer. */
  record Saved(String version, List<byte[]> dictionaries, List<SavedObject> objects) {}

  /** One object of it. */
  record SavedObject(
      String key,
      String uid,
      String resourceVersion,
      String storedVersion,
      Map<String, String> labels,
      byte[] packed) {}

  private final VirtualRuntime runtime;
  private final RandomGenerator random;
  private final Form<T> form;
  private final Consumer<String> notes;
  private final @Nullable Saved found;
  private final List<Saved> saves = new ArrayList<>();
  private boolean loading;
  private boolean ahead;

  /**
   * @param found what an earlier informer has saved; null if there was none
   */
  SimulatedArchive(
      VirtualRuntime runtime,
      RandomGenerator random,
      Form<T> form,
      @Nullable Saved found,
      Consumer<String> notes) {
    this.runtime = runtime;
    this.random = random;
    this.form = form;
    this.found = found;
    this.notes = notes;
  }

  /** Whether somebody waits for what was saved. */
  boolean isLoading() {
    return loading;
  }

  /** Whether what was given out is of a server that had come further than this one ever does. */
  boolean isOfAnotherHistory() {
    return ahead;
  }

  /** What the next informer finds: the last save or, as after a process that was killed, any before; null if none. */
  @Nullable
  Saved left() {
    if (saves.isEmpty()) {
      return null;
    }
    int last = saves.size() - 1;
    return saves.get(random.nextInt(3) == 0 ? random.nextInt(last + 1) : last);
  }

  @Override
  public CompletableFuture<Optional<SavedCache<T>>> load() {
    if (found == null) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    CompletableFuture<Optional<SavedCache<T>>> result = new CompletableFuture<>();
    loading = true;
    runtime.schedule(
        Duration.ofNanos(random.nextLong(2_000_000_000)),
        () -> runtime.callbacks().execute(() -> {
          loading = false;
          load(found, result);
        }));
    return result;
  }

  private void load(Saved saved, CompletableFuture<Optional<SavedCache<T>>> result) {
    switch (random.nextInt(12)) {
      case 0 -> {
        notes.accept("finds its saved cache damaged");
        result.complete(Optional.empty());
      }
      case 1 -> {
        notes.accept("cannot read its saved cache");
        result.completeExceptionally(new IOException("simulated"));
      }
      case 2 -> {
        ahead = true;
        notes.accept("goes on from another history");
        result.complete(Optional.of(
            restore(saved, Long.toString(ANOTHER_HISTORY + Long.parseLong(saved.version())))));
      }
      default -> {
        notes.accept("goes on from " + saved.version());
        result.complete(Optional.of(restore(saved, saved.version())));
      }
    }
  }

  private SavedCache<T> restore(Saved saved, String version) {
    CompactArchiving<T> archiving = form.bytes().archiving();
    archiving.restoreDictionaries(saved.dictionaries());
    List<Revision<T>> revisions = new ArrayList<>();
    for (SavedObject one : saved.objects()) {
      revisions.add(form.restored()
          .apply(archiving.restore(
              one.key(),
              one.uid(),
              one.resourceVersion(),
              one.storedVersion(),
              archiving.restoreLabels(one.labels()),
              one.packed())));
    }
    return new SavedCache<>(version, revisions);
  }

  @Override
  public boolean saveVersion(String resourceVersion) throws IOException {
    Saved last = saves.isEmpty() ? found : saves.get(saves.size() - 1);
    if (last == null) {
      return false;
    }
    if (random.nextInt(10) == 0) {
      throw new IOException("simulated: no space left");
    }
    notes.accept("saves that it is at " + resourceVersion);
    saves.add(new Saved(resourceVersion, last.dictionaries(), last.objects()));
    return true;
  }

  @Override
  public void save(SavedCache<T> cache) throws IOException {
    if (random.nextInt(10) == 0) {
      throw new IOException("simulated: no space left");
    }
    PackedRevisions<T> packed = form.bytes().archiving().pack(cache.revisions()::forEach);
    List<SavedObject> objects = new ArrayList<>();
    packed.forEach((revision, bytes) -> objects.add(new SavedObject(
        revision.key(),
        revision.uid(),
        revision.resourceVersion(),
        revision.storedVersion(),
        revision.labels(),
        bytes)));
    notes.accept("saves " + cache.resourceVersion());
    saves.add(new Saved(cache.resourceVersion(), packed.dictionaries(), objects));
  }
}
