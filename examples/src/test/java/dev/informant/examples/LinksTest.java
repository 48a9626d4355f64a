package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a page points to within the repository, there is something. */
@Timeout(60)
class LinksTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");

  @Test
  void everyLinkLeadsToAFileAndToAHeadingOfIt() throws IOException {
    int anchors = 0;
    for (Page page : Page.all()) {
      for (Matcher link = LINK.matcher(FENCED.matcher(page.text()).replaceAll("")); link.find(); ) {
        String target = link.group(1);
        if (target.matches("[a-z]+:.*")) {
          continue;
        }
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? page.file() : page.file().resolveSibling(parts[0]);
        assertThat(file).as(page.file() + ": " + target).exists();
        if (parts.length == 2) {
          assertThat(anchors(Files.readString(file)))
              .as(page.file() + ": " + target)
              .contains(parts[1]);
          anchors++;
        }
      }
    }
    assertThat(anchors).isGreaterThan(10);
  }

  @Test
  void anchorsAreMadeOfHeadings() {
    assertThat(anchors("# A `b`, and c's\n## Twice\n## Twice\n```\n# not this\n```\n"))
        .containsExactlyInAnyOrder("a-b-and-cs", "twice", "twice-1");
  }

  private static Set<String> anchors(String text) {
    Set<String> anchors = new HashSet<>();
    for (Matcher heading = HEADING.matcher(FENCED.matcher(text).replaceAll("")); heading.find(); ) {
      String base = heading
          .group(1)
          .strip()
          .replaceAll("]\\([^)]*\\)", "]")
          .toLowerCase(Locale.ROOT)
          .replaceAll("[^\\p{L}\\p{N} _-]", "")
          .replace(' ', '-');
      String anchor = base;
      for (int again = 1; !anchors.add(anchor); again++) {
        anchor = base + '-' + again;
      }
    }
    return anchors;
  }
}
