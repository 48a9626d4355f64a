package dev.informant.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.verification.simulation.PlantedBugNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/verification.md names tests and commands that exist. */
class VerificationPageTest {
  private static final Path TOP = Path.of("..");
  private static final Pattern TEST = Pattern.compile("`(\\w+Test)`");
  private static final Pattern SCRIPT = Pattern.compile("(verification/[a-z/-]+)[ `\\n]");

  private final String page;

  VerificationPageTest() throws IOException {
    page = Files.readString(TOP.resolve("docs/verification.md"));
  }

  private Set<String> found(Pattern pattern) {
    Set<String> names = new TreeSet<>();
    for (Matcher matcher = pattern.matcher(page); matcher.find(); ) {
      names.add(matcher.group(1));
    }
    return names;
  }

  @Test
  void everyTestItNamesExists() throws IOException {
    try (Stream<Path> files = Files.walk(TOP)) {
      Set<String> classes = files
          .filter(file -> file.toString().contains("src/test/java"))
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(Collectors.toSet());
      assertThat(found(TEST)).hasSizeGreaterThan(20).isSubsetOf(classes);
    }
  }

  @Test
  void everyCommandItNamesExists() {
    assertThat(found(SCRIPT))
        .hasSizeGreaterThan(5)
        .allSatisfy(script -> assertThat(TOP.resolve(script)).isExecutable());
  }

  @Test
  void everyPlantedBugIsListed() {
    assertThat(PlantedBugNames.all()).allSatisfy(name -> assertThat(page).contains(name));
  }

  @Test
  void itCountsFaultsAndPlantedBugsRightly() {
    assertThat(page)
        .contains(PlantedBugNames.faults() + " kinds of faults")
        .contains(PlantedBugNames.all().size() + " planted bugs");
  }
}
