package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every command that the pages show exists, with the modules, tests, profiles, properties and flags it names. What
 * {@code informant} itself understands is asked of it in {@code DocumentedCommandsTest} of {@code cli}.
 */
@Timeout(180)
class CommandsTest {
  private static final Pattern MAIN =
      Pattern.compile("dev\\.informant\\.[a-z.]+\\.[A-Z]\\w+|\\$package\\.([A-Z]\\w+)");
  private static final Pattern OURS =
      Pattern.compile("(?:\\./mvnw|verification/|benchmarks/|docs/picture/|java |jfr ).*");
  private static final Set<String> MAVEN_FLAGS = Set.of("-q", "-o", "-B", "-ntp", "-am");
  private static final Set<String> PHASES =
      Set.of("clean", "test-compile", "test", "package", "verify", "install");
  private static final Set<String> MAVEN_PROPERTIES = Set.of("skipTests");

  private static final List<Path> TESTS = new ArrayList<>();
  private static final StringBuilder POMS = new StringBuilder();
  private static final StringBuilder JAVA = new StringBuilder();

  @BeforeAll
  static void read() throws IOException {
    try (Stream<Path> all = Files.walk(Page.TOP)) {
      for (Path file : all.filter(file -> !file.toString().contains("target/")).toList()) {
        String name = file.toString();
        if (name.endsWith("pom.xml")) {
          POMS.append(Files.readString(file));
        } else if (name.endsWith(".java")) {
          JAVA.append(Files.readString(file));
          if (name.contains("src/test/java")) {
            TESTS.add(Page.TOP.relativize(file));
          }
        }
      }
    }
  }

  @Test
  void everyLineForAShellIsACommandThatExists() throws IOException {
    int count = 0;
    for (Page.Block block : Page.blocks("sh")) {
      for (String line : block.text().lines().toList()) {
        String command = line.replaceFirst("(^|\\s)#.*", "").strip();
        if (!command.isEmpty()) {
          check(command, block.page().file() + ": " + line);
          count++;
        }
      }
    }
    assertThat(count).isPositive();
  }

  @Test
  void everyCommandInTheTextExists() throws IOException {
    Set<String> commands = new LinkedHashSet<>();
    for (Page page : Page.all()) {
      for (String quoted : page.quoted()) {
        boolean folder = quoted.matches("(verification|benchmarks)/[\\w/…]*") && isFolder(quoted);
        if (OURS.matcher(quoted).matches() && !folder && !quoted.contains("…/")) {
          check(quoted, page.file() + ": " + quoted);
          commands.add(quoted);
        }
      }
    }
    assertThat(commands).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "./mvnw -pl nowhere test",
        "./mvnw -Pnone verify",
        "./mvnw -pl engine test -Dtest=NoSuchTest",
        "./mvnw -pl cli test -Dtest=BearingTest",
        "./mvnw -Dno.such.property verify",
        "./mvnw verfy",
        "./mvnw -Dgroups=none test",
        "verification/simulate --seedz 1..200",
        "verification/nothing",
        "benchmarks/side-by-side --quickly",
        "java -jar it.jar",
        "jfr print --nothing run.jfr",
        "kubectl get pods"
      })
  void whatDoesNotExistIsFound(String command) {
    assertThatThrownBy(() -> check(command, "a page")).isInstanceOf(AssertionError.class);
  }

  private static boolean isFolder(String path) {
    return Files.isDirectory(Page.TOP.resolve(path));
  }

  private static void check(String command, String place) throws IOException {
    // No word of a documented command has a space in it.
    List<String> words = new ArrayList<>(Arrays.asList(command.replace("'", "").split("\\s+")));
    String program = words.remove(0);
    if (program.equals("./mvnw")) {
      maven(words, place);
    } else if (program.equals("jfr") || program.equals("java")) {
      jdk(program, words, place);
    } else if (!program.equals("./informant")) {
      script(program, words, place);
    }
  }

  private static void maven(List<String> words, String place) {
    List<String> modules = List.of();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("-pl")) {
        modules = Arrays.asList(words.get(++i).split(","));
        for (String module : modules) {
          assertThat(Page.TOP.resolve(module).resolve("pom.xml")).as(place).exists();
        }
      } else if (word.startsWith("-P")) {
        assertThat(POMS.toString()).as(place).contains("<id>" + word.substring(2) + "</id>");
      } else if (word.startsWith("-Dtest=")) {
        tests(word.substring("-Dtest=".length()), modules, place);
      } else if (word.startsWith("-Dgroups=")) {
        assertThat(JAVA.toString())
            .as(place)
            .contains("@Tag(\"" + word.substring("-Dgroups=".length()) + "\")");
      } else if (word.startsWith("-D")) {
        property(word.substring(2).replaceFirst("=.*", ""), place);
      } else if (word.startsWith("-")) {
        assertThat(MAVEN_FLAGS).as(place).contains(word);
      } else if (word.contains(":")) {
        String plugin = word.substring(0, word.lastIndexOf(':'));
        assertThat(POMS.toString())
            .as(place)
            .containsAnyOf(plugin + "-maven-plugin", plugin.substring(plugin.indexOf(':') + 1));
      } else {
        assertThat(PHASES).as(place).contains(word);
      }
    }
  }

  private static void tests(String names, List<String> modules, String place) {
    for (String name : names.split(",")) {
      PathMatcher matcher = FileSystems.getDefault()
          .getPathMatcher("glob:**/" + name.replaceFirst("#.*", "") + ".java");
      assertThat(TESTS)
          .as(place)
          .anyMatch(test -> matcher.matches(test)
              && (modules.isEmpty() || modules.contains(test.getName(0).toString())));
    }
  }

  /** Somebody reads it: the build or a program. */
  private static void property(String name, String place) {
    if (!MAVEN_PROPERTIES.contains(name)) {
      assertThat(POMS + JAVA.toString())
          .as(place)
          .containsAnyOf(
              "\"" + name + "\"",
              "${" + name + "}",
              "<name>" + name + "</name>",
              "<name>!" + name + "</name>");
    }
  }

  private static void script(String program, List<String> words, String place) throws IOException {
    Path file = Page.TOP.resolve(program);
    assertThat(file).as(place).isRegularFile().isExecutable();
    String text = Files.readString(file);
    StringBuilder readers = new StringBuilder(text);
    for (Matcher main = MAIN.matcher(text); main.find(); ) {
      String type = main.group().replaceFirst(".*\\.", "");
      try (Stream<Path> all =
          Files.walk(Page.TOP.resolve(Path.of(program).getName(0).toString()))) {
        for (Path source : all.filter(each -> each.endsWith(type + ".java")).toList()) {
          readers.append(Files.readString(source));
        }
      }
    }
    for (String word : words) {
      if (word.startsWith("--")) {
        assertThat(Pattern.compile(Pattern.quote(word) + "(?![a-z-])")
                .matcher(readers)
                .find())
            .as(place + ": nobody reads " + word)
            .isTrue();
      }
    }
  }

  private static void jdk(String program, List<String> words, String place) throws IOException {
    Path tool = Path.of(System.getProperty("java.home"), "bin", program);
    assertThat(tool).as(place).isExecutable();
    if (program.equals("jfr")) {
      Process help = new ProcessBuilder(tool.toString(), "help", words.get(0))
          .redirectErrorStream(true)
          .start();
      String said = new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      words.stream()
          .filter(word -> word.startsWith("--"))
          .forEach(flag -> assertThat(said).as(place).contains(flag));
    } else if (!words.get(0).startsWith("-XX:StartFlightRecording")) {
      fail("not known to be understood: " + place);
    }
  }
}
