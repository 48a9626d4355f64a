package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A page that shows snippets also shows their imports: those of the compiled sources whose names occur in its code. */
@Timeout(60)
class ImportsTest {
  private static final Pattern IMPORT = Pattern.compile("(?m)^import [^\n]*?(\\w+);$");
  private static final Pattern SNIPPET = Pattern.compile("snippet: (\\w+)#\\w+");

  @Test
  void everyPageWithSnippetsShowsTheirImports() throws IOException {
    int count = 0;
    for (Page page : Page.all()) {
      List<Page.Block> blocks = page.blocks().stream()
          .filter(block -> block.language().equals("java"))
          .toList();
      List<Page.Block> imports = blocks.stream().filter(Page.Block::isImports).toList();
      Set<String> sources = sources(blocks);
      if (sources.isEmpty() && imports.isEmpty()) {
        continue;
      }
      assertThat(imports).as("one block of imports in " + page.file()).hasSize(1);
      List<String> named =
          List.of(imports.get(0).remark().substring("imports: ".length()).split(" "));
      assertThat(named).as(page.file().toString()).containsAll(sources);
      assertThat(imports.get(0).text())
          .as("imports of " + page.file())
          .isEqualTo(expected(named, blocks));
      count++;
    }
    assertThat(count).isPositive();
  }

  /** The examples whose parts the page shows. Code of other libraries, for comparison, is in the tests. */
  private static Set<String> sources(List<Page.Block> blocks) {
    return blocks.stream()
        .flatMap(block -> SNIPPET.matcher(block.remark()).results())
        .map(found -> found.group(1))
        .filter(name -> Files.exists(file("main", name)))
        .collect(Collectors.toSet());
  }

  private static String expected(List<String> sources, List<Page.Block> blocks) throws IOException {
    String code = blocks.stream()
        .filter(block -> !block.isImports())
        .map(Page.Block::text)
        .collect(Collectors.joining("\n"));
    Set<String> lines = new TreeSet<>();
    for (String source : sources) {
      Path main = file("main", source);
      IMPORT
          .matcher(Files.readString(Files.exists(main) ? main : file("test", source)))
          .results()
          .filter(found ->
              Pattern.compile("\\b" + found.group(1) + "\\b").matcher(code).find())
          .forEach(found -> lines.add(found.group()));
    }
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private static Path file(String set, String name) {
    return Path.of("src", set, "java/dev/informant/examples", name + ".java");
  }
}
