package dev.informant.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that docs/peers.md names exist, in test classes or suites, by the names of their methods: classes may be renamed. */
class PeersPageTest {
  private static final Path TOP = Path.of("..");
  private static final Pattern NAMED = Pattern.compile("`\\w+#(\\w+)`");
  private static final Pattern METHOD = Pattern.compile("\\bvoid\\s+(\\w+)\\(");

  @Test
  void everyTestItNamesExists() throws IOException {
    Set<String> named = found(NAMED, Files.readString(TOP.resolve("docs/peers.md")));
    assertThat(named).isNotEmpty().isSubsetOf(tests());
  }

  private static Set<String> tests() throws IOException {
    Set<String> methods = new TreeSet<>();
    try (Stream<Path> modules = Files.list(TOP)) {
      for (Path module : modules.toList()) {
        Path sources = module.resolve("src/test/java");
        if (Files.isDirectory(sources)) {
          try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                files.filter(each -> each.toString().endsWith(".java")).toList()) {
              methods.addAll(found(METHOD, Files.readString(file)));
            }
          }
        }
      }
    }
    return methods;
  }

  private static Set<String> found(Pattern pattern, String text) {
    Set<String> names = new TreeSet<>();
    for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
      names.add(matcher.group(1));
    }
    return names;
  }
}
