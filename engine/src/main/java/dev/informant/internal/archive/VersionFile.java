package dev.informant.internal.archive;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The small file beside a saved cache that says up to which version its objects hold, where that is later than when they were
 * written. Thread-safe.
 */
/*
 * It names the file it is of by that one's checksum and version. So the two need not be replaced together: one that is of an
 * earlier file, or of what another process has written meanwhile, says nothing. The form:
 *   long   MAGIC
 *   long   the checksum of the cache's file
 *   text   the version in it
 *   text   the version up to which its objects hold
 *   long   CRC32C of all before it
 */
final class VersionFile {
  /** "informnv". */
  private static final long MAGIC = 0x696E666F726D6E76L;

  private static final String SUFFIX = ".version";

  private final OwnersFile file;

  /** A file with a saved cache, told from others by what is in it. */
  record Cache(long checksum, String version) {}

  /**
   * @param cache the file it is beside
   */
  VersionFile(Path cache) {
    this.file = new OwnersFile(cache.resolveSibling(cache.getFileName() + SUFFIX));
  }

  void write(Cache cache, String version) throws IOException {
    file.replace(target -> {
      ArchiveOutput out = new ArchiveOutput(target);
      out.longNumber(MAGIC);
      out.longNumber(cache.checksum());
      out.text(cache.version());
      out.text(version);
      out.end();
    });
  }

  /** The version up to which the objects of {@code cache} hold; its own if nothing usable says more. */
  String read(Cache cache) {
    String later = file.exists() ? later(cache) : null;
    return later == null || later.isEmpty() ? cache.version() : later;
  }

  private @Nullable String later(Cache cache) {
    try {
      file.check();
      try (FileChannel channel =
          FileChannel.open(file.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
        ArchiveBytes in = new ArchiveBytes(channel);
        boolean ofThis = in.hasRightChecksum()
            && in.longNumber() == MAGIC
            && in.longNumber() == cache.checksum()
            && in.text().equals(cache.version());
        return ofThis ? in.text() : null;
      }
    } catch (IOException | RuntimeException unusable) {
      return null; // an older version costs a longer catching up, no more
    }
  }

  /** The cache has been written anew, so this says nothing any more. */
  void remove() {
    try {
      Files.deleteIfExists(file.path());
    } catch (IOException cannot) {
      // It takes room and does no other harm.
    }
  }
}
