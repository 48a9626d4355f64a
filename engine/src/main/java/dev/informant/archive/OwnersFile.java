package dev.informant.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * A file that only its owner may read, replaced as a whole: whoever opens it finds the old content or the new, and
 * after a crash too. Where the file system knows no such permissions, its own defaults hold.
 */
record OwnersFile(Path path) {
  private static final Set<PosixFilePermission> OTHERS_WRITE =
      EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  /** Writes the content. */
  @FunctionalInterface
  interface Content {
    void write(OutputStream out) throws IOException;
  }

  void replace(Content content) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(path + " is no file in a directory");
    }
    boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, permissions(posix, "rwx------"));
    }
    // A fixed name leaves no litter. Two processes that write at once spoil it for both, and the
    // checksum tells.
    Path fresh = directory.resolve(path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    try (FileChannel channel = FileChannel.open(
        fresh,
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
        permissions(posix, "rw-------"))) {
      content.write(Channels.newOutputStream(channel));
      channel.force(/* metaData= */ true);
    } catch (IOException | RuntimeException | Error failure) {
      Files.deleteIfExists(fresh);
      throw failure;
    }
    try {
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException notHere) {
      Files.deleteIfExists(fresh);
      throw notHere;
    }
    syncDirectory(directory);
  }

  /** Makes the new name outlive a crash of the machine, where directories can be opened. */
  private static void syncDirectory(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(/* metaData= */ true);
    } catch (IOException cannot) {
      // Then a crash brings the old file back, which is as good as the new one.
    }
  }

  private static FileAttribute<?>[] permissions(boolean posix, String text) {
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))
        }
        : new FileAttribute<?>[0];
  }

  boolean exists() {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Throws {@link UnusableFileException} if somebody else may have made the file what it is. */
  void check() throws IOException {
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new UnusableFileException("it is no regular file");
    }
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view != null) {
      Set<PosixFilePermission> others = EnumSet.copyOf(OTHERS_WRITE);
      others.retainAll(view.readAttributes().permissions());
      if (!others.isEmpty()) {
        throw new UnusableFileException("others than its owner may write it");
      }
    }
  }
}
