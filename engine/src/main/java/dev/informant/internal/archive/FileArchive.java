package dev.informant.internal.archive;

import dev.informant.internal.compact.CompactArchiving;
import dev.informant.internal.compact.CompactForm;
import dev.informant.log.QuietLog;
import dev.informant.object.Revision;
import dev.informant.store.CacheArchive;
import dev.informant.store.SavedCache;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a cache in one file, with a small one beside it for a version that has moved on alone. The file says what it is of; one that says otherwise, is torn or damaged, or could have
 * been written by somebody else is not used, and one line in the log says why. Thread-safe.
 */
/*
 * The server's identity decides whose file it is. While the server does not tell it, a file of the same address is
 * given out, and isOfThisServer() compares the identities when the server answers again, before anything is
 * confirmed.
 */
public final class FileArchive<T> implements CacheArchive<T> {
  private static final Logger LOG = QuietLog.of(FileArchive.class);
  private static final long IDENTITY_SECONDS = 10;
  private static final String CLUSTER = "cluster";
  private static final String ADDRESS = "address";

  private final String name;
  private final OwnersFile file;
  private final VersionFile laterVersion;
  private final Map<String, String> content;
  private final Origin origin;
  private final CompactArchiving<T> archiving;
  private final UnaryOperator<Revision<T>> restored;
  private final Executor executor;

  /** Of which server the file says it is; null unless that has yet to be compared. */
  private volatile @Nullable String claimed;

  /** What was read or written last; null if nothing was. */
  private volatile VersionFile.@Nullable Cache present;

  /**
   * @param name of the cache, for messages
   * @param content all but the server that must be equal for the file to be of use
   * @param form in which objects are written: the cache's own if it is compact
   * @param restored makes of a revision in that form one in the form of the cache
   * @param executor on which files may be read
   */
  public FileArchive(
      String name,
      Path file,
      Map<String, String> content,
      Origin origin,
      CompactForm<T> form,
      UnaryOperator<Revision<T>> restored,
      Executor executor) {
    this.name = name;
    this.file = new OwnersFile(file);
    this.laterVersion = new VersionFile(file);
    this.content = Map.copyOf(content);
    this.origin = origin;
    this.archiving = form.archiving();
    this.restored = restored;
    this.executor = executor;
  }

  /** Deletes a file with a saved cache, if there is one, and all that belongs to it. */
  public static void delete(Path file) throws IOException {
    new OwnersFile(file).delete();
    new VersionFile(file).remove();
  }

  @Override
  public CompletableFuture<Optional<SavedCache<T>>> load() {
    if (!file.exists()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return origin.identity().handleAsync((cluster, failure) -> load(cluster), executor);
  }

  /**
   * @param cluster null if the server does not tell
   */
  private Optional<SavedCache<T>> load(@Nullable String cluster) {
    try {
      file.check();
      try (FileChannel channel =
          FileChannel.open(file.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
        ArchiveReader<T> reader = new ArchiveReader<>(channel, archiving, restored);
        if (cluster != null) {
          return Optional.of(loaded(reader, reader.read(identity(CLUSTER, cluster))));
        }
        SavedCache<T> cache = reader.read(identity(ADDRESS, origin.address()));
        claimed = reader.found(CLUSTER);
        return Optional.of(loaded(reader, cache));
      }
    } catch (IOException | RuntimeException unusable) {
      return unused(
          unusable instanceof UnusableFileException said
              ? String.valueOf(said.getMessage())
              : "it cannot be read: " + unusable);
    }
  }

  private SavedCache<T> loaded(ArchiveReader<T> reader, SavedCache<T> cache) {
    VersionFile.Cache read = new VersionFile.Cache(reader.checksum(), cache.resourceVersion());
    present = read;
    return new SavedCache<>(laterVersion.read(read), cache.revisions());
  }

  private Map<String, String> identity(String field, String value) {
    Map<String, String> all = new HashMap<>(content);
    all.put(field, value);
    return all;
  }

  @Override
  public CompletableFuture<Boolean> isOfThisServer() {
    String expected = claimed;
    if (expected == null) {
      return CompletableFuture.completedFuture(true);
    }
    return origin.identity().thenApply(cluster -> {
      claimed = null;
      if (!cluster.equals(expected)) {
        present = null;
        unused("it is of another " + CLUSTER);
      }
      return cluster.equals(expected);
    });
  }

  private Optional<SavedCache<T>> unused(String why) {
    LOG.log(
        Level.WARNING,
        "saved cache of " + name + " in " + file.path() + " is not used, listing instead: " + why);
    return Optional.empty();
  }

  @Override
  public void prepare() {
    origin.identity(); // remembered, so that a save at the end need not ask a server that has gone
  }

  @Override
  public void save(SavedCache<T> cache) throws IOException {
    Map<String, String> known = identity(CLUSTER, cluster());
    known.put(ADDRESS, origin.address());
    archiving.trainOn(cache.revisions()::forEach);
    long[] checksum = new long[1];
    file.replace(out -> checksum[0] = new ArchiveWriter<>(out, archiving).write(known, cache));
    present = new VersionFile.Cache(checksum[0], cache.resourceVersion());
    laterVersion.remove();
  }

  @Override
  public boolean saveVersion(String resourceVersion) throws IOException {
    VersionFile.Cache written = present;
    if (written == null || !file.exists()) {
      return false;
    }
    laterVersion.write(written, resourceVersion);
    return true;
  }

  private String cluster() throws IOException {
    try {
      return origin.identity().get(IDENTITY_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    } catch (ExecutionException | TimeoutException unknown) {
      throw new IOException("could not determine the cluster's identity", unknown);
    }
  }
}
