package dev.informant.verification.controlplane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** An etcd that can be stopped, and started again with what it had before or at an earlier time. Not thread-safe. */
public final class Etcd implements AutoCloseable {
  private final List<String> command;
  private final Path data;
  private final Path backup;
  private final Path log;
  private ServerProcess process;

  private Etcd(List<String> command, Path directory) throws IOException {
    this.command = command;
    this.data = directory.resolve("etcd");
    this.backup = directory.resolve("etcd-backup");
    this.log = directory.resolve("etcd.log");
    this.process = ServerProcess.start("etcd", log, command);
  }

  static Etcd start(Path program, Path directory, String clientUrl, String peerUrl)
      throws IOException {
    return new Etcd(
        List.of(
            program.toString(),
            "--listen-client-urls=" + clientUrl,
            "--advertise-client-urls=" + clientUrl,
            "--listen-peer-urls=" + peerUrl,
            "--initial-advertise-peer-urls=" + peerUrl,
            "--initial-cluster=default=" + peerUrl,
            "--data-dir=" + directory.resolve("etcd"),
            "--unsafe-no-fsync=true"),
        directory);
  }

  long pid() {
    return process.pid();
  }

  /** Keeps what it has now for {@link #restore()}; it is down for a moment. */
  public void backUp() throws IOException, InterruptedException {
    process.kill();
    copy(data, backup);
    process = ServerProcess.start("etcd", log, command);
  }

  /** Is from now on as it was when it was backed up, versions and all. */
  public void restore() throws IOException, InterruptedException {
    process.kill();
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    copy(backup, data);
    process = ServerProcess.start("etcd", log, command);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
