package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the migration page shows of Informant is what is compiled here, word for word. */
@Timeout(60)
class MigrationPageTest {
  private static final Path PAGE = Path.of("..", "docs", "migration.md");
  private static final Path SOURCES = Path.of("src/main/java/dev/informant/examples");
  private static final Path BEFORE = Path.of("src/test/java/dev/informant/examples");
  private static final Pattern SNIPPET =
      Pattern.compile("<!-- snippet: (\\w+)#(\\w+) -->\\s*```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void everySnippetIsTheCompiledOne() throws IOException {
    Matcher snippets = SNIPPET.matcher(Files.readString(PAGE));
    int count = 0;
    while (snippets.find()) {
      Path compiled = SOURCES.resolve(snippets.group(1) + ".java");
      Path tests = BEFORE.resolve(snippets.group(1) + ".java");
      String source = Files.readString(Files.exists(compiled) ? compiled : tests);
      assertThat(snippets.group(3))
          .as("%s#%s", snippets.group(1), snippets.group(2))
          .isEqualTo(region(source, snippets.group(2)));
      count++;
    }
    assertThat(count).isPositive();
  }

  private static String region(String source, String name) {
    int begin = source.indexOf("// snippet: " + name + "\n");
    assertThat(begin).as("snippet " + name).isPositive();
    String body = source.substring(source.indexOf('\n', begin) + 1);
    int end = body.indexOf("// end");
    return body.substring(0, body.lastIndexOf('\n', end)).stripIndent() + "\n";
  }
}
