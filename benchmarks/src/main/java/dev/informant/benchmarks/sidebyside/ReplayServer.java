package dev.informant.benchmarks.sidebyside;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** One replay server on a free port of the loopback address. */
final class ReplayServer implements PodServer {
  private final Process process;
  private final String url;

  private ReplayServer(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /** Starts it and waits until it has read its data. */
  static ReplayServer start(BuiltPeers built, List<String> flags) throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    List<String> command = new ArrayList<>(List.of(built.path("replay"), "--port", "" + port));
    command.addAll(flags);
    Process process = new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    BufferedReader out = process.inputReader();
    String line = out.readLine();
    if (line == null || !line.startsWith("ready")) {
      process.destroy();
      throw new IOException("the replay server did not start: " + command);
    }
    return new ReplayServer(
        process, (flags.contains("--tls") ? "https" : "http") + "://127.0.0.1:" + port);
  }

  @Override
  public List<String> driverFlags() {
    return List.of("--server", url);
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
