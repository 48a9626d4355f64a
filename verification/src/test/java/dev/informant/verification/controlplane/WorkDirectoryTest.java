package dev.informant.verification.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WorkDirectoryTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private WorkDirectory withALog() throws IOException {
    WorkDirectory directory =
        WorkDirectory.create("informant-test", new PrintStream(said, true, StandardCharsets.UTF_8));
    Files.createDirectories(directory.path().resolve("certificates"));
    Files.writeString(directory.path().resolve("kube-apiserver-0.log"), "why it failed");
    return directory;
  }

  @Test
  void goesWithItsOwner() throws Exception {
    WorkDirectory directory = withALog();
    directory.close();
    assertThat(directory.path()).doesNotExist();
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void staysAndSaysWhereWhenSomethingFailed() throws Exception {
    WorkDirectory directory = withALog();
    directory.keep();
    directory.close();
    Path log = directory.path().resolve("kube-apiserver-0.log");
    assertThat(log).hasContent("why it failed");
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("logs kept in " + directory.path());
    Files.delete(log);
    Files.delete(directory.path().resolve("certificates"));
    Files.delete(directory.path());
  }
}
