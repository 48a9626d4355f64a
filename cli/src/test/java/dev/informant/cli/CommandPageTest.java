package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/command.md has every command, flag and exit code, and no others. */
@Timeout(60)
class CommandPageTest {
  private static final Pattern FLAG = Pattern.compile("(?<![\\w-])(--?[a-zA-Z][a-z-]*)");

  private final String page = Files.readString(Path.of("..", "docs", "command.md"));

  CommandPageTest() throws IOException {}

  @ParameterizedTest
  @ValueSource(strings = {"demo", "watch", "sync", "doctor", "serve"})
  void theFlagsOfACommandAreThoseOfItsHelp(String command) {
    String help = Run.of(command, "--help").out();
    Set<String> real = flags(
        help.substring(help.indexOf("Options:"), help.indexOf("Usage:")), /* ofTable= */ false);
    Set<String> shown = flags(section("### " + command), /* ofTable= */ true);
    shown.addAll(Set.of("-h", "--help", "--debug"));
    if (!command.equals("demo") && !command.equals("serve")) {
      shown.addAll(Set.of("-n", "--namespace", "--kubeconfig", "--context"));
    }
    assertThat(shown).isEqualTo(real);
  }

  @Test
  void theKeysOfTheDemoAreThoseOfItsHelp() {
    String help = Run.of("demo", "--help").out().replaceAll("\\s+", " ");
    Matcher keys = Pattern.compile("Keys: .*? Ctrl-C quits\\.").matcher(help);
    assertThat(keys.find()).as(help).isTrue();
    assertThat(section("### demo").replace("`", "").replaceAll("\\s+", " ")).contains(keys.group());
  }

  @Test
  void theTopicsOfDoctorAreThoseItLooksAt() throws IOException {
    Set<String> real = new TreeSet<>();
    Path code = Path.of("src/main/java/dev/informant/cli/doctor/ServerCheck.java");
    Matcher topic =
        Pattern.compile("Finding\\.\\w+\\(\\s*\"([^\"]+)\"").matcher(Files.readString(code));
    while (topic.find()) {
      real.add(topic.group(1));
    }
    Set<String> shown = new TreeSet<>();
    String topics = section("### doctor");
    for (String line :
        topics.substring(topics.indexOf("| topic |")).lines().skip(2).toList()) {
      if (line.startsWith("| ")) {
        shown.addAll(List.of(line.split(" *\\| *")[1].split(", ")));
      }
    }
    assertThat(shown.remove("group …")).as("of discovery").isTrue();
    assertThat(shown.remove("each kind")).as("of permissions").isTrue();
    assertThat(shown).isEqualTo(real);
  }

  @Test
  void theSharedFlagsAreThere() {
    assertThat(flags(section("## Flags"), /* ofTable= */ true))
        .contains(
            "-h",
            "--help",
            "--version",
            "--debug",
            "-n",
            "--namespace",
            "--kubeconfig",
            "--context");
  }

  @Test
  void everyExitCodeIsThere() {
    String rows = ExitCode.help().entrySet().stream()
        .map(code -> "| " + code.getKey() + " | " + code.getValue() + " |\n")
        .collect(Collectors.joining());
    assertThat(section("## Exit codes")).contains("|---|---|\n" + rows);
  }

  /** From a heading to the next one. */
  private String section(String heading) {
    int begin = page.indexOf(heading + "\n");
    assertThat(begin).as(heading).isPositive();
    String rest = page.substring(begin + heading.length());
    int end = rest.indexOf("\n#");
    return end < 0 ? rest : rest.substring(0, end);
  }

  /** Flags at the beginning of a line of help, or in the first cell of a row. */
  private static Set<String> flags(String text, boolean ofTable) {
    Set<String> flags = new TreeSet<>();
    for (String line : text.lines().toList()) {
      String cell = ofTable
          ? (line.startsWith("|") ? line.substring(1, Math.max(1, line.indexOf('|', 1))) : "")
          : (line.matches("\\s{1,8}-.*") ? line.strip().split("\\s{2,}")[0] : "");
      for (Matcher flag = FLAG.matcher(cell); flag.find(); ) {
        flags.add(flag.group(1));
      }
    }
    return flags;
  }
}
