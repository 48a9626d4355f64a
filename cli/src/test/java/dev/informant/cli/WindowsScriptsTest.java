package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The batch files, which nobody runs here, agree with the shell scripts that the other tests run. */
@Timeout(20)
class WindowsScriptsTest {
  private static final Pattern MAIN = Pattern.compile("\\bdev\\.informant\\.[\\w.]*Main\\b");
  private static final Pattern VERSION =
      Pattern.compile("(?:Java|JDK,|Maven) \\d[\\d.]*(?= or later)");

  @ParameterizedTest
  @ValueSource(strings = {"../mvnw.cmd", "../informant.cmd", "src/assembly/bin/informant.cmd"})
  void everyLineEndsAsWindowsWantsAndTheCodeIsThatOfTheProgram(String file) throws IOException {
    String text = Files.readString(Path.of(file), StandardCharsets.US_ASCII);
    assertThat(text).doesNotContainPattern("(?<!\r)\n").endsWith("exit /b %errorlevel%\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../informant", "src/assembly/bin/informant"})
  void theCommandRunsTheSameClassWithTheSameOptions(String script) throws IOException {
    String shell = Files.readString(Path.of(script));
    String batch = Files.readString(Path.of(script + ".cmd"));
    assertThat(found(MAIN, batch))
        .isEqualTo(found(MAIN, shell))
        .isEqualTo(List.of(Main.class.getName()));
    for (String each : List.of("-XX:+UseSerialGC", "INFORMANT_JAVA_OPTS", "JAVA_HOME")) {
      assertThat(shell + Files.readString(Path.of("../launch"))).contains(each);
      assertThat(batch).contains(each);
    }
  }

  @Test
  void theSameReleasesOfJavaAndMavenAreRequired() throws IOException {
    assertThat(found(VERSION, Files.readString(Path.of("../informant.cmd"))))
        .isNotEmpty()
        .isEqualTo(found(VERSION, Files.readString(Path.of("../launch"))));
    assertThat(found(VERSION, Files.readString(Path.of("src/assembly/bin/informant.cmd"))))
        .isNotEmpty()
        .isEqualTo(found(VERSION, Files.readString(Path.of("src/assembly/bin/informant"))));
    assertThat(found(VERSION, Files.readString(Path.of("../mvnw.cmd"))))
        .isNotEmpty()
        .isSubsetOf(found(VERSION, Files.readString(Path.of("../mvnw"))));
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(each -> each.group()).distinct().toList();
  }
}
