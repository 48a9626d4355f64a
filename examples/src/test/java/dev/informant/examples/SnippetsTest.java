package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java that pages and package comments show is what is compiled and run here, word for word. */
@Timeout(60)
class SnippetsTest {
  private static final Path TOP = Path.of("..");
  private static final Path SOURCES = Path.of("src/main/java/dev/informant/examples");
  private static final Pattern BLOCK =
      Pattern.compile("(?:<!-- snippet: (\\w+)#(\\w+) -->\\s*)?```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern COMMENTED = Pattern.compile(
      "<!-- snippet: (\\w+)#(\\w+) -->\\s*\\* <pre>\\{@code\n(.*?) \\* }</pre>", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#\\s]+)");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "getting-started",
        "concepts",
        "controllers",
        "controllers-by-hand",
        "operations",
        "security",
        "metrics"
      })
  void everyBlockOfJavaIsACompiledSnippet(String page) throws IOException {
    Matcher blocks = BLOCK.matcher(Files.readString(TOP.resolve("docs/" + page + ".md")));
    while (blocks.find()) {
      if (blocks.group(3).startsWith("import ")) {
        continue; // ImportsTest
      }
      assertThat(blocks.group(1)).as("a marker before:\n" + blocks.group(3)).isNotNull();
      check(blocks.group(1), blocks.group(2), blocks.group(3));
    }
  }

  @Test
  void everyExampleInAPackageCommentIsACompiledSnippet() throws IOException {
    int count = 0;
    for (String module : List.of("engine", "kubernetes", "metrics")) {
      for (Path file : files(TOP.resolve(module).resolve("src/main/java"), "package-info.java")) {
        Matcher examples = COMMENTED.matcher(Files.readString(file));
        while (examples.find()) {
          String code = examples
              .group(3)
              .lines()
              .map(line -> line.replaceFirst("^ \\* ?", ""))
              .reduce("", (sum, line) -> sum + line + "\n");
          check(examples.group(1), examples.group(2), code);
          count++;
        }
      }
    }
    assertThat(count).isPositive();
  }

  @Test
  void everyLinkBetweenPagesLeadsSomewhere() throws IOException {
    List<Path> pages = new ArrayList<>(files(TOP.resolve("docs"), ".md"));
    pages.add(TOP.resolve("README.md"));
    pages.add(TOP.resolve("CONTRIBUTING.md"));
    for (Path page : pages) {
      Matcher links = LINK.matcher(Files.readString(page));
      while (links.find()) {
        assertThat(page.resolveSibling(links.group(1))).as("link of " + page).exists();
      }
    }
  }

  @Test
  void everyPageIsInTheIndex() throws IOException {
    String index = Files.readString(TOP.resolve("docs/README.md"));
    for (Path page : files(TOP.resolve("docs"), ".md")) {
      if (!page.endsWith("README.md")) {
        assertThat(index).contains("(" + TOP.resolve("docs").relativize(page) + ")");
      }
    }
  }

  private static List<Path> files(Path folder, String suffix) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(suffix)).toList();
    }
  }

  private static void check(String file, String name, String shown) throws IOException {
    String source = Files.readString(SOURCES.resolve(file + ".java"));
    assertThat(shown).as("%s#%s", file, name).isEqualTo(region(source, name));
  }

  private static String region(String source, String name) {
    int begin = source.indexOf("// snippet: " + name + "\n");
    assertThat(begin).as("snippet " + name).isPositive();
    String body = source.substring(source.indexOf('\n', begin) + 1);
    int end = body.indexOf("// end");
    return body.substring(0, body.lastIndexOf('\n', end)).stripTrailing().stripIndent() + "\n";
  }
}
