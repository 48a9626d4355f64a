package dev.informant.verification.figures;

import dev.informant.verification.controlplane.Binaries;
import dev.informant.verification.controlplane.ControlPlane;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** A server that is measured: its address, and what its processes have used. Not thread-safe. */
sealed interface Subject extends AutoCloseable {
  URI url();

  String token();

  /** The certificate to trust, in PEM. */
  String certificate() throws IOException;

  /** Bytes that are live on the server's heap; negative where the server cannot tell. */
  long liveHeap() throws IOException;

  @Override
  void close() throws IOException;

  /** User and system time of all processes that were started here and still run. */
  default Duration cpu() {
    return ProcessHandle.current()
        .descendants()
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Bytes resident now; 0 where /proc does not tell. */
  default long resident() throws IOException {
    long sum = 0;
    for (ProcessHandle process : ProcessHandle.current().descendants().toList()) {
      Path status = Path.of("/proc", Long.toString(process.pid()), "status");
      if (Files.exists(status)) {
        try (Stream<String> lines = Files.lines(status)) {
          sum += lines
              .filter(line -> line.startsWith("VmRSS:"))
              .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
              .sum();
        }
      }
    }
    return sum;
  }

  default SSLContext trust() throws IOException {
    try {
      return ControlPlane.trusting(certificate());
    } catch (GeneralSecurityException broken) {
      throw new IOException("the server's certificate cannot be used", broken);
    }
  }

  /** The embedded server, in a JVM of its own. */
  record Embedded(
      Process process,
      BufferedReader output,
      BufferedWriter input,
      Duration coldStart,
      URI url,
      String token,
      String certificate)
      implements Subject {

    static Embedded start(List<String> jvmOptions) throws IOException {
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      List<String> command = Stream.of(
              Stream.of(java),
              jvmOptions.stream(),
              Stream.of(
                  "-cp", System.getProperty("java.class.path"), EmbeddedProcess.class.getName()))
          .flatMap(part -> part)
          .toList();
      Process process = new ProcessBuilder(command)
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
      BufferedReader output = new BufferedReader(
          new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      BufferedWriter input = new BufferedWriter(
          new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
      return new Embedded(
          process,
          output,
          input,
          Duration.ofNanos(Long.parseLong(line(output))),
          URI.create(line(output)),
          line(output),
          line(output).replace('|', '\n'));
    }

    private static String line(BufferedReader output) throws IOException {
      String line = output.readLine();
      if (line == null) {
        throw new IOException("the server's process ended; what it printed says why");
      }
      return line;
    }

    private long ask(String question) throws IOException {
      input.write(question + "\n");
      input.flush();
      return Long.parseLong(line(output));
    }

    @Override
    public long liveHeap() throws IOException {
      return ask("heap");
    }

    /** From start to first answer in a warm JVM, the best of some. */
    Duration warmStart() throws IOException {
      return Duration.ofNanos(ask("starts"));
    }

    @Override
    public void close() throws IOException {
      input.close();
      try {
        process.waitFor();
      } catch (InterruptedException interrupted) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }

  /** kube-apiserver and its etcd. */
  record Real(ControlPlane plane) implements Subject {
    static Real start(Binaries binaries) throws IOException, InterruptedException {
      return new Real(ControlPlane.start(binaries));
    }

    @Override
    public URI url() {
      return plane.url(0);
    }

    @Override
    public String token() {
      return plane.adminToken();
    }

    @Override
    public String certificate() throws IOException {
      return plane.certificate(0);
    }

    @Override
    public long liveHeap() {
      return -1;
    }

    @Override
    public void close() throws IOException {
      plane.close();
    }
  }
}
