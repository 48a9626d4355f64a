package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The scripts at the top of a clone, with a Maven that only pretends to build. */
@Timeout(300)
class ScriptTest {
  private static final String MAVEN = """
      #!/bin/sh
      echo build >>"$(dirname "$0")/builds"
      echo "[INFO] Building Informant engine 1"
      if [ -f "$(dirname "$0")/broken" ]; then
        echo "[ERROR] Engine.java:[1,1] nonsense"
        exit 1
      fi
      cd "$(dirname "$0")"
      mkdir -p engine/target cli/target/classes
      touch engine/target/engine.jar
      printf %s "$STUB_CLASS_PATH:$PWD/engine/target/engine.jar" >cli/target/classpath.txt
      """;

  @TempDir
  private Path top;

  @BeforeEach
  void layOut() throws IOException {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/env")), "there is no /usr/bin/env on this machine");
    for (String script : List.of("informant", "launch")) {
      Files.copy(Path.of("..", script), top.resolve(script), StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.writeString(top.resolve("mvnw"), MAVEN);
    assertThat(top.resolve("mvnw").toFile().setExecutable(true)).isTrue();
    Files.writeString(top.resolve("pom.xml"), "<project/>");
    for (String module : new String[] {"engine", "kubernetes", "apiserver", "cli"}) {
      Files.createDirectories(top.resolve(module).resolve("src/main"));
      Files.writeString(top.resolve(module).resolve("pom.xml"), "<project/>");
    }
  }

  private record Ended(int code, String out, String err) {}

  private Ended run(String... args) throws Exception {
    return ended("informant", args);
  }

  private Ended ended(String script, String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of(top.resolve(script).toString()));
    command.addAll(Arrays.asList(args));
    Path err = top.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
    builder.environment().put("WHICH_MAVEN", "wrapper"); // as if none were installed
    builder.environment().put("HOME", top.resolve("home").toString());
    builder
        .environment()
        .keySet()
        .removeAll(Set.of("MVNW_REPOURL", "MAVEN_USER_HOME", "SKIP_BUILD"));
    builder.environment().put("STUB_CLASS_PATH", Processes.classPath());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      return new Ended(process.exitValue(), out, Files.readString(err));
    } finally {
      process.destroyForcibly();
    }
  }

  private int builds() throws IOException {
    return Files.readAllLines(top.resolve("builds")).size();
  }

  @Test
  void itBuildsOnceAndAgainWhenASourceHasChanged() throws Exception {
    Ended first = run("--version");
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.out()).startsWith("informant ");
    assertThat(first.err()).isEqualTo("informant: building, once after each change\n");

    Ended second = run("--version");
    assertThat(second.err()).isEmpty();
    assertThat(builds()).isEqualTo(1);

    Path source = Files.writeString(top.resolve("engine/src/main/Engine.java"), "class Engine {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(run("--version").code()).isZero();
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void itBuildsAgainWhenAJarOfTheClassPathIsGone() throws Exception {
    assertThat(run("--version").code()).isZero();
    Files.delete(top.resolve("engine/target/engine.jar"));
    Ended second = run("--version");
    assertThat(second.code()).as(second.err()).isZero();
    assertThat(builds()).isEqualTo(2);

    Files.delete(top.resolve("cli/target/classes"));
    assertThat(run("--version").code()).isZero();
    assertThat(builds()).isEqualTo(3);

    assertThat(run("--version").err()).isEmpty();
    assertThat(builds()).isEqualTo(3);
  }

  @Test
  void aBuildThatFailsShowsItsErrorsAndIsTriedAgain() throws Exception {
    Files.createFile(top.resolve("broken"));
    Ended failed = run("--version");
    assertThat(failed.code()).isEqualTo(ExitCode.NOT_BUILT);
    assertThat(failed.err()).contains("the build failed", "build.log", "[ERROR] Engine.java:[1,1]");
    assertThat(failed.out()).isEmpty();

    Files.delete(top.resolve("broken"));
    assertThat(run("--version").code()).isZero();
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void aMissingMavenIsReportedInTheWordsOfTheWrapper() throws Exception {
    Files.copy(Path.of("..", "mvnw"), top.resolve("mvnw"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(top.resolve("mvnw").toFile().setExecutable(true)).isTrue();
    Ended failed = run("demo");
    assertThat(failed.code()).isEqualTo(ExitCode.NOT_BUILT);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err().lines().toList())
        .hasSize(3)
        .satisfiesExactly(
            progress -> assertThat(progress).startsWith("informant: building"),
            what -> assertThat(what).startsWith("mvnw: no Maven is installed"),
            wayOut -> assertThat(wayOut).contains("install Maven 3.8", "MVNW_REPOURL"));
  }

  @Test
  void theProgressOfABuildIsReadFromALogThatIsThere() throws Exception {
    String script = Files.readString(top.resolve("launch"));
    assertThat(script.indexOf(": >\"$log\""))
        .as("the log is made before Maven, which runs beside the loop that reads it")
        .isBetween(0, script.indexOf("\"$top/mvnw\""));
  }

  @Test
  void aModuleIsBuiltWithoutRunningAnything() throws Exception {
    Ended built = ended("launch", "cli", "--build");
    assertThat(built.code()).as(built.err()).isZero();
    assertThat(built.out()).isEmpty();
    assertThat(ended("launch", "cli", "--build").err()).isEmpty();
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void aModuleThatDoesNotExistIsAMistakeInTheCommand() throws Exception {
    Ended wrong = ended("launch", "nowhere", "dev.informant.cli.Main");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).startsWith("Runs a program of a module").contains("launch MODULE");
    assertThat(top.resolve("builds")).doesNotExist();
  }

  @Test
  void theExitCodeOfTheCommandIsThatOfTheScript() throws Exception {
    Ended wrong = run("watch");
    assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err()).contains("error: ");
  }
}
