package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages about the inside send readers to classes, members and packages that exist. */
@Timeout(60)
class ArchitecturePageTest {
  private static final Path TOP = Path.of("..");
  private static final String JAVA = ".java";
  private static final Set<String> OF_THE_JDK =
      Set.of("IllegalStateException", "UnsupportedOperationException", "ReentrantLock");

  /** A name all in capitals is a constant's. */
  private static final Pattern NAME = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)");

  private static final Pattern MEMBER = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)");

  @ParameterizedTest
  @CsvSource({"architecture, 60", "concurrency, 60", "caching, 3"})
  void everyClassItNamesExists(String page, int more) throws IOException {
    Set<String> named = new TreeSet<>();
    for (Matcher name = NAME.matcher(text(page)); name.find(); ) {
      named.add(name.group(1));
    }
    named.removeAll(OF_THE_JDK);
    try (Stream<Path> files = Files.walk(TOP)) {
      Set<String> classes = files
          .filter(file -> file.toString().contains("src/"))
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(JAVA))
          .map(name -> name.substring(0, name.length() - JAVA.length()))
          .collect(Collectors.toSet());
      assertThat(named).hasSizeGreaterThan(more).isSubsetOf(classes);
    }
  }

  @ParameterizedTest
  @CsvSource({"architecture, 10", "concurrency, 20", "caching, 1"})
  void everyMemberItNamesExists(String page, int more) throws IOException {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> files = Files.walk(TOP)) {
      for (Path file : files
          .filter(file -> file.toString().contains("src/"))
          .filter(file -> file.toString().endsWith(JAVA))
          .toList()) {
        String name = file.getFileName().toString();
        sources.merge(
            name.substring(0, name.length() - JAVA.length()),
            new String(Files.readAllBytes(file), StandardCharsets.UTF_8),
            String::concat);
      }
    }
    int count = 0;
    for (Matcher member = MEMBER.matcher(text(page)); member.find(); ) {
      String source = sources.getOrDefault(member.group(1), "");
      assertThat(
              Pattern.compile("\\b" + member.group(2) + "\\b").matcher(source).find())
          .as(member.group().substring(1) + " exists")
          .isTrue();
      count++;
    }
    assertThat(count).isGreaterThan(more);
  }

  @Test
  void everyPackageOfTheServerAndTheCommandIsThere() throws IOException {
    String page = text("architecture");
    for (String module : new String[] {"apiserver", "cli"}) {
      Path folder = TOP.resolve(module).resolve("src/main/java/dev/informant").resolve(module);
      try (Stream<Path> inside = Files.list(folder)) {
        assertThat(inside.filter(Files::isDirectory))
            .isNotEmpty()
            .allSatisfy(each -> assertThat(page)
                .contains((module.equals("cli") ? "`cli." : "`") + each.getFileName() + "`"));
      }
    }
  }

  private static String text(String page) throws IOException {
    return Files.readString(TOP.resolve("docs/" + page + ".md"));
  }
}
