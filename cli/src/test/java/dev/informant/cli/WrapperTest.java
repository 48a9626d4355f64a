package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code mvnw} without an installed Maven, and a repository that has another zip than was released. */
@Timeout(300)
class WrapperTest {
  private static final String PINNED = "(?m)^sha512=[0-9a-f]{128}\\b";

  @TempDir
  private Path folder;

  private HttpServer repository;
  private byte[] zip;

  @BeforeEach
  void serve() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh on this machine");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream entries = new ZipOutputStream(bytes)) {
      entries.putNextEntry(new ZipEntry("apache-maven-3.9.16/bin/mvn"));
      entries.write("#!/bin/sh\necho \"Maven says $*\"\n".getBytes(StandardCharsets.UTF_8));
    }
    zip = bytes.toByteArray();
    repository = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    repository.createContext("/", exchange -> {
      try (exchange) {
        // A repository that lies would lie about both.
        byte[] body = exchange.getRequestURI().getPath().endsWith(".zip")
            ? zip
            : sha512().getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
      }
    });
    repository.start();
  }

  @AfterEach
  void stop() {
    if (repository != null) {
      repository.stop(0);
    }
  }

  private String sha512() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(zip));
    } catch (java.security.GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private String run(String script) throws Exception {
    return run(script, "http://127.0.0.1:" + repository.getAddress().getPort());
  }

  /** No repository is named if {@code url} is empty. */
  private String run(String script, String url) throws Exception {
    Path file = Files.writeString(folder.resolve("mvnw"), script);
    Path out = folder.resolve("out");
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", file.toString(), "verify")
        .redirectErrorStream(true)
        .redirectOutput(out.toFile());
    builder.environment().put("WHICH_MAVEN", "wrapper");
    builder.environment().put("MAVEN_USER_HOME", folder.resolve("home").toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("MVNW_REPOURL", url);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      return process.exitValue() + " " + Files.readString(out);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aZipWithAnotherDigestThanThePinnedOneIsRefused() throws Exception {
    String script = Files.readString(Path.of("..", "mvnw"));
    assertThat(script).containsPattern(PINNED);
    assertThat(run(script))
        .startsWith("1 ")
        .contains("not the release that is pinned", "MVNW_REPOURL")
        .doesNotContain("Maven says");
    assertThat(folder.resolve("home/wrapper/dists/apache-maven-3.9.16")).doesNotExist();
  }

  @Test
  void withoutARepositoryItSaysWhatToDo() throws Exception {
    String said = run(Files.readString(Path.of("..", "mvnw")), "");
    assertThat(said).startsWith("1 mvnw: no Maven is installed");
    assertThat(said.lines()).hasSize(2).allMatch(line -> line.contains("mvnw: "));
    assertThat(said).contains("install Maven 3.8 or later", "MVNW_REPOURL", "settings.xml");
  }

  @Test
  void aMirrorOfTheSettingsIsARepository() throws Exception {
    Files.createDirectories(folder.resolve(".m2"));
    Files.writeString(
        folder.resolve(".m2/settings.xml"),
        "<settings><mirrors><mirror><id>m</id>\n<url>http://127.0.0.1:"
            + repository.getAddress().getPort() + "</url></mirror></mirrors></settings>");
    String script = Files.readString(Path.of("..", "mvnw"));
    assertThat(run(script.replaceFirst(PINNED, "sha512=" + sha512()), ""))
        .startsWith("0 ")
        .contains("Maven says verify");
  }

  @Test
  void aRepositoryThatDoesNotAnswerIsNamedWithoutAStackTrace() throws Exception {
    repository.stop(0);
    String said = run(Files.readString(Path.of("..", "mvnw")));
    assertThat(said).startsWith("1 ").contains("could not be fetched", "MVNW_REPOURL");
    assertThat(said).doesNotContain("\tat ", "Exception in thread");
  }

  @Test
  void theZipWithThePinnedDigestIsRun() throws Exception {
    String script = Files.readString(Path.of("..", "mvnw"));
    assertThat(run(script.replaceFirst(PINNED, "sha512=" + sha512())))
        .startsWith("0 ")
        .contains("Maven says verify");
  }
}
