package dev.informant.verification.controlplane;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A directory that only its owner can read. Closing removes it, unless somebody asked to keep it, for what it holds
 * explains a failure; then it says where it is. {@code -Dinformant.keepLogs=true} keeps every one. Thread-safe.
 */
final class WorkDirectory implements AutoCloseable {
  private final Path path;
  private final PrintStream out;
  private volatile boolean kept = Boolean.getBoolean("informant.keepLogs");

  private WorkDirectory(Path path, PrintStream out) {
    this.path = path;
    this.out = out;
  }

  static WorkDirectory create(String prefix, PrintStream out) throws IOException {
    Path path = Files.createTempDirectory(
        prefix, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    return new WorkDirectory(path, out);
  }

  Path path() {
    return path;
  }

  void keep() {
    kept = true;
  }

  @Override
  public void close() throws IOException {
    if (kept) {
      out.println("logs kept in " + path);
      return;
    }
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
