package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
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
    assertThat(ofPages(DocumentedCommandsTest::check)).isPositive();
  }

  /** Hands over each command that the pages show, without "informant", and where; counts them. */
  static int ofPages(BiConsumer<String, String> action) throws IOException {
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
          commands += each(blocks.group(1), page.toString(), action);
        } else if (!quoted.matches("informant (compact|.*=).*")) { // names of other things
          commands += each(quoted, page.toString(), action);
        }
      }
    }
    return commands;
  }

  @Test
  void aFlagThatDoesNotExistIsFound() {
    assertThatThrownBy(() ->
            each("./informant watch pods --difference", "a page", DocumentedCommandsTest::check))
        .hasMessageContaining("a page")
        .hasMessageContaining("--difference");
    assertThatThrownBy(() -> each("informant sink --all", "a page", DocumentedCommandsTest::check))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void examplesOfTheHelpsAreUnderstood() {
    assertThat(ofHelps(DocumentedCommandsTest::check)).isPositive();
  }

  /** The same for the examples of the helps. */
  static int ofHelps(BiConsumer<String, String> action) {
    String overview = Run.of("--help").out();
    int commands = each(
        overview.substring(overview.indexOf("Examples:"), overview.indexOf("Commands:")),
        "help",
        action);
    for (String command :
        new String[] {"demo", "watch", "sync", "serve", "doctor", "completion", "help"}) {
      String help = Run.of(command, "--help").out();
      commands += each(
          help.substring(help.indexOf("Examples:"), help.indexOf("Options:")), command, action);
    }
    return commands;
  }

  private static int each(String text, String place, BiConsumer<String, String> action) {
    int count = 0;
    for (Matcher matcher = COMMAND.matcher(text); matcher.find(); count++) {
      action.accept(matcher.group(1).strip(), place);
    }
    return count;
  }

  /** Reads a command as the program does, without running it. What is left out of a text may be missing. */
  private static void check(String command, String place) {
    try {
      InformantCommand.commandLine(new Output(System.out, System.err, Terminals.NONE))
          .parseArgs(command.replace("SHELL", "bash").split("\\s+"));
    } catch (MissingParameterException leftOut) {
      // "informant watch --diff" in a sentence
    } catch (ParameterException wrong) {
      throw new AssertionError(place + ": " + command + ": " + wrong.getMessage(), wrong);
    }
  }
}
