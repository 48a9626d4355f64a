package dev.informant.internal.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * A file that only its owner may read, replaced as a whole: whoever opens it finds the old content or the new, and
 * after a crash too. Where the file system knows no such permissions, its own defaults hold.
 *
 * @param self tells whom new files in a directory belong to
 */
record OwnersFile(Path path, Self self) {
  private static final String UNFINISHED = ".new";
  private static final String TRIAL = "owner-";

  /** No save takes as long as this: what is older was left by a process that crashed. */
  private static final Duration LEFT_OVER = Duration.ofHours(1);

  private static final Set<PosixFilePermission> OTHERS_WRITE =
      EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  OwnersFile(Path path) {
    this(path, OwnersFile::ownerOfNewFiles);
  }

  /** Whom the files belong to that this process makes. */
  @FunctionalInterface
  interface Self {
    UserPrincipal in(Path directory) throws IOException;
  }

  /** Writes the content. */
  @FunctionalInterface
  interface Content {
    void write(OutputStream out) throws IOException;
  }

  void replace(Content content) throws IOException {
    Path directory = directory();
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, permissions(directory, "rwx------"));
    }
    // A name of its own: two processes that save at once do not write into one file.
    Path fresh = unfinished(directory, path.getFileName() + "-");
    try {
      removeLeftOvers(directory, Files.getLastModifiedTime(fresh));
      try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        content.write(Channels.newOutputStream(channel));
        channel.force(/* metaData= */ true);
      }
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh); // which is gone if all went well
    }
    syncDirectory(directory);
  }

  /** Deletes it and whatever of it is unfinished. */
  void delete() throws IOException {
    if (!Files.isDirectory(directory())) {
      return;
    }
    Files.deleteIfExists(path);
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory(), this::isMineUnfinished)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (DirectoryIteratorException cannot) {
      throw cannot.getCause();
    }
  }

  private Path directory() throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(path + " is not a file in a directory");
    }
    return directory;
  }

  /** Makes the new name outlive a crash of the machine, where directories can be opened. */
  private static void syncDirectory(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(/* metaData= */ true);
    } catch (IOException cannot) {
      // Then a crash brings the old file back, which is as good as the new one.
    }
  }

  private static Path unfinished(Path directory, String name) throws IOException {
    return Files.createTempFile(directory, name, UNFINISHED, permissions(directory, "rw-------"));
  }

  /**
   * @param now by the clock of the file system
   */
  private void removeLeftOvers(Path directory, FileTime now) {
    FileTime old = FileTime.from(now.toInstant().minus(LEFT_OVER));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, this::isUnfinished)) {
      for (Path file : files) {
        if (Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).compareTo(old) < 0) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | DirectoryIteratorException cannot) {
      // They take room and do no other harm; the next save tries again.
    }
  }

  private boolean isUnfinished(Path file) {
    String name = file.getFileName().toString();
    return isMineUnfinished(file) || (name.startsWith(TRIAL) && name.endsWith(UNFINISHED));
  }

  private boolean isMineUnfinished(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(path.getFileName().toString()) && name.endsWith(UNFINISHED);
  }

  private static FileAttribute<?>[] permissions(Path directory, String text) {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix")
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
      throw new UnusableFileException("it is not a regular file");
    }
    FileOwnerAttributeView owner =
        Files.getFileAttributeView(path, FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (owner != null && !owner.getOwner().equals(self.in(directory()))) {
      throw new UnusableFileException("it belongs to another user");
    }
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view != null) {
      Set<PosixFilePermission> others = EnumSet.copyOf(OTHERS_WRITE);
      others.retainAll(view.readAttributes().permissions());
      if (!others.isEmpty()) {
        throw new UnusableFileException("it is writable by other users");
      }
    }
  }

  /**
   * Makes one and looks. The name of the user would not do: in a container there may be none, and a file system may
   * make other users of its users.
   */
  private static UserPrincipal ownerOfNewFiles(Path directory) throws IOException {
    Path made = unfinished(directory, TRIAL);
    try {
      return Files.getOwner(made, LinkOption.NOFOLLOW_LINKS);
    } finally {
      Files.deleteIfExists(made);
    }
  }
}
