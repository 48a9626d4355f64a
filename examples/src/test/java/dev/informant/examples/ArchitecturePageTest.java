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

/** docs/architecture.md sends readers to classes, members and packages that exist. */
@Timeout(60)
class ArchitecturePageTest {
  private static final Path TOP = Path.of("..");
  private static final String JAVA = ".java";
  private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+)");
  private static final Pattern MEMBER = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)");

  private final String page = Files.readString(TOP.resolve("docs/architecture.md"));

  ArchitecturePageTest() throws IOException {}

  @Test
  void everyClassItNamesExists() throws IOException {
    Set<String> named = new TreeSet<>();
    for (Matcher name = NAME.matcher(page); name.find(); ) {
      named.add(name.group(1));
    }
    try (Stream<Path> files = Files.walk(TOP)) {
      Set<String> classes = files
          .filter(file -> file.toString().contains("src/"))
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(JAVA))
          .map(name -> name.substring(0, name.length() - JAVA.length()))
          .collect(Collectors.toSet());
      assertThat(named).hasSizeGreaterThan(60).isSubsetOf(classes);
    }
  }

  @Test
  void everyMemberItNamesExists() throws IOException {
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
    for (Matcher member = MEMBER.matcher(page); member.find(); ) {
      String source = sources.get(member.group(1));
      assertThat(source)
          .as(member.group())
          .isNotNull()
          .containsPattern("\\b" + member.group(2) + "\\b");
      count++;
    }
    assertThat(count).isGreaterThan(10);
  }

  @Test
  void everyPackageOfTheServerAndTheCommandIsThere() throws IOException {
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
}
