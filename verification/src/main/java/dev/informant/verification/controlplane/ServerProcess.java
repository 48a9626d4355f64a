package dev.informant.verification.controlplane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One program with its log. It ends with its owner, and with the JVM. Thread-safe. */
public final class ServerProcess implements AutoCloseable {
  private final String name;
  private final Path log;
  private final Process process;
  private final Thread hook;

  private ServerProcess(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    this.hook = new Thread(process::destroyForcibly, "stop " + name);
  }

  static ServerProcess start(String name, Path log, List<String> command) throws IOException {
    Process process = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
    ServerProcess started = new ServerProcess(name, log, process);
    try {
      Runtime.getRuntime().addShutdownHook(started.hook);
    } catch (IllegalStateException shuttingDown) {
      process.destroyForcibly();
      throw new IOException(name + " was not started: the JVM is shutting down", shuttingDown);
    }
    return started;
  }

  /** Whether the JVM is shutting down: programs are ended, and none can be started. */
  static boolean isShuttingDown() {
    Thread hook = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      Runtime.getRuntime().removeShutdownHook(hook);
      return false;
    } catch (IllegalStateException shuttingDown) {
      return true;
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  /** Ends it as SIGKILL does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    forgetHook();
  }

  /** The last lines of its log, for error messages. */
  String logTail() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size()));
    } catch (IOException unreadable) {
      return "(log unreadable: " + log + ")";
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(15, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    forgetHook();
  }

  private void forgetHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // the hook is running or has run
    }
  }

  @Override
  public String toString() {
    return name + " (pid " + process.pid() + ", log " + log + ")";
  }
}
