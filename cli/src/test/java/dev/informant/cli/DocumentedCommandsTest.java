package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/** Every command that the pages and the helps show has the subcommands and flags it uses. */
@Timeout(120)
class DocumentedCommandsTest {
  private static final Path TOP = Path.of("..");
  private static final Pattern SHELL =
      Pattern.compile("```sh\n(.*?)```|(?<!`)`([^`\n]+)`", Pattern.DOTALL);
  private static final Pattern COMMAND =
      Pattern.compile("(?m)(?:^| |<\\()(?:\\./)?informant ([a-z]+[^#|\n)']*)");

  @Test
  void commandsOfThePagesAreUnderstood() throws IOException {
    List<Path> pages =
        new ArrayList<>(List.of(TOP.resolve("README.md"), TOP.resolve("CONTRIBUTING.md")));
    try (Stream<Path> docs = Files.list(TOP.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
    }
    int commands = 0;
    for (Path page : pages) {
      Matcher blocks = SHELL.matcher(Files.readString(page));
      while (blocks.find()) {
        String quoted = blocks.group(2);
        if (quoted == null) {
          commands += check(blocks.group(1), page.toString());
        } else if (!quoted.matches("informant (compact|.*=).*")) { // names of other things
          commands += check(quoted, page.toString());
        }
      }
    }
    assertThat(commands).isGreaterThanOrEqualTo(10);
  }

  @Test
  void aFlagThatDoesNotExistIsFound() {
    assertThatThrownBy(() -> check("./informant watch pods --difference", "a page"))
        .hasMessageContaining("a page")
        .hasMessageContaining("--difference");
    assertThatThrownBy(() -> check("informant sink --all", "a page"))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void examplesOfTheHelpsAreUnderstood() {
    String overview = Run.of("--help").out();
    int commands = check(
        overview.substring(overview.indexOf("Examples:"), overview.indexOf("Commands:")), "help");
    for (String command :
        new String[] {"demo", "watch", "sync", "serve", "doctor", "completion", "help"}) {
      String help = Run.of(command, "--help").out();
      commands +=
          check(help.substring(help.indexOf("Examples:"), help.indexOf("Options:")), command);
    }
    assertThat(commands).isGreaterThanOrEqualTo(12);
  }

  /** Reads each command as the program does, without running it. What is left out of a text may be missing. */
  private static int check(String text, String place) {
    Matcher matcher = COMMAND.matcher(text);
    int count = 0;
    while (matcher.find()) {
      String words = matcher.group(1).replace("SHELL", "bash").strip();
      try {
        InformantCommand.commandLine(new Output(System.out, System.err, Terminals.NONE))
            .parseArgs(words.split("\\s+"));
      } catch (MissingParameterException leftOut) {
        // "informant watch --diff" in a sentence
      } catch (ParameterException wrong) {
        throw new AssertionError(place + ": " + matcher.group() + ": " + wrong.getMessage(), wrong);
      }
      count++;
    }
    return count;
  }
}
