package dev.informant.archive;

import dev.informant.compact.CompactForm;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a cache in one file. The file says what it is of; one that says otherwise, is torn or damaged, or could have
 * been written by somebody else is not used, and one line in the log says why. Thread-safe.
 */
public final class FileArchive<T> implements CacheArchive<T> {
  private static final Logger LOG = QuietLog.of(FileArchive.class);
  private static final long IDENTITY_SECONDS = 10;

  private final String name;
  private final OwnersFile file;
  private final Supplier<CompletableFuture<Map<String, String>>> identity;
  private final CompactForm<T> form;
  private final UnaryOperator<Revision<T>> restored;
  private final Executor executor;

  /**
   * @param name of the cache, for messages
   * @param identity all that must be equal for the file to be of use; asked whenever it is needed
   * @param form in which objects are written: the cache's own if it is compact
   * @param restored makes of a revision in that form one in the form of the cache
   * @param executor on which files may be read
   */
  public FileArchive(
      String name,
      Path file,
      Supplier<CompletableFuture<Map<String, String>>> identity,
      CompactForm<T> form,
      UnaryOperator<Revision<T>> restored,
      Executor executor) {
    this.name = name;
    this.file = new OwnersFile(file);
    this.identity = identity;
    this.form = form;
    this.restored = restored;
    this.executor = executor;
  }

  @Override
  public CompletableFuture<Optional<SavedCache<T>>> load() {
    if (!file.exists()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return identity.get().handleAsync(this::load, executor);
  }

  private Optional<SavedCache<T>> load(
      @Nullable Map<String, String> expected, @Nullable Throwable failure) {
    if (expected == null) {
      Throwable cause = failure instanceof CompletionException wrapped && wrapped.getCause() != null
          ? wrapped.getCause()
          : failure;
      return unused("it is not known whose cache is wanted: " + cause);
    }
    try {
      file.check();
      try (FileChannel content =
          FileChannel.open(file.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(new ArchiveReader<>(content, form, restored).read(expected));
      }
    } catch (IOException | RuntimeException unusable) {
      return unused(
          unusable instanceof UnusableFileException said
              ? String.valueOf(said.getMessage())
              : "it cannot be read: " + unusable);
    }
  }

  private Optional<SavedCache<T>> unused(String why) {
    LOG.log(
        Level.WARNING,
        "the saved cache of " + name + " in " + file.path() + " is not used: " + why
            + "; everything is listed instead");
    return Optional.empty();
  }

  @Override
  public void save(SavedCache<T> cache) throws IOException {
    Map<String, String> known = identity();
    form.trainOn(cache.revisions()::forEach);
    file.replace(out -> new ArchiveWriter<>(out, form).write(known, cache));
  }

  private Map<String, String> identity() throws IOException {
    try {
      return identity.get().get(IDENTITY_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    } catch (ExecutionException | TimeoutException unknown) {
      throw new IOException("it is not known whose cache it is", unknown);
    }
  }
}
